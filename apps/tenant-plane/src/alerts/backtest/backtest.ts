import type { AlertPolicyContent, Backtest, BacktestAlert, IncidentSummary, MetricSeries } from "@opsplane/contract";
import { type Db, invalid, sql } from "@opsplane/runtime";
import type { GroupLine } from "../../telemetry/index.ts";
import { durationMs } from "../signals/durations.ts";
import { keyOf, type Moments, momentAt } from "../signals/group-values.ts";
import { readSignals, type SignalReads } from "../signals/read.ts";
import { emptyReplay, type Replay, type ReplayedAlert, replayInto } from "./replay.ts";

const day = 86_400_000;
const longest = 30 * day;
/** Moments that are read at once. */
const chunk = 4_000;
const shownAlerts = 1_000;
const shownGroups = 20;
const shownPoints = 600;

/** Replays a policy over stored data: the moments and the decisions are those of live evaluation. */
export async function backtest(
  db: Db,
  reads: SignalReads,
  content: AlertPolicyContent,
  { from, to }: { from: Date; to: Date },
): Promise<Backtest> {
  const step = durationMs(content.interval);
  const start = Math.ceil(from.getTime() / step) * step;
  const points = Math.floor((to.getTime() - start) / step) + 1;
  if (to.getTime() - from.getTime() > longest) invalid("from", "must be at most 30 days before to");
  const replay = emptyReplay();
  const chart = chartOf({ start, step, points: Math.max(points, 0) });
  for (let first = 0; first < points; first += chunk) {
    const moments: Moments = { start: start + first * step, step, points: Math.min(chunk, points - first) };
    const [outcome] = await readSignals(reads, [{ content, moments }]);
    if (outcome === undefined || "error" in outcome) throw outcome?.error;
    replayInto(replay, content, outcome.values, moments);
    chart.add(outcome.values.groups, outcome.values.bounds, moments);
  }
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    step_seconds: step / 1000,
    evaluations: Math.max(points, 0),
    groups: chart.groups(),
    ...(await findings(db, replay, to.getTime())),
    ...chart.series(replay),
  };
}

async function findings(db: Db, { alerts }: Replay, end: number) {
  const shown = alerts.slice(0, shownAlerts);
  const real = await realIncidents(db, shown);
  const opened = alerts.filter(({ isNew }) => isNew).length;
  return {
    alerts: shown.map((alert, index) => shownAlert(alert, end, real[index] ?? [])),
    total_alerts: alerts.length,
    total_incidents: opened,
    pages: opened,
    firing_seconds: alerts.reduce((sum, { firedAt, resolvedAt }) => sum + ((resolvedAt ?? end) - firedAt) / 1000, 0),
  };
}

function shownAlert(alert: ReplayedAlert, end: number, incidents: IncidentSummary[]): BacktestAlert {
  const { labels, severity, startedAt, firedAt, resolvedAt, peak, flapping, isNew } = alert;
  return {
    labels: { ...labels },
    severity,
    started_at: new Date(startedAt).toISOString(),
    fired_at: new Date(firedAt).toISOString(),
    resolved_at: resolvedAt === null ? null : new Date(resolvedAt).toISOString(),
    duration_seconds: Math.round(((resolvedAt ?? end) - firedAt) / 1000),
    peak: peak !== null && Number.isFinite(peak) ? peak : null,
    flapping,
    opens_incident: isNew,
    incidents,
  };
}

/** Real incidents that were open while each alert would have fired, at most three of each. */
async function realIncidents(db: Db, alerts: readonly ReplayedAlert[]): Promise<IncidentSummary[][]> {
  if (alerts.length === 0) return [];
  const rows = await db.rows<IncidentSummary & { place: number }>(sql`
    select fired.place::int as place, incident.id, incident.reference, incident.title, incident.severity, incident.status
    from unnest(${alerts.map(({ firedAt }) => new Date(firedAt).toISOString())}::timestamptz[],
                ${alerts.map(({ resolvedAt }) => (resolvedAt === null ? null : new Date(resolvedAt).toISOString()))}::timestamptz[])
      with ordinality as fired (began, ended, place)
    cross join lateral (
      select id, reference, title, severity, status from incidents
      where created_at <= coalesce(fired.ended, app_now()) + interval '15 minutes' and created_at > fired.began - interval '7 days'
        and coalesce(resolved_at, 'infinity') >= fired.began
      order by created_at desc limit 3
    ) incident`);
  return alerts.map((_, index) =>
    rows.filter(({ place }) => place === index + 1).map(({ place: _place, ...incident }) => incident),
  );
}

interface Chart {
  add(
    groups: readonly GroupLine[],
    bounds: { upper: GroupLine[]; lower: GroupLine[] } | undefined,
    moments: Moments,
  ): void;
  groups(): number;
  series(replay: Replay): Pick<Backtest, "series" | "bounds">;
}

/** Thins the values to what a chart can show. Of several moments the one that is farthest from zero is kept. */
function chartOf({ points }: Moments): Chart {
  const every = Math.max(1, Math.ceil(points / shownPoints));
  const kept = { values: new Map<string, Kept>(), upper: new Map<string, Kept>(), lower: new Map<string, Kept>() };
  const add = (into: Map<string, Kept>, lines: readonly GroupLine[], moments: Moments) => {
    for (const line of lines) {
      const key = keyOf(line.labels);
      const found = into.get(key) ?? { labels: line.labels, points: [] };
      into.set(key, found);
      for (let from = 0; from < moments.points; from += every) {
        const point = farthest(line, from, Math.min(from + every, moments.points));
        if (point !== undefined) found.points.push([momentAt(moments, point), line.values[point] as number]);
      }
    }
  };
  return {
    add: (groups, bounds, moments) => {
      add(kept.values, groups, moments);
      if (bounds) {
        add(kept.upper, bounds.upper, moments);
        add(kept.lower, bounds.lower, moments);
      }
    },
    groups: () => kept.values.size,
    series: ({ alerts }) => {
      const fired = new Set(alerts.map(({ key }) => key));
      const keys = [...kept.values.keys()].sort((one, two) => Number(fired.has(two)) - Number(fired.has(one)));
      const shown = keys.slice(0, shownGroups);
      const of = (from: Map<string, Kept>) => shown.flatMap((key) => from.get(key) ?? []).map(asSeries);
      return { series: of(kept.values), bounds: [...of(kept.upper), ...of(kept.lower)] };
    },
  };
}

interface Kept {
  labels: Record<string, string>;
  points: [number, number][];
}

function asSeries({ labels, points }: Kept): MetricSeries {
  return { labels, points: points.filter(([, value]) => Number.isFinite(value)) };
}

function farthest({ values, there }: GroupLine, from: number, to: number): number | undefined {
  let found: number | undefined;
  for (let point = from; point < to; point++) {
    if (there[point] !== 1) continue;
    if (found === undefined || Math.abs(values[point] as number) > Math.abs(values[found] as number)) found = point;
  }
  return found;
}
