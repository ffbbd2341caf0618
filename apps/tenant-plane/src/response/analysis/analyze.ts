import type { Incident } from "@opsplane/contract";
import { type Db, Failure, fairShares, openFairLimiter } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import type { OpenReads } from "../../telemetry/index.ts";
import { gather } from "./gather.ts";
import { openRanker } from "./ranking/ranker.ts";
import { type Conclusion, conclude } from "./rules.ts";
import { readTelemetry } from "./telemetry.ts";

export interface Analyzer {
  /** Analyzes the cause of an incident. */
  analyze(asked: AskedAnalysis): Promise<Conclusion>;
  close(): Promise<void>;
}

interface AskedAnalysis {
  tenantId: string;
  /** Reads of the incident's tenant. */
  db: Db;
  incident: Incident;
  now: Date;
  /** Who waits for it. */
  for: "person" | "policy";
}

/** Each holds the telemetry of its incident in memory. */
const analysesAtOnce = 4;
const maxWaiting = 16;

export function openAnalyzer({ config, log, faults }: Core, reads: OpenReads): Analyzer {
  const ranker = openRanker({ log, faults });
  const patienceMs = 6 * config.rcaBudgetMs;
  const limiter = openFairLimiter({ ...fairShares(analysesAtOnce), maxWaiting, patienceMs, busy });
  return {
    analyze: ({ tenantId, db, incident, now, for: priority }) =>
      limiter.take(tenantId, undefined, async () => {
        const records = await gather(db, incident);
        const telemetry = await readTelemetry(
          {
            reads: reads(tenantId, AbortSignal.timeout(config.rcaBudgetMs), priority),
            rank: (input) => ranker.rank(tenantId, input),
            ...{ db, now, log },
          },
          records,
        );
        return conclude({ ...records, telemetry });
      }),
    close: ranker.close,
  };
}

function busy(): Failure {
  return new Failure("UNAVAILABLE", "Other analyses are running; try again in a moment.", { retryAfterSeconds: 10 });
}
