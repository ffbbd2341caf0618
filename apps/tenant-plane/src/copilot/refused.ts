import type { ToolOutcome } from "../tools/index.ts";

/** A tool said no. */
export class Refused extends Error {
  constructor(readonly outcome: Extract<ToolOutcome, { ok: false }>) {
    super(outcome.message);
  }
}
