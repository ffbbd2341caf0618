import type { ReportRun } from "@opsplane/contract";
import { StatusMark } from "../ui/status-mark.tsx";
import { runLooks } from "./words.ts";

export function RunState({ status }: Pick<ReportRun, "status">) {
  return <StatusMark look={runLooks[status]}>{runLooks[status].word}</StatusMark>;
}
