import type { IncidentStatus } from "@opsplane/contract";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";

export const incidentLooks: Record<IncidentStatus, MarkLook & { word: string }> = {
  triggered: { word: "Triggered", tone: "red", shape: "full" },
  open: { word: "Open", tone: "orange", shape: "full" },
  acknowledged: { word: "Acknowledged", tone: "blue", shape: "ring" },
  investigating: { word: "Investigating", tone: "violet", shape: "ring" },
  resolved: { word: "Resolved", tone: "green", shape: "square" },
  closed: { word: "Closed", tone: "grey", shape: "square" },
  reopened: { word: "Reopened", tone: "orange", shape: "full" },
};

export function StatusText({ status }: { status: IncidentStatus }) {
  return <StatusMark look={incidentLooks[status]}>{incidentLooks[status].word}</StatusMark>;
}
