import type { RunStep } from "@opsplane/contract";
import { useClock } from "../../time/time.tsx";
import { spanText } from "./run-duration.tsx";

/** How long a step took, or takes until now. */
export function StepSpan({ step: { started_at, finished_at } }: { step: Pick<RunStep, "started_at" | "finished_at"> }) {
  const { now } = useClock();
  if (!started_at) return null;
  return spanText((finished_at ? Date.parse(finished_at) : now) - Date.parse(started_at));
}
