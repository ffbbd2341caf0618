import type { AlertPolicyContent } from "@opsplane/contract";
import type { ReadPriority } from "@opsplane/runtime";
import type { MetricQuery, TelemetryReads } from "../../telemetry/index.ts";
import { type ReadBurnRates, readBurn } from "./burn-rates.ts";
import { firesAtZero } from "./compare.ts";
import { durationMs } from "./durations.ts";
import type { GroupValues, Moments } from "./group-values.ts";
import { type MetricPlan, metricPlan } from "./metric-plans.ts";

/** Reads what policies of one tenant compare. */
export interface SignalReads extends TelemetryReads {
  burnRates: ReadBurnRates;
}

/** Opens the reads of one tenant. The signal cancels them. */
export type OpenSignals = (tenantId: string, signal: AbortSignal, priority: ReadPriority) => SignalReads;

/** What one policy wants to know. */
export interface SignalRequest {
  content: AlertPolicyContent;
  moments: Moments;
}

export type SignalOutcome = { values: GroupValues } | { error: unknown };

/** Reads the values of many policies of one tenant. The metric queries of all of them share their reads, and so do burn rates. */
export async function readSignals(reads: SignalReads, requests: readonly SignalRequest[]): Promise<SignalOutcome[]> {
  const outcomes: SignalOutcome[] = requests.map(() => ({ error: new Error("It was not evaluated.") }));
  const metrics = requests.flatMap((request, at) => (request.content.signal === "metrics" ? [{ request, at }] : []));
  const types = await rateTypes(
    reads,
    metrics.map(({ request }) => request),
  );
  const plans = metrics.map(({ request, at }) => ({ at, plan: metricPlan(request, types) }));
  await runPlans(reads, plans, outcomes);
  await readBurn(reads.burnRates, requests, outcomes);
  for (const [at, request] of requests.entries()) {
    const { signal } = request.content;
    if (signal === "logs") outcomes[at] = await settled(readLogs(reads, request));
    else if (signal === "traces") outcomes[at] = await settled(readCalls(reads, request));
  }
  return outcomes;
}

async function settled(values: Promise<GroupValues>): Promise<SignalOutcome> {
  return values.then(
    (found) => ({ values: found }),
    (error: unknown) => ({ error }),
  );
}

/** The types of the metrics whose rate is wanted: a counter's rate is not a gauge's change. */
async function rateTypes(reads: TelemetryReads, requests: readonly SignalRequest[]): Promise<Map<string, string>> {
  const names = requests
    .filter(({ content }) => content.condition.type === "rate")
    .map(({ content }) => content.condition.metric_name ?? "");
  return names.length === 0 ? new Map() : reads.metricTypes([...new Set(names)]);
}

async function runPlans(
  reads: TelemetryReads,
  plans: readonly { at: number; plan: MetricPlan }[],
  outcomes: SignalOutcome[],
): Promise<void> {
  const queries: MetricQuery[] = plans.flatMap(({ plan }) => plan.queries);
  if (queries.length === 0) return;
  const found = await reads.metrics(queries);
  let from = 0;
  for (const { at, plan } of plans) {
    const its = found.slice(from, from + plan.queries.length);
    from += plan.queries.length;
    const failed = its.find((each) => "error" in each);
    outcomes[at] =
      failed && "error" in failed
        ? failed
        : await settled(
            plan.values(
              reads,
              its.flatMap((each) => ("result" in each ? [each.result] : [])),
            ),
          );
  }
}

const hour = 3_600_000;

async function readLogs(reads: TelemetryReads, { content, moments }: SignalRequest): Promise<GroupValues> {
  const { condition, group_by: by } = content;
  const { q, service, level, window = "5m" } = condition;
  const filter = { ...(q && { q }), ...(service?.length && { service }), ...(level?.length && { level }) };
  const windows = { ...moments, window: durationMs(window) };
  const groups = await reads.countLogs(filter, by, windows);
  if (by.length === 0 || !firesAtZero(content)) return { groups, absent: 0 };
  // A group that fell silent counts as zero for as long as it is remembered.
  const seen = await reads.countLogs(filter, by, { ...moments, window: Math.max(windows.window, hour) });
  return {
    groups: groups.map((group) => ({
      ...group,
      there: group.there.map((_, point) => (group.values[point] === 0 ? 0 : 1)),
    })),
    absent: 0,
    known: (point) => seen.filter(({ values }) => (values[point] ?? 0) > 0).map(({ labels }) => labels),
  };
}

async function readCalls(reads: TelemetryReads, { content, moments }: SignalRequest): Promise<GroupValues> {
  const { condition, group_by: by, no_data } = content;
  const { type, service, operation, agg = "p95", window = "5m", min_calls = 1 } = condition;
  const groups = await reads.calls(
    {
      services: service?.length ? service : undefined,
      operation,
      by,
      figure: type === "error_rate" ? "error_rate" : { quantile: Number(agg.slice(1)) / 100 },
      minCalls: min_calls,
    },
    { ...moments, window: durationMs(window) },
  );
  // Without groups, silence is known too.
  return { groups, ...(by.length === 0 && no_data === "alert" && { known: () => [{}] }) };
}
