import type { SpanHeatmap } from "@opsplane/contract";
import type { ChartMarker } from "../../ui/chart/plot-props.ts";
import { countText, percentText } from "../../ui/quantity.ts";
import { durationText } from "./chips.ts";
import type { Selection } from "./filters.ts";
import { Heatmap } from "./heatmap.tsx";
import { quantileOf } from "./heatmap-cells.ts";
import classes from "./search.module.css";

interface HeatmapPanelProps {
  map: SpanHeatmap;
  scope: "entry" | "all";
  selection: Selection | undefined;
  markers: readonly ChartMarker[];
  onSelect: (selection: Selection | undefined) => void;
}

export function HeatmapPanel({ map, scope, ...heatmap }: HeatmapPanelProps) {
  return (
    <section className={classes.panel} aria-label="Duration over time">
      <div className={classes.panelHead}>
        <h2>Duration</h2>
        <span className="dim">
          {map.sampled > 1 ? "about " : ""}
          {countText(map.total)} {scope === "entry" ? "entry spans" : "spans"} · {percentText(map.errors, map.total)}{" "}
          failed · <QuantileText map={map} />
        </span>
        <Legend />
      </div>
      <Heatmap map={map} {...heatmap} />
    </section>
  );
}

function QuantileText({ map }: { map: SpanHeatmap }) {
  const about = (share: number) => durationText(Number((quantileOf(map, share) ?? 0).toPrecision(2)));
  return (
    <>
      p50 ≈ {about(0.5)} · p95 ≈ {about(0.95)}
    </>
  );
}

function Legend() {
  return (
    <span className={classes.legend} aria-hidden="true">
      few <i data-ramp="plain" /> many
      <i data-ramp="failed" /> failed
    </span>
  );
}
