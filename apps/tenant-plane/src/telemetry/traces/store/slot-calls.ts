import { bind, type ClickHouseReader, chsql, every, listed, type SqlFragment } from "@opsplane/runtime";
import {
  assertFewSlots,
  type GroupLine,
  labelsOf,
  maxSlotRows,
  type SlidingWindows,
  type SlotPlan,
  slotPlan,
} from "../../sliding.ts";
import { inRange } from "../../time-range.ts";
import { nanosOfStep } from "../latency.ts";
import { ofOperation } from "./conditions.ts";

export interface CallQuery {
  services: readonly string[] | undefined;
  operation: string | undefined;
  by: readonly string[];
  /** The share of failed calls, or a quantile of durations in milliseconds. */
  figure: "error_rate" | { quantile: number };
  /** Windows with fewer calls have no value. */
  minCalls: number;
}

interface Row {
  group: string[];
  slot: number;
  failed: number;
  latency: number;
  calls: number;
}

/** A figure of the entry spans in the window before each point, by groups. Quantiles come from latency buckets. */
export async function callsInWindows(
  clickhouse: ClickHouseReader,
  { services, operation, by, figure, minCalls }: CallQuery,
  windows: SlidingWindows,
): Promise<GroupLine[]> {
  const plan = slotPlan(windows);
  const range = { from: new Date(plan.base), to: new Date(plan.base + plan.slots * plan.slot) };
  const where = every([
    chsql`entry = 1`,
    services && chsql`service IN ${bind.texts(services)}`,
    ofOperation(operation === undefined ? {} : { operation }),
  ]);
  const rows = await clickhouse.rows<Row>(chsql`
    SELECT [${listed(by.map(labelOf))}]::Array(String) AS "group",
      intDiv(toUnixTimestamp64Milli(start) - ${bind.whole(plan.base)}, ${bind.whole(plan.slot)}) AS slot,
      ${figure === "error_rate" ? chsql`status = 'error'` : chsql`0`} AS failed, ${figure === "error_rate" ? chsql`0` : chsql`spans.latency`} AS latency,
      count() AS calls
    FROM spans
    WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, range)} AND ${where}
    GROUP BY "group", slot, failed, latency LIMIT ${bind.whole(maxSlotRows + 1)}`);
  assertFewSlots(rows.length);
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(row.group);
    const found = groups.get(key);
    if (found) found.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map((its) => ({
    labels: labelsOf(by, its[0]?.group ?? []),
    ...lineOf(its, plan, windows.points, figure, minCalls),
  }));
}

function labelOf(name: string): SqlFragment {
  if (name === "service") return chsql`service`;
  if (name === "operation") return chsql`name`;
  const key = bind.text(name);
  return chsql`if(mapContains(attributes, ${key}), attributes[${key}], resource[${key}])`;
}

function lineOf(
  rows: readonly Row[],
  { slots, perStep, perWindow }: SlotPlan,
  points: number,
  figure: CallQuery["figure"],
  minCalls: number,
): Pick<GroupLine, "values" | "there"> {
  const bySlot: Row[][] = [];
  for (const row of rows) {
    const at = Number(row.slot);
    const found = bySlot[at];
    if (found) found.push(row);
    else if (at < slots) bySlot[at] = [row];
  }
  const values = new Float64Array(points);
  const there = new Uint8Array(points);
  const read = figure === "error_rate" ? failedShare : (its: readonly Row[]) => quantile(its, figure.quantile);
  for (let point = 0; point < points; point++) {
    const from = point * perStep;
    const its: Row[] = [];
    for (let at = from; at < from + perWindow; at++) its.push(...(bySlot[at] ?? []));
    if (its.reduce((sum, { calls }) => sum + calls, 0) < minCalls) continue;
    values[point] = read(its);
    there[point] = 1;
  }
  return { values, there };
}

function failedShare(rows: readonly Row[]): number {
  let [failed, calls] = [0, 0];
  for (const row of rows) {
    calls += row.calls;
    if (row.failed) failed += row.calls;
  }
  return failed / calls;
}

function quantile(rows: readonly Row[], wanted: number): number {
  const counts = new Map<number, number>();
  for (const { latency, calls } of rows) counts.set(latency, (counts.get(latency) ?? 0) + calls);
  const sorted = [...counts].sort(([one], [two]) => one - two);
  let left = wanted * sorted.reduce((sum, [, calls]) => sum + calls, 0);
  for (const [latency, calls] of sorted) {
    left -= calls;
    if (left <= 0) return nanosOfStep(latency) / 1e6;
  }
  return nanosOfStep(sorted.at(-1)?.[0] ?? 0) / 1e6;
}
