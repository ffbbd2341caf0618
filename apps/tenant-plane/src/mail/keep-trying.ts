import type { WorkflowRun } from "@opsplane/runtime";

export type Attempt = "done" | "try again";

const longestPauseMs = 5 * 60_000;
const giveUpAfterMs = 7 * 24 * 3_600_000;

/** Attempts with growing pauses, across crashes and restarts, until one is done or a week has passed. */
export async function keepTrying(
  run: WorkflowRun,
  firstPauseMs: number,
  attempt: (number: number) => Promise<Attempt>,
): Promise<"done" | "gave up"> {
  let waited = 0;
  for (let number = 1; ; number++) {
    if ((await attempt(number)) === "done") return "done";
    const pause = Math.min(firstPauseMs * 2 ** Math.min(number - 1, 20), longestPauseMs);
    if (waited + pause > giveUpAfterMs) return "gave up";
    waited += pause;
    await run.sleep(pause);
  }
}
