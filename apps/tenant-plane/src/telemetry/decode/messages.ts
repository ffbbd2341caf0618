import type { BadBody, Decoded, Job } from "./job.ts";

/** What a decoder's thread is asked: to decode a body, or to hear what became of new series. */
export type ToWorker = { job: Job } | { announcement: number; stored: boolean };

export type FromWorker =
  | { decoded: Decoded }
  | { bad: { message: string; status: BadBody["status"] } }
  | { failed: string };
