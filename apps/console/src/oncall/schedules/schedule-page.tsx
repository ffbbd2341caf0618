import { Alert, Button, Group, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { OnCallSchedule, OnCallShift } from "@opsplane/contract";
import { IconAlertTriangle, IconPencil, IconUserShare } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useKeys } from "../../keys/keys.tsx";
import { useCan, useProfile } from "../../session/context.tsx";
import { useClock } from "../../time/time.tsx";
import { zoneDay } from "../../time/zone.ts";
import { ZoneTime } from "../../time/zone-time.tsx";
import { Crumbs } from "../../ui/crumbs.tsx";
import { ForbiddenPage } from "../../ui/forbidden-page.tsx";
import { ButtonLink, TextLink } from "../../ui/links.tsx";
import { NotFound } from "../../ui/not-found.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { usePersonColors } from "../people/person-colors.ts";
import { gapsAhead, shiftsIn } from "../timeline/bars.ts";
import { GapWarning } from "../timeline/gap-warning.tsx";
import { ShiftList } from "../timeline/shift-list.tsx";
import { askedWindow, type SpanKind, spanOf, turned, windowOf } from "../timeline/span.ts";
import { SpanTurner } from "../timeline/span-turner.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import { CalendarMenu } from "./calendar-menu.tsx";
import { LayersPanel } from "./layers-panel.tsx";
import { OverrideDialog, type OverrideStart } from "./override-dialog.tsx";
import { OverridesPanel } from "./overrides-panel.tsx";
import { useSchedule, useTimeline } from "./queries.ts";
import classes from "./schedule-page.module.css";

const route = getRouteApi("/oncall/schedules/$id");

export function SchedulePage() {
  const { id } = route.useParams();
  const can = useCan();
  const schedule = useSchedule(id, can("oncall:read"));
  if (!can("oncall:read")) return <ForbiddenPage title="Schedule" needs="oncall:read" />;
  if (schedule.error && (schedule.error.status === 404 || schedule.error.status === 422))
    return (
      <NotFound title="Schedule not found">
        <ButtonLink to="/oncall/schedules" variant="default">
          All schedules
        </ButtonLink>
      </NotFound>
    );
  return (
    <div className={classes.page}>
      <QueryFace query={schedule}>{(found) => <Loaded key={found.id} schedule={found} />}</QueryFace>
    </div>
  );
}

function Loaded({ schedule }: { schedule: OnCallSchedule }) {
  const mayWrite = useCan()("oncall:write");
  const { user: me } = useProfile();
  const [override, setOverride] = useState<OverrideStart>();
  const onOverride = ({ from, to, user }: OnCallShift) =>
    setOverride({ from, to, person: user?.id === me.id ? null : me });
  const onTake = ({ from, to }: OnCallShift) => setOverride({ from, to, person: me });
  const colorOf = usePersonColors(
    schedule.users.map(({ id }) => id),
    [me.id, ...[schedule.on_call, schedule.next].flatMap((shift) => shift?.user?.id ?? [])],
  );
  return (
    <article aria-label={schedule.name} className={classes.parts}>
      <div>
        <Crumbs
          parent={
            <TextLink to="/oncall/schedules" size="sm" c="dimmed">
              Schedules
            </TextLink>
          }
        >
          <span>{schedule.name}</span>
        </Crumbs>
        <PageHeader
          title={schedule.name}
          note={<OnCallNote schedule={schedule} />}
          actions={
            <Group gap="xs">
              <CalendarMenu schedule={schedule} />
              {mayWrite ? (
                <>
                  <ButtonLink
                    to="/oncall/schedules/$id/edit"
                    params={{ id: schedule.id }}
                    variant="default"
                    leftSection={<IconPencil size={15} />}
                  >
                    Edit
                  </ButtonLink>
                  <Button leftSection={<IconUserShare size={15} />} onClick={() => setOverride({})}>
                    Override
                  </Button>
                </>
              ) : null}
            </Group>
          }
        />
        {schedule.description ? <p className={classes.description}>{schedule.description}</p> : null}
      </div>
      <NextGap schedule={schedule} />
      <TimelinePart schedule={schedule} colorOf={colorOf} actions={mayWrite ? { onOverride, onTake } : undefined} />
      <div className={classes.columns}>
        <LayersPanel schedule={schedule} colorOf={colorOf} />
        <OverridesPanel schedule={schedule} colorOf={colorOf} onAdd={() => setOverride({})} />
      </div>
      {override ? (
        <OverrideDialog schedules={[schedule]} start={override} onClose={() => setOverride(undefined)} />
      ) : null}
    </article>
  );
}

