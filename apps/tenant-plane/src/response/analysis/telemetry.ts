import type { Call, RcaInput, Series, Suspect } from "@opsplane/rca";
import { type Db, Failure, type Log } from "@opsplane/runtime";
import type { EntitySeries, TelemetryReads } from "../../telemetry/index.ts";
import type { Facts, SuspectFact, TelemetryFact } from "./facts.ts";
import { findingsOf } from "./findings.ts";
import { observe } from "./observe.ts";
import { beginningsOf } from "./observed-series.ts";
import { callersOf, connect } from "./spread.ts";
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
  const { status, input, metrics, counts, alerting, deployments, missing } = await observe(reads, records, now, log);
  const none = {
    status,
    suspects: [],
    startedAt: null,
    others: [],
    affected: [],
    edges: [],
    counts,
    alerting,
    deployments,
    missing,
  };
  if (input === undefined) return none;
  const found = await rank(input).catch((error) => {
    if (error instanceof Failure) throw error;
    log.warn({ error: String(error) }, "an analysis goes on without a ranking of telemetry");
    return undefined;
  });
  if (found === undefined) return { ...none, status: "unavailable", missing: [...missing, "the ranking"] };
  if (found.length === 0) return none;
  const suspected = found.map(({ service }) => service);
  const affected = (input.affected ?? []).slice(0, maxShown);
  const noticed = beginningsOf({ ...input, series: input.series.filter(isOfCalls) });
  const hurt = [...callersOf(suspected.slice(0, maxLikely), input.calls)].filter((name) => noticed.has(name));
  const shown = [...new Set([...suspected, ...affected, ...hurt.slice(0, maxShown)])];
  const { between, edges } = connect(shown, [...input.calls, ...placesOf(shown, input)]);
  const names = [...shown, ...between];
  const items = new Map((await itemsByName(db, names)).map(({ id, name }) => [name, id]));
  const itemOf = (name: string) => items.get(name.toLowerCase()) ?? null;
  const since = beginningsOf(input);
  const hosts = new Set(input.spans?.current.hosts);
  const suspects = found.map(
    (suspect): SuspectFact => ({
      name: suspect.service,
      isHost: hosts.has(suspect.service) || metrics.some((each) => isOfHost(each, suspect.service)),
      ci_id: itemOf(suspect.service),
      probability: suspect.probability,
      findings: findingsOf(suspect, input, metrics),
      since: new Date(since.get(suspect.service) ?? input.at),
    }),
  );
  const others = names.slice(suspected.length).map((name) => {
    const at = noticed.get(name);
    return { name, ci_id: itemOf(name), since: at === undefined ? null : new Date(at) };
  });
  return { ...none, suspects, startedAt: new Date(input.at), others, affected, edges };
}

/** Of the affected, and of those that became slow or fail because they call a suspect. */
const maxShown = 20;
/** The suspects whose callers are shown. */
const maxLikely = 3;

function isOfHost({ labels }: EntitySeries, name: string): boolean {
  return labels["host.name"] === name && labels["service.name"] !== name;
}

/** Many series of a thing move by chance; those of its calls are what its callers notice. */
function isOfCalls({ metric }: Series): boolean {
  return metric === "success rate" || metric === "latency p50";
}

/** What runs on hosts that are shown. */
function placesOf(shown: readonly string[], { spans }: RcaInput): Call[] {
  const { services, service, host, hosts } = spans?.current ?? {};
  if (services === undefined || service === undefined || host === undefined || hosts === undefined) return [];
  const found = new Map<string, Call>();
  for (let span = 0; span < service.length; span++) {
    const [caller, callee] = [services[service[span] ?? -1], hosts[host[span] ?? -1]];
    if (caller === undefined || callee === undefined || caller === callee || !shown.includes(callee)) continue;
    found.set(`${caller}\n${callee}`, { caller, callee });
  }
  return [...found.values()];
}
