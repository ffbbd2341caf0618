import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { RankingAnswer, RankingJob } from "./ranker.ts";
import { suspectsOf } from "./suspects.ts";

// Lowers the priority of this thread only, so API requests come first when cores are busy.
setPriority(3);

parentPort?.on("message", ({ job }: { job: RankingJob }) => {
  const answer: RankingAnswer = { suspects: suspectsOf(job.input) };
  parentPort?.postMessage(answer);
});
