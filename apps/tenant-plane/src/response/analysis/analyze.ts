import type { Incident } from "@opsplane/contract";
import type { Db, Log } from "@opsplane/runtime";
import type { TelemetryReads } from "../../telemetry/index.ts";
import { gather } from "./gather.ts";
import { type Conclusion, conclude } from "./rules.ts";
import { readTelemetry } from "./telemetry.ts";

export interface AnalysisDeps {
  /** Reads of the incident's tenant. */
  db: Db;
  reads: TelemetryReads;
  now: Date;
  log: Log;
}

/** Analyzes the cause of an incident. Another engine replaces this function. */
export async function analyze(deps: AnalysisDeps, incident: Incident): Promise<Conclusion> {
  const records = await gather(deps.db, incident);
  return conclude({ ...records, telemetry: await readTelemetry(deps, records) });
}
