import { Alert, Button } from "@mantine/core";
import type { NowOnCall } from "@opsplane/contract";
import { IconCalendarTime, IconUserShare } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useCan, useProfile } from "../../session/context.tsx";
import { DayTime } from "../../time/zone-time.tsx";
import { Face } from "../../ui/faces.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { isSettled, QueryFace } from "../../ui/query-face.tsx";
import { Tag } from "../../ui/tag.tsx";
import { OnCallFrame } from "../on-call-frame.tsx";
import { OpenPageList } from "../paging/open-page-list.tsx";
import { useMine, useOnCallNow, useOpenPages, useUnansweredPages } from "../paging/queries.ts";
import { UnansweredPanel } from "../paging/unanswered-panel.tsx";
import { usePersonColors } from "../people/person-colors.ts";
import { PersonMark } from "../people/person-mark.tsx";
import { OverrideDialog } from "../schedules/override-dialog.tsx";
import { NewScheduleButton } from "../schedules/schedules-page.tsx";
import { MyPart } from "./my-part.tsx";
import classes from "./now.module.css";

const route = getRouteApi("/oncall");
const openOverride = "new";

/** Who is on call now, your own part, and the pages that are open. */
export function NowPage() {
  const { override } = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const mayWrite = can("oncall:write");
  const unanswered = useUnansweredPages(can("oncall:read"));
  return (
    <OnCallFrame
      title="On-call"
      view="Now"
      actions={
        mayWrite ? (
          <Button
            variant="default"
            leftSection={<IconUserShare size={15} />}
            onClick={() => void navigate({ search: { override: openOverride } })}
          >
            Override
          </Button>
        ) : null
      }
    >
      {() => (
        <div className={classes.page}>
          <NobodyPaged />
          <UnansweredPanel pages={unanswered} />
          <MyPart />
          <Everyone />
          <OpenPages />
          {override === openOverride && mayWrite ? (
            <NewOverride onClose={() => void navigate({ search: {}, replace: true })} />
          ) : null}
        </div>
      )}
    </OnCallFrame>
  );
}

/** Waits for the schedules, of which one is chosen in the dialog. */
function NewOverride({ onClose }: { onClose: () => void }) {
  const { data } = useOnCallNow();
  return data && data.length > 0 ? (
    <OverrideDialog schedules={data.map(({ schedule }) => schedule)} onClose={onClose} />
  ) : null;
}

function Everyone() {
  const now = useOnCallNow();
  const { user } = useProfile();
  const ids = now.data?.flatMap(({ user: person, next }) => [person?.id ?? "", next?.user?.id ?? ""]) ?? [];
  const colorOf = usePersonColors(ids.filter(Boolean));
  return (
    <Panel title="Who is on call">
      <QueryFace
        query={now}
        isEmpty={({ length }) => length === 0}
        empty={
          <Face icon={<IconCalendarTime size={20} />} title="No schedules yet" actions={<NewScheduleButton />}>
            A schedule says who is on call, with turns that hand over by themselves.
          </Face>
        }
      >
        {(schedules) => (
          <ul className={classes.cards} aria-label="Schedules">
            {schedules.map((each) => (
              <li
                key={each.schedule.id}
                className={classes.card}
                data-mine={each.user?.id === user.id}
                data-gap={!each.user}
              >
                <ScheduleCard now={each} colorOf={colorOf} />
              </li>
            ))}
          </ul>
        )}
      </QueryFace>
    </Panel>
  );
}

function ScheduleCard({ now, colorOf }: { now: NowOnCall; colorOf: (id: string | undefined) => string }) {
  const { schedule, user, until, is_override, next } = now;
  return (
    <>
      <div className={classes.cardHead}>
        <TextLink size="sm" to="/oncall/schedules/$id" params={{ id: schedule.id }}>
          {schedule.name}
        </TextLink>
        {is_override ? <Tag>override</Tag> : null}
      </div>
      {user ? (
        <PersonMark person={user} color={colorOf(user.id)} large />
      ) : (
        <b className={classes.noOne}>No one is on call</b>
      )}
      <div className="dim">
        {until ? (
          <>
            until <DayTime at={until} />
          </>
        ) : user ? (
          "without an end in sight"
        ) : (
          "No one is on call in the next weeks."
        )}
      </div>
      {next?.user ? (
        <div className={classes.next}>
          <span className="dim">Next</span> {next.user.name}{" "}
          <span className="dim">
            from <DayTime at={next.from} />
          </span>
        </div>
      ) : null}
    </>
  );
}

/** A license or subscription that does not let alerts be evaluated. */
function NobodyPaged() {
  const { banner } = useProfile();
  return banner ? (
    <Alert color="red" variant="light" p="sm" role="alert">
      {banner.nobody_paged}
    </Alert>
  ) : null;
}

/** Your own and those that nobody answers are above. */
function OpenPages() {
  const pages = useOpenPages();
  const unanswered = useUnansweredPages();
  const mine = useMine();
  const shown = [...(mine.data?.pages ?? []), ...(unanswered.data?.items ?? [])];
  const above = new Set(shown.map(({ id }) => id));
  const isKnown = isSettled(unanswered) && isSettled(mine);
  return (
    <Panel title="Open pages">
      <QueryFace
        query={isKnown ? pages : { ...pages, data: undefined }}
        loading={<span className="dim">Loading…</span>}
        isEmpty={({ items }) => items.every(({ id }) => above.has(id))}
        empty={<span className="dim">{above.size > 0 ? "No one else is being paged." : "No one is being paged."}</span>}
      >
        {({ items, total }) => (
          <>
            <OpenPageList label="Open pages" pages={items.filter(({ id }) => !above.has(id))} />
            {total > items.length ? <span className="dim">and {total - items.length} more</span> : null}
          </>
        )}
      </QueryFace>
    </Panel>
  );
}
