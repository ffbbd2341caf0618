import { useTicking } from "../time/ticking.ts";
import { tookText } from "../time/took.ts";

interface Span {
  started_at: string | null;
  finished_at: string | null;
}

/** How long a step took, or takes until now. */
export function StepDuration({ step: { started_at, finished_at } }: { step: Span }) {
  const now = useTicking(started_at !== null && finished_at === null);
  if (started_at === null) return null;
  const start = Date.parse(started_at);
  return tookText((finished_at ? Date.parse(finished_at) : now) - start);
}

/** How long an execution or a workflow run took, or takes until now. */
export function RunDuration({
  run: { created_at, finished_at },
}: {
  run: { created_at: string; finished_at: string | null };
}) {
  return <StepDuration step={{ started_at: created_at, finished_at }} />;
}
