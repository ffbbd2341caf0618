import type { BadBody, Decoded, Job } from "./job.ts";

/** Messages to a decoder thread: decode a body, or note whether new series were stored. */
export type ToWorker = { job: Job } | { announcement: number; stored: boolean };

export type FromWorker =
  | { decoded: Decoded }
  | { bad: { message: string; status: BadBody["status"] } }
  | { failed: string };
