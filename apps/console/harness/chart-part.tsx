import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { Chart } from "../src/ui/chart/chart.tsx";

const [points, stepMs, from] = [500, 60_000, Date.UTC(2026, 10, 16)];
const range = { from, to: from + points * stepMs };
const markers = [
  { id: "change", at: from + 120 * stepMs, label: "CHG-00000042 deploy checkout" },
  { id: "incident", at: from + 130 * stepMs, label: "INC-00000007 checkout is slow" },
];

/** Many series with gaps, and events. */
export function ChartPart({ series: count }: { series: number }) {
  const [shown, setShown] = useState(true);
  const [selected, setSelected] = useState("");
  const data = useMemo(() => dataOf(count), [count]);
  return (
    <>
      <Button onClick={() => setShown(!shown)}>{shown ? "Remove" : "Add"} the chart</Button>
      <output>{selected}</output>
      {shown ? (
        <Chart
          title="Latency by pod"
          data={data}
          empty="No data"
          kind="lines"
          unit="seconds"
          mode="utc"
          range={range}
          stepMs={stepMs}
          markers={markers}
          height={320}
          onSelect={(chosen) => setSelected(`${(chosen.to - chosen.from) / stepMs} minutes`)}
        />
      ) : null}
    </>
  );
}

function dataOf(count: number) {
  const times = Array.from({ length: points }, (_, at) => from + at * stepMs);
  const series = Array.from({ length: count }, (_, index) => ({
    id: `pod-${index}`,
    label: `checkout-7d9f8b-${String(index).padStart(3, "0")}`,
    // Each series misses twenty points, so that it has a gap.
    values: times.map((_time, at) => ((at + index * 7) % points < 20 ? null : valueAt(index, at))),
  }));
  return { times, series };
}

function valueAt(index: number, at: number): number {
  return 0.05 + index * 0.004 + 0.02 * Math.sin(at / (9 + (index % 13))) + 0.004 * Math.sin(at * index);
}
