import { Fragment, type ReactNode, useEffect, useState } from "react";
import { StatTiles } from "../explore/stat-tiles.tsx";
import { OnCallPanel, UnansweredPanel, useOnCallNow, useUnansweredPages } from "../oncall/index.ts";
import { useServicesHealth } from "../services/index.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { isSettled, type Loadable } from "../ui/query-face.tsx";
import { WorkNotice } from "../work/index.ts";
import { FirstSteps, useStepsHidden } from "./first-steps.tsx";
import classes from "./home.module.css";
import { IngestPanel } from "./ingest-panel.tsx";
import { ChangesPanel, IncidentsPanel, ServicesPanel } from "./panels.tsx";
import { useIngestHealth, useMyIncidents, useOpenIncidents, useRunningChanges, useUrgentIncidents } from "./queries.ts";
import { changeTiles, incidentTiles, telemetryTiles } from "./tiles.ts";

const refreshMs = 30_000;
const ingestMs = 10_000;
/** Until all signals arrive, the checklist ticks itself off soon after. */
const eagerMs = 3_000;
const hourMs = 3_600_000;

/** What needs attention now, and what arrives. */
export function HomePage() {
  const can = useCan();
  const { modules, tenant } = useProfile();
  const incidents = useIncidentParts(can("incidents:read") && modules.includes("incidents"));
  const onCall = useOnCallParts(can("oncall:read") && modules.includes("incidents"));
  const changes = useChangeParts(can("itsm:read") && modules.includes("itsm"));
  const telemetry = useTelemetryParts(can("observability:read") && modules.includes("observability"));
  return (
    <div className={classes.page}>
      <PageHeader title="Home" note={tenant.name} />
      <StatTiles label="Now" stats={[...incidents.tiles, ...changes.tiles, ...telemetry.tiles]} />
      {onCall.unanswered}
      <WorkNotice />
      {telemetry.steps}
      {telemetry.mayShowSteps ? null : (
        <div className={classes.panels}>
          <Column parts={[...incidents.urgent, ...onCall.now, ...changes.running, ...incidents.mine]} />
          <Column parts={[...telemetry.services, ...telemetry.ingest]} />
        </div>
      )}
    </div>
  );
}

interface Part {
  name: string;
  data: Loadable<unknown>;
  panel: ReactNode;
}

/** Shows each panel once those above it have loaded, so that no panel moves. */
function Column({ parts }: { parts: readonly Part[] }) {
  const waiting = parts.findIndex(({ data }) => !isSettled(data));
  const shown = waiting < 0 ? parts : parts.slice(0, waiting + 1);
  return (
    <div className={classes.column}>
      {shown.map(({ name, panel }) => (
        <Fragment key={name}>{panel}</Fragment>
      ))}
    </div>
  );
}

/** Each part of the page is left out when this person may not see it. */
function useIncidentParts(isVisible: boolean) {
  const urgent = useUrgentIncidents(isVisible);
  const open = useOpenIncidents(isVisible);
  const mine = useMyIncidents(isVisible);
  if (!isVisible) return { tiles: [], urgent: [], mine: [] };
  const part = (name: string, incidents: typeof urgent, title: string, empty: string): Part[] => [
    { name, data: incidents, panel: <IncidentsPanel title={title} incidents={incidents} empty={empty} /> },
  ];
  return {
    tiles: incidentTiles({ urgent: urgent.data?.total, open: open.data?.total, mine: mine.data?.total }),
    urgent: part("urgent", urgent, "Open P1 and P2 incidents", "No open P1 or P2 incidents."),
    mine: part("mine", mine, "Assigned to you", "Nothing is assigned to you."),
  };
}

function useOnCallParts(isVisible: boolean): { unanswered: ReactNode; now: Part[] } {
  const now = useOnCallNow(isVisible);
  const unanswered = useUnansweredPages(isVisible);
  if (!isVisible) return { unanswered: null, now: [] };
  return {
    unanswered: <UnansweredPanel pages={unanswered} />,
    now: [{ name: "on call", data: now, panel: <OnCallPanel now={now} /> }],
  };
}

function useChangeParts(isVisible: boolean) {
  const running = useRunningChanges(isVisible);
  if (!isVisible) return { tiles: [], running: [] };
  return {
    tiles: changeTiles(running.data?.total),
    running: [{ name: "changes", data: running, panel: <ChangesPanel changes={running} /> }],
  };
}

function useTelemetryParts(isVisible: boolean) {
  const now = useSteadyNow();
  const services = useServicesHealth({ from: now - hourMs, to: now }, isVisible);
  const [isComplete, setComplete] = useState(false);
  const ingest = useIngestHealth(isVisible, isComplete ? ingestMs : eagerMs);
  const steps = useStepsHidden();
  const signals = ingest.data?.signals;
  useEffect(
    () => setComplete(signals?.every(({ kind, received }) => kind === "flows" || received) ?? false),
    [signals],
  );
  if (!isVisible) return { tiles: [], steps: null, mayShowSteps: false, services: [], ingest: [] };
  const troubled = services.data?.filter(({ health }) => health !== "healthy");
  return {
    tiles: telemetryTiles({ services: services.data?.length, troubled: troubled?.length, signals }),
    steps: signals && !steps.areHidden ? <FirstSteps signals={signals} onHide={steps.hide} /> : null,
    /** True until it is known whether the steps are above the panels. */
    mayShowSteps: !steps.areHidden && !isSettled(ingest),
    services: [
      {
        name: "services",
        data: services,
        panel: <ServicesPanel services={services} troubled={troubled ?? []} now={now} />,
      },
    ],
    ingest: [{ name: "ingest", data: ingest, panel: <IngestPanel ingest={ingest} /> }],
  };
}

/** The time, moved every 30 seconds, so that all queries use the same window. */
function useSteadyNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
