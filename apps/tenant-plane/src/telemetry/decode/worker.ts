import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { openDecode } from "./decode.ts";
import { BadBody, type Job } from "./job.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

// Lowers the priority of this thread only, so API requests come first when cores are busy.
setPriority(3);

const { decode, settle } = openDecode();

parentPort?.on("message", (message: ToWorker) => {
  if ("announcement" in message) return settle(message.announcement, message.stored);
  const { answer, moved } = answerTo(message.job);
  parentPort?.postMessage(answer, moved);
});

function answerTo(job: Job): { answer: FromWorker; moved: ArrayBuffer[] } {
  try {
    const decoded = decode(job);
    const blocks = [...decoded.tables, ...(decoded.series ? [decoded.series] : [])].map(({ block }) => block);
    // Blocks with their own buffer are transferred. Small blocks share a buffer and are copied.
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
