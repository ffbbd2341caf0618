import { burnWindows, type SloState } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import { attainmentOf, budgetOf, burnLengths, burnRateOf, burnRatesOf, type Events, stateOf } from "./rules.ts";
import { readSums, saveFigures } from "./store/slots.ts";

export interface StateChange {
  id: string;
  name: string;
  from: SloState;
  to: SloState;
}

/** Computes the figures of objectives from their slots, stores them, and returns the states that changed. */
export async function refreshFigures(db: Db, ids: readonly string[]): Promise<StateChange[]> {
  const found = await readSums(
    db,
    ids,
    burnWindows.map((window) => burnLengths[window]),
  );
  const figures = found.map(({ slo_id: sloId, objective, sums: [window = noEvents, ...parts] }) => {
    const burnRates = parts.map((part) => burnRateOf(objective, part));
    const budgetRemaining = window.total > 0 ? budgetOf(objective, window).remaining : null;
    return { sloId, ...window, burnRates, budgetRemaining, state: stateOf(objective, window, burnRatesOf(burnRates)) };
  });
  await saveFigures(db, figures);
  return found.flatMap(({ slo_id: id, name, state: from }, index) => {
    const to = figures[index]?.state ?? from;
    return from === to ? [] : [{ id, name, from, to }];
  });
}

const noEvents: Events = { good: 0, total: 0 };

/** The figures of one objective for a period of a report. */
export interface PeriodFigures extends Events {
  id: string;
  name: string;
  service: string | null;
  group_id: string | null;
  objective: number;
  window_days: number;
  /** Percent of good events in the period; null without events. */
  attainment: number | null;
  /** Percent of the budget of the objective's window that is left at the end of the period; null without events. */
  budgetRemaining: number | null;
  /** The highest burn rate of an hour of the period; null without events. */
  worstBurn: number | null;
}

interface PeriodRow extends Events {
  id: string;
  name: string;
  service: string | null;
  group_id: string | null;
  objective: number;
  window_days: number;
  window_good: number;
  window_total: number;
  worst_share: number | null;
}

/** The figures of all objectives of a tenant for the period [from, to), by one statement. */
export async function sloFiguresOf(db: Db, { from, to }: { from: Date; to: Date }): Promise<PeriodFigures[]> {
  const rows = await db.rows<PeriodRow>(sql`
    select slo.id, slo.name, slo.service, slo.group_id, slo.objective, slo.window_days,
      period.good, period.total, ending.good as window_good, ending.total as window_total, worst.share as worst_share
    from slos slo join slo_measurements measured on measured.tenant_id = slo.tenant_id and measured.slo_id = slo.id
    cross join lateral (select least(${to.toISOString()}, measured.measured_until) as until) reached
    cross join lateral slo_events(slo.tenant_id, slo.id, ${from.toISOString()}, reached.until) period
    cross join lateral slo_events(slo.tenant_id, slo.id, reached.until - make_interval(days => slo.window_days), reached.until) ending
    cross join lateral (
      select max(greatest(hours.total - hours.good, 0) / hours.total) as share from slo_hours hours
      where hours.tenant_id = slo.tenant_id and hours.slo_id = slo.id and hours.total > 0
        and hours.at >= hour_of(${from.toISOString()}) and hours.at < reached.until
    ) worst
    order by lower(slo.name), slo.id limit 1000`);
  return rows.map(({ window_good, window_total, worst_share, ...row }) => {
    const window = { good: window_good, total: window_total };
    return {
      ...row,
      attainment: attainmentOf(row),
      budgetRemaining: window.total > 0 ? budgetOf(row.objective, window).remaining : null,
      worstBurn: worst_share === null ? null : burnRateOf(row.objective, { good: 1 - worst_share, total: 1 }),
    };
  });
}
