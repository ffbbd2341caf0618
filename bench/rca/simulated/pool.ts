import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Judged, JudgeInput } from "./judge.ts";

/** Judges simulated incidents on all cores. Those that nobody would feel are left out. The order is that of the questions. */
export async function judgeAll(
  worker: URL,
  asked: readonly JudgeInput[],
  done: (count: number) => void,
): Promise<Judged[]> {
  const answers = new Array<Judged | undefined>(asked.length);
  let next = 0;
  let ended = 0;
  const work = async () => {
    const thread = new Worker(worker);
    try {
      while (next < asked.length) {
        const at = next++;
        thread.postMessage(asked[at]);
        [answers[at]] = await once(thread, "message");
        done(++ended);
      }
    } finally {
      await thread.terminate();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return answers.filter((answer) => answer !== undefined);
}
