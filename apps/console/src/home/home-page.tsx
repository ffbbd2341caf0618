import { useEffect, useState } from "react";
import { StatTiles } from "../explore/stat-tiles.tsx";
import { useServicesHealth } from "../services/index.ts";
import { useCan, useProfile } from "../session/context.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { FirstSteps } from "./first-steps.tsx";
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
  const changes = useChangeParts(can("itsm:read") && modules.includes("itsm"));
  const telemetry = useTelemetryParts(can("observability:read") && modules.includes("observability"));
  return (
    <div className={classes.page}>
      <PageHeader title="Home" note={tenant.name} />
      <StatTiles label="Now" stats={[...incidents.tiles, ...changes.tiles, ...telemetry.tiles]} />
      {telemetry.steps}
      <div className={classes.panels}>
        <div className={classes.column}>
          {incidents.urgent}
          {changes.running}
          {incidents.mine}
        </div>
        <div className={classes.column}>
          {telemetry.services}
          {telemetry.ingest}
        </div>
      </div>
    </div>
  );
}

/** Each part of the page is left out when this person may not see it. */
function useIncidentParts(isVisible: boolean) {
  const urgent = useUrgentIncidents(isVisible);
  const open = useOpenIncidents(isVisible);
  const mine = useMyIncidents(isVisible);
  if (!isVisible) return { tiles: [] };
  return {
    tiles: incidentTiles({ urgent: urgent.data?.total, open: open.data?.total, mine: mine.data?.total }),
    urgent: <IncidentsPanel title="Open P1 and P2 incidents" incidents={urgent} empty="No open P1 or P2 incidents." />,
    mine: <IncidentsPanel title="Assigned to you" incidents={mine} empty="Nothing is assigned to you." />,
  };
}

function useChangeParts(isVisible: boolean) {
  const running = useRunningChanges(isVisible);
  if (!isVisible) return { tiles: [] };
  return { tiles: changeTiles(running.data?.total), running: <ChangesPanel changes={running} /> };
}

function useTelemetryParts(isVisible: boolean) {
  const now = useSteadyNow();
  const services = useServicesHealth({ from: now - hourMs, to: now }, isVisible);
  const [isComplete, setComplete] = useState(false);
  const ingest = useIngestHealth(isVisible, isComplete ? ingestMs : eagerMs);
  const signals = ingest.data?.signals;
  useEffect(
    () => setComplete(signals?.every(({ kind, received }) => kind === "flows" || received) ?? false),
    [signals],
  );
  if (!isVisible) return { tiles: [] };
  const troubled = services.data?.filter(({ health }) => health !== "healthy");
  return {
    tiles: telemetryTiles({ services: services.data?.length, troubled: troubled?.length, signals }),
    steps: signals ? <FirstSteps signals={signals} /> : null,
    services: <ServicesPanel services={services} troubled={troubled ?? []} now={now} />,
    ingest: <IngestPanel ingest={ingest} />,
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
