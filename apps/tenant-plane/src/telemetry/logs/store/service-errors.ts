import { type ClickHouseReader, chsql } from "@opsplane/runtime";
import { type Bars, barsOf } from "../../bars.ts";
import type { BoundedRange } from "../../time-range.ts";
import { ofGroups } from "../filter.ts";
import { byBar, type Count, countedByMinutes, type Key } from "./counts.ts";

export interface ServiceErrors {
  service: string;
  /** The bars with records, oldest first. */
  points: { ts: string; total: number; errors: number }[];
}

const errorLevels = ["error", "fatal"];

/** The records of each service by bar, and how many of them are errors. Bars are whole minutes. */
export async function readServiceErrors(
  clickhouse: ClickHouseReader,
  services: readonly string[],
  range: BoundedRange,
  maxBars: number,
): Promise<ServiceErrors[]> {
  if (services.length === 0) return [];
  const bars = barsOf(range, maxBars, 60);
  const counts = await clickhouse.rows<Count>(
    countedByMinutes(byServiceAndBar(bars), range, ofGroups({ service: services })),
  );
  const found = new Map(services.map((service) => [service, new Map<number, { total: number; errors: number }>()]));
  for (const { key, level, records } of counts) {
    const [bar = "", service = ""] = splitOnce(key);
    const ofService = found.get(service);
    const point = ofService?.get(Number(bar)) ?? { total: 0, errors: 0 };
    point.total += records;
    if (errorLevels.includes(level)) point.errors += records;
    ofService?.set(Number(bar), point);
  }
  return [...found].map(([service, points]) => ({
    service,
    points: [...points]
      .sort(([one], [other]) => one - other)
      .map(([bar, point]) => ({ ts: new Date(bar * bars.step * 1000).toISOString(), ...point })),
  }));
}

/** The number of the bar, a space and the service, whose name may have spaces too. */
function byServiceAndBar({ step }: Bars): Key {
  const bar = byBar(step);
  return {
    ofRecord: chsql`concat(${bar.ofRecord}, ' ', service)`,
    ofMinute: chsql`concat(${bar.ofMinute}, ' ', service)`,
  };
}

function splitOnce(key: string): [string, string] {
  const at = key.indexOf(" ");
  return [key.slice(0, at), key.slice(at + 1)];
}
