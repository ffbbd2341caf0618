import type { Slo } from "@opsplane/contract";
import { StatusMark } from "../ui/status-mark.tsx";
import { stateLooks, stateWords } from "./words.ts";

/** The state of an objective; one without figures yet is measured. */
export function SloStateMark({ slo: { status } }: { slo: Pick<Slo, "status"> }) {
  if (status.state === "no_data" && status.catching_up)
    return <StatusMark look={{ tone: "blue", shape: "ring" }}>Measuring</StatusMark>;
  return <StatusMark look={stateLooks[status.state]}>{stateWords[status.state]}</StatusMark>;
}
