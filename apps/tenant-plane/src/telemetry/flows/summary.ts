import type { BoundedRange } from "../time-range.ts";
import { labelOf } from "./ports.ts";
import type { HourRow, PortRow } from "./store/flows.ts";

const hour = 3600;

/** Longer windows list only hours that have flows. */
const maxHours = 10_000;

/** Totals of the whole window, the same on every page. */
export function summarise({ from, to }: BoundedRange, hours: readonly HourRow[], ports: readonly PortRow[]) {
  const sum = (field: "flows" | "bytes" | "packets") => hours.reduce((total, row) => total + row[field], 0);
  return {
    window: { from: from.toISOString(), to: to.toISOString() },
    totals: {
      flows: sum("flows"),
      bytes: sum("bytes"),
      packets: sum("packets"),
      protocols: new Set(hours.flatMap(({ protocols }) => protocols)).size,
    },
    top_dest_ports: ports.map(({ dst_port, protocol, bytes, flows }) => ({
      dst_port,
      label: labelOf(protocol, dst_port, null),
      bytes,
      flows,
    })),
    bytes_series: series({ from, to }, hours),
  };
}

/** Hourly sums, oldest first, with zero for hours without flows. */
function series({ from, to }: BoundedRange, hours: readonly HourRow[]): { ts: string; bytes: number }[] {
  const bytesAt = new Map<number, number>();
  const first = Math.floor(from.getTime() / 1000 / hour) * hour;
  const end = to.getTime() / 1000;
  if ((end - first) / hour <= maxHours) for (let at = first; at < end; at += hour) bytesAt.set(at, 0);
  for (const row of hours.slice(-maxHours)) bytesAt.set(row.hour, row.bytes);
  return [...bytesAt].map(([at, bytes]) => ({ ts: new Date(at * 1000).toISOString(), bytes }));
}
