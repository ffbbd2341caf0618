import { Button, Group } from "@mantine/core";
import { type AlertIntegration, integrationOutcomes } from "@opsplane/contract";
import { IconBellRinging } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { Face } from "../ui/faces.tsx";
import { FilterMenu } from "../ui/filter-menu.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { QueryFace } from "../ui/query-face.tsx";
import { EventList } from "./event-list.tsx";
import { useSourceEvents } from "./queries.ts";
import { outcomeWords } from "./words.ts";

const route = getRouteApi("/settings/alert-sources/$id");
const options = integrationOutcomes.map((value) => ({ value, label: outcomeWords[value].word }));

/** What was received, and what became of it. */
export function EventsTab({ source }: { source: AlertIntegration }) {
  const { outcome: written } = route.useSearch();
  const navigate = route.useNavigate();
  const outcome = integrationOutcomes.find((each) => each === written);
  const events = useSourceEvents(source.id, outcome);
  const show = (next: string | undefined) => void navigate({ search: next ? { outcome: next } : {}, replace: true });
  return (
    <>
      <Group mb="sm">
        <FilterMenu
          label="Outcome"
          summary={outcome && outcomeWords[outcome].word}
          options={options}
          chosen={outcome ? [outcome] : []}
          onToggle={(value) => show(value === outcome ? undefined : value)}
          onClear={outcome ? () => show(undefined) : undefined}
        />
      </Group>
      <QueryFace
        query={events}
        isEmpty={(items) => items.length === 0}
        empty={outcome ? <NoMatch /> : <NothingYet id={source.id} />}
      >
        {(items) => <EventList events={items} />}
      </QueryFace>
      {events.hasNextPage ? (
        <Group justify="center" mt="md">
          <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            Show more
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function NoMatch() {
  return (
    <Face icon={<IconBellRinging size={20} />} title="No matching events">
      Try a different outcome.
    </Face>
  );
}

function NothingYet({ id }: { id: string }) {
  const setup = (
    <ButtonLink to="/settings/alert-sources/$id" params={{ id }} search={{ tab: "setup" }} variant="default">
      Show setup
    </ButtonLink>
  );
  return (
    <Face icon={<IconBellRinging size={20} />} title="No events yet" actions={setup}>
      Configure the sender with the key. Events appear here within seconds.
    </Face>
  );
}
