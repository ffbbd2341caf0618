import type { RcaInput, Suspect } from "@opsplane/rca";
import { type Db, Failure, type Log } from "@opsplane/runtime";
import type { EntitySeries, TelemetryReads } from "../../telemetry/index.ts";
import type { Facts, SuspectFact, TelemetryFact } from "./facts.ts";
import { findingsOf } from "./findings.ts";
import { observe } from "./observe.ts";
import { beginningsOf } from "./observed-series.ts";
import { itemsByName } from "./store.ts";

export interface TelemetryDeps {
  db: Db;
  reads: TelemetryReads;
  rank(input: RcaInput): Promise<readonly Suspect[]>;
  now: Date;
  log: Log;
}

/** Reads telemetry around an incident and ranks what is unusual. Without ClickHouse the analysis goes on without it. */
export async function readTelemetry(
  { db, reads, rank, now, log }: TelemetryDeps,
  records: Omit<Facts, "telemetry">,
): Promise<TelemetryFact> {
  const { status, input, metrics, counts, deployments, missing } = await observe(reads, records, now, log);
  const none = { status, suspects: [], startedAt: null, edges: [], counts, deployments, missing };
  if (input === undefined) return none;
  const found = await rank(input).catch((error) => {
    if (error instanceof Failure) throw error;
    log.warn({ error: String(error) }, "an analysis goes on without a ranking of telemetry");
    return undefined;
  });
  if (found === undefined) return { ...none, status: "unavailable", missing: [...missing, "the ranking"] };
  if (found.length === 0) return none;
  const items = new Map(
    (
      await itemsByName(
        db,
        found.map(({ service }) => service),
      )
    ).map(({ id, name }) => [name, id]),
  );
  const since = beginningsOf(input);
  const hosts = new Set(input.spans?.current.hosts);
  const suspects = found.map(
    (suspect): SuspectFact => ({
      name: suspect.service,
      isHost: hosts.has(suspect.service) || metrics.some((each) => isOfHost(each, suspect.service)),
      ci_id: items.get(suspect.service.toLowerCase()) ?? null,
      probability: suspect.probability,
      findings: findingsOf(suspect, input, metrics),
      since: new Date(since.get(suspect.service) ?? input.at),
    }),
  );
  return { ...none, suspects, startedAt: new Date(input.at), edges: edgesBetween(found, input) };
}

function isOfHost({ labels }: EntitySeries, name: string): boolean {
  return labels["host.name"] === name && labels["service.name"] !== name;
}

/** The calls and dependencies between suspects. */
function edgesBetween(found: readonly Suspect[], { calls }: RcaInput): TelemetryFact["edges"] {
  const names = new Set(found.map(({ service }) => service));
  return calls.flatMap(({ caller, callee }) =>
    names.has(caller) && names.has(callee) ? [{ source: caller, target: callee }] : [],
  );
}
