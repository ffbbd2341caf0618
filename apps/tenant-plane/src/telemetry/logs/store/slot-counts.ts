import { bind, type ClickHouseReader, chsql, listed } from "@opsplane/runtime";
import { assertFewSlots, type GroupLine, labelsOf, maxSlotRows, type SlidingWindows, slotPlan } from "../../sliding.ts";
import { inRange } from "../../time-range.ts";
import { type LogFilter, matching } from "../filter.ts";
import { fieldValue } from "../query/index.ts";

interface Row {
  group: string[];
  slot: number;
  records: number;
}

/** Counts the records in the window before each point, by groups of fields. A window includes its start and excludes its end. */
export async function countInWindows(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  by: readonly string[],
  windows: SlidingWindows,
): Promise<GroupLine[]> {
  const { base, slot, slots, perStep, perWindow } = slotPlan(windows);
  const range = { from: new Date(base), to: new Date(base + slots * slot) };
  const rows = await clickhouse.rows<Row>(chsql`
    SELECT [${listed(by.map(fieldValue))}]::Array(String) AS "group",
      intDiv(toUnixTimestamp64Milli(ts) - ${bind.whole(base)}, ${bind.whole(slot)}) AS slot, count() AS records
    FROM log_records
    WHERE tenant_id = {tenant:String} AND ${inRange(chsql`ts`, range)} AND ${matching(filter)}
    GROUP BY "group", slot LIMIT ${bind.whole(maxSlotRows + 1)}`);
  assertFewSlots(rows.length);
  const groups = new Map<string, { labels: Record<string, string>; counts: Float64Array }>();
  // Without groups there is always one, which may count nothing.
  if (by.length === 0) groups.set("[]", { labels: {}, counts: new Float64Array(slots) });
  for (const { group, slot: at, records } of rows) {
    const key = JSON.stringify(group);
    const found = groups.get(key) ?? { labels: labelsOf(by, group), counts: new Float64Array(slots) };
    groups.set(key, found);
    found.counts[Number(at)] = records;
  }
  return [...groups.values()].map(({ labels, counts }) => {
    const values = new Float64Array(windows.points);
    for (let point = 0; point < windows.points; point++)
      for (let at = point * perStep; at < point * perStep + perWindow; at++)
        values[point] = (values[point] as number) + (counts[at] as number);
    return { labels, values, there: new Uint8Array(windows.points).fill(1) };
  });
}
