import type { Change, Incident } from "@opsplane/contract";
import { useCan, useProfile } from "../session/context.tsx";
import { Panel } from "../ui/panel.tsx";
import { AlertLines } from "./alert-lines.tsx";
import { byUrgency } from "./list/alert-search.ts";
import { type AlertQuery, useAlerts } from "./queries.ts";

/** The alerts of an incident. Absent without any. */
export function IncidentAlerts({ incident }: { incident: Incident }) {
  return <AlertsPanel title="Alerts" query={{ incident_id: incident.id }} />;
}

/** The alerts that a change muted. Absent without any. */
export function ChangeAlerts({ change }: { change: Change }) {
  return <AlertsPanel title="Muted alerts" query={{ change_id: change.id }} />;
}

function AlertsPanel({ title, query }: { title: string; query: AlertQuery }) {
  const { modules } = useProfile();
  const mayRead = useCan()("alerts:read") && modules.includes("incidents");
  const { data = [], hasNextPage } = useAlerts(query, mayRead);
  if (data.length === 0) return null;
  return (
    <Panel title={title}>
      <AlertLines alerts={byUrgency(data)} hasMore={hasNextPage} />
    </Panel>
  );
}
