import type { AlertPolicy } from "@opsplane/contract";
import { TimeText } from "../../time/time.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";

type Stated = Pick<AlertPolicy, "enabled" | "state">;

/** What the last evaluation found, most urgent first. */
export function PolicyState({ policy: { enabled, state } }: { policy: Stated }) {
  const { error, firing, pending, groups, last_evaluated_at } = state;
  if (!enabled) return <StatusMark look={{ tone: "grey", shape: "square" }}>Disabled</StatusMark>;
  if (error)
    return (
      <span title={error}>
        <StatusMark look={{ tone: "orange", shape: "full" }}>Failed</StatusMark>
      </span>
    );
  if (firing > 0) return <StatusMark look={{ tone: "red", shape: "full" }}>{firing} firing</StatusMark>;
  if (pending > 0) return <StatusMark look={{ tone: "amber", shape: "ring" }}>{pending} pending</StatusMark>;
  if (last_evaluated_at === null)
    return <StatusMark look={{ tone: "grey", shape: "ring" }}>Not evaluated yet</StatusMark>;
  return (
    <StatusMark look={{ tone: groups > 0 ? "green" : "grey", shape: "square" }}>
      {groups > 0 ? "OK" : "No data"}
    </StatusMark>
  );
}

export function groupsText(groups: number): string {
  return groups === 1 ? "1 group" : `${groups.toLocaleString("en")} groups`;
}

export function LastEvaluated({ policy: { state } }: { policy: Stated }) {
  return state.last_evaluated_at ? <TimeText at={state.last_evaluated_at} /> : <span className="dim">Never</span>;
}
