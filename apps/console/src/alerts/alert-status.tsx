import type { Alert } from "@opsplane/contract";
import { type MarkLook, StatusMark } from "../ui/status-mark.tsx";
import { Tag } from "../ui/tag.tsx";

const looks: Record<Alert["status"], MarkLook & { word: string }> = {
  pending: { word: "Pending", tone: "amber", shape: "ring" },
  firing: { word: "Firing", tone: "red", shape: "full" },
  resolved: { word: "Resolved", tone: "green", shape: "square" },
};

export function AlertStatusText({ status }: Pick<Alert, "status">) {
  return <StatusMark look={looks[status]}>{looks[status].word}</StatusMark>;
}

/** What is special about an alert: it flaps, fires for lack of data, or is muted. */
export function AlertMarks({ alert }: { alert: Pick<Alert, "status" | "flapping" | "no_data" | "muted"> }) {
  return (
    <>
      {alert.status === "pending" ? <Tag tone="notice">Pending</Tag> : null}
      {alert.flapping ? <Tag tone="notice">Flapping</Tag> : null}
      {alert.no_data ? <Tag tone="notice">No data</Tag> : null}
    </>
  );
}
