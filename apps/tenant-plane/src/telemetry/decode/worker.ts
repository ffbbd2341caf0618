import { parentPort } from "node:worker_threads";
import { openDecode } from "./decode.ts";
import { BadBody, type Job } from "./job.ts";
import type { Answer } from "./thread.ts";

/** The decoder on a thread of its own. */
const decode = openDecode();

parentPort?.on("message", ({ id, job }: { id: number; job: Job }) => {
  const { answer, moved } = answerTo(job);
  parentPort?.postMessage({ id, answer }, moved);
});

function answerTo(job: Job): { answer: Answer; moved: ArrayBuffer[] } {
  try {
    const decoded = decode(job);
    const blocks = [...decoded.tables, ...(decoded.series ? [decoded.series] : [])].map(({ block }) => block);
    // Blocks that have a buffer to themselves are handed over; small ones, which share one, are copied.
    const moved = blocks.flatMap(({ buffer, byteLength }) =>
      buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
    );
    return { answer: { decoded }, moved };
  } catch (error) {
    if (error instanceof BadBody)
      return { answer: { bad: { message: error.message, status: error.status } }, moved: [] };
    return { answer: { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }, moved: [] };
  }
}