function OnCallNote({ schedule: { on_call, timezone } }: { schedule: OnCallSchedule }) {
  if (!on_call?.user) return <b className={classes.gap}>No one is on call</b>;
  return (
    <>
      {on_call.user.name} is on call until <ZoneTime at={on_call.to} zone={timezone} />
    </>
  );
}

/** A gap of the next 30 days, also when the timeline shows other days. */
function NextGap({ schedule: { next_gap, timezone, layers } }: { schedule: OnCallSchedule }) {
  if (!next_gap) return null;
  const hint = layers.length === 0 ? " Add a layer to the schedule." : "";
  return (
    <Alert color="red" variant="light" p="xs" icon={<IconAlertTriangle size={16} />}>
      No one is on call from <ZoneTime at={next_gap.from} zone={timezone} />
      {next_gap.to ? (
        <>
          {" "}
          to <ZoneTime at={next_gap.to} zone={timezone} />.
        </>
      ) : (
        " on."
      )}
      {hint}
    </Alert>
  );
}

interface TimelinePartProps {
  schedule: OnCallSchedule;
  colorOf: (id: string | undefined) => string;
  actions: { onOverride: (shift: OnCallShift) => void; onTake: (shift: OnCallShift) => void } | undefined;
}

function TimelinePart({ schedule, colorOf, actions }: TimelinePartProps) {
  const { span: kind, at, view } = route.useSearch();
  const navigate = route.useNavigate();
  const { now } = useClock();
  const narrow = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false });
  const { timezone } = schedule;
  const span = spanOf(kind, at, zoneDay(now, timezone));
  const window = windowOf(span, timezone);
  const timeline = useTimeline(schedule.id, askedWindow(window));
  const go = (search: { span?: string | undefined; at?: string | undefined; view?: string | undefined }) =>
    void navigate({ search: { span: kind, at, view, ...search }, replace: true });
  const group = "Schedule";
  useKeys([
    { keys: "h", label: "Previous", group, run: () => go({ at: turned(span, -1) }) },
    { keys: "l", label: "Next", group, run: () => go({ at: turned(span, 1) }) },
    { keys: "t", label: "Today", group, run: () => go({ at: undefined }) },
  ]);
  const asList = narrow || view === "list";
  return (
    <section aria-label="Timeline">
      <SpanTurner
        span={span}
        timezone={timezone}
        onTurn={(to) => go({ at: to })}
        onKind={(to: SpanKind) => go({ span: to })}
      >
        {narrow ? null : (
          <SegmentedControl
            aria-label="View"
            data={[
              { value: "timeline", label: "Timeline" },
              { value: "list", label: "List" },
            ]}
            value={asList ? "list" : "timeline"}
            onChange={(to) => go({ view: to === "list" ? "list" : undefined })}
          />
        )}
      </SpanTurner>
      <QueryFace query={timeline}>
        {(found) => (
          <div className={classes.shown} aria-busy={timeline.isPlaceholderData}>
            {asList ? (
              <ShiftList
                shifts={shiftsIn(found.final, window)}
                timezone={timezone}
                colorOf={colorOf}
                actions={actions}
              />
            ) : (
              <Timeline
                timeline={found}
                span={span}
                timezone={timezone}
                layerNames={schedule.layers.map(({ name }) => name)}
                colorOf={colorOf}
                actions={actions}
              />
            )}
            <GapWarning
              // The next one is above.
              gaps={gapsAhead(shiftsIn(found.final, window), now).filter(({ to }) => to !== schedule.next_gap?.to)}
              timezone={timezone}
            />
          </div>
        )}
      </QueryFace>
    </section>
  );
}
