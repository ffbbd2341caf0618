import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type RolloutState, rolloutStates } from "@opsplane/contract/control-plane";
import { IconPlus, IconRocket } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { usePaged } from "../../api/paged.ts";
import { TimeText } from "../../time/time.tsx";
import { Face } from "../../ui/faces.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { Tag } from "../../ui/tag.tsx";
import { usePortalApi } from "../api.tsx";
import { useCan } from "../can.ts";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { DataTable, TwoLines } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { rolloutTones, rolloutWords } from "../words.ts";
import { NewRolloutDialog } from "./new-rollout-dialog.tsx";
import { progressText } from "./progress-text.ts";

const route = getRouteApi("/rollouts");
const refreshMs = 5_000;

export function RolloutsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const [creating, { open, close }] = useDisclosure(false);
  const state = knownIn(rolloutStates, search.state);
  return (
    <PortalPage
      title="Rollouts"
      intro="Upgrades of hosted deployments, one deployment after the other."
      needs="rollouts:read"
      actions={
        can("rollouts:write") ? (
          <Button leftSection={<IconPlus size={15} />} onClick={open}>
            New rollout
          </Button>
        ) : null
      }
      toolbar={
        <ChoiceFilter
          label="State"
          known={rolloutStates}
          words={rolloutWords}
          chosen={state}
          onChange={(next) => void navigate({ search: next ? { state: next } : {}, replace: true })}
        />
      }
    >
      {() => (
        <>
          <RolloutList state={state} />
          {creating ? <NewRolloutDialog onClose={close} /> : null}
        </>
      )}
    </PortalPage>
  );
}

function RolloutList({ state }: { state: RolloutState | undefined }) {
  const api = usePortalApi();
  const rollouts = usePaged(
    ["rollouts", state],
    (page, call) => api.rollouts.list({ query: { ...(state ? { state } : {}), ...page } }, call),
    true,
    refreshMs,
  );
  return (
    <PagedFace
      list={rollouts}
      empty={
        <Face icon={<IconRocket size={20} />} title={state ? "No matching rollouts" : "No rollouts yet"}>
          Start one when a release is published.
        </Face>
      }
    >
      {(items) => (
        <DataTable
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              head: "Release",
              cell: ({ id, release_version, created_by }) => (
                <TwoLines
                  main={
                    <TextLink to="/rollouts/$id" params={{ id }}>
                      {release_version}
                    </TextLink>
                  }
                  sub={created_by}
                />
              ),
            },
            {
              head: "State",
              cell: (rollout) => <Tag tone={rolloutTones[rollout.state]}>{rolloutWords[rollout.state]}</Tag>,
            },
            { head: "Deployments", cell: ({ counts }) => progressText(counts) },
            { head: "Started", wide: true, cell: ({ created_at }) => <TimeText at={created_at} /> },
          ]}
        />
      )}
    </PagedFace>
  );
}
