import { type IncidentSummary, runStatuses } from "@opsplane/contract";
import { TextLink } from "../ui/links.tsx";
import { wordsFilter } from "../ui/list/filter.tsx";
import { RunStatusText, runLooks } from "./run-status.tsx";

/** What the lists of executions and of workflow runs share. */
export const runStatusFilter = wordsFilter({
  label: "Status",
  known: runStatuses,
  word: (status) => runLooks[status].word,
  show: (status) => <RunStatusText status={status} />,
  ask: (status) => ({ status }),
});

export function RunIncident({ incident }: { incident: IncidentSummary | null }) {
  if (!incident) return <span className="dim">–</span>;
  const { reference, title } = incident;
  return (
    // Lies above the link that covers the row.
    <span style={{ position: "relative", zIndex: 1 }}>
      <TextLink size="sm" to="/incidents/$reference" params={{ reference }} title={title}>
        <span className="mono">{reference}</span>
      </TextLink>
    </span>
  );
}
