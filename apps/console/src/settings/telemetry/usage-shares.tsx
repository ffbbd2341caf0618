import type { TelemetrySettings } from "@opsplane/contract";
import { EChart } from "../../ui/chart/echart.tsx";
import { byteText, percentText } from "../../ui/quantity.ts";
import { kindWords } from "./kinds.ts";

/** Each signal's part of the volume. */
export function UsageShares({ usage }: Pick<TelemetrySettings, "usage">) {
  const total = usage.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <EChart
      kind="pie"
      title="Share of each signal in the volume of this month"
      height={170}
      option={{
        tooltip: { valueFormatter: (bytes) => byteText(Number(bytes)) },
        series: [
          {
            type: "pie",
            radius: ["48%", "76%"],
            labelLine: { length: 6, length2: 6 },
            center: ["50%", "50%"],
            // Labels of thin slices would overlap. The table has every value.
            minShowLabelAngle: 15,
            data: usage.map(({ kind, bytes }) => ({
              name: `${kindWords[kind]} ${percentText(bytes, total)}`,
              value: bytes,
            })),
          },
        ],
      }}
    />
  );
}
