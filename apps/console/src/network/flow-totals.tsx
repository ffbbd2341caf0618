import type { Output, operations } from "@opsplane/contract";
import { StatTiles } from "../explore/stat-tiles.tsx";
import type { Interval } from "../time/range.ts";
import { unitText } from "../ui/chart/units.ts";
import { byteText, countText } from "../ui/quantity.ts";

export type FlowSummary = Output<typeof operations.netflow.list>["summary"];

/** The totals of the window, and how much that is each second. */
export function FlowTotals({ summary, interval }: { summary: FlowSummary | undefined; interval: Interval }) {
  const seconds = Math.max(1, (interval.to - interval.from) / 1000);
  const text = (write: (totals: FlowSummary["totals"]) => string) => (summary ? write(summary.totals) : "–");
  return (
    <StatTiles
      label="Totals"
      stats={[
        { label: "Flows", value: text(({ flows }) => countText(flows)) },
        { label: "Bytes", value: text(({ bytes }) => byteText(bytes)) },
        { label: "Packets", value: text(({ packets }) => countText(packets)) },
        { label: "Protocols", value: text(({ protocols }) => String(protocols)) },
        { label: "Flows per second", value: text(({ flows }) => unitText(flows / seconds, "count/s")) },
        { label: "Bits per second", value: text(({ bytes }) => unitText((bytes * 8) / seconds, "bits/s")) },
      ]}
    />
  );
}
