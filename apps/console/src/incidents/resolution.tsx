import type { Incident } from "@opsplane/contract";
import { Markdown } from "../ui/markdown.tsx";
import { Panel } from "../ui/panel.tsx";

export function Resolution({ incident }: { incident: Incident }) {
  const settled = incident.status === "resolved" || incident.status === "closed";
  if (!settled || !incident.resolution_notes) return null;
  return (
    <Panel title="Resolution" action={<span className="dim truncate">by {incident.resolved_by}</span>}>
      <Markdown source={incident.resolution_notes} />
    </Panel>
  );
}
