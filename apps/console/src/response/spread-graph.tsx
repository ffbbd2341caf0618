import { Slider } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import type { Rca } from "@opsplane/contract";
import { useMemo, useState } from "react";
import { clockTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import classes from "./spread-graph.module.css";
import { spreadLayout } from "./spread-layout.ts";

type Spread = Rca["spread"];

/** Until the panel is measured. */
const usualWidth = 760;
const minuteMs = 60_000;

/** What was unusual at a moment. A slider moves through the time of the problem; failures travel from left to right. */
export function SpreadGraph({ spread }: { spread: Spread }) {
  const times = spread.nodes.flatMap(({ since }) => (since === null ? [] : Date.parse(since)));
  const [first, last] = [Math.min(...times) - minuteMs, Math.max(...times)];
  const [at, setAt] = useState(last);
  const panel = useElementSize();
  const available = panel.width || usualWidth;
  const { corners, node, gap, width, height, maxName } = useMemo(
    () => spreadLayout(spread, available),
    [spread, available],
  );
  const { mode } = useClock();
  const format = (time: number) => clockTime(new Date(time).toISOString(), mode);
  const isUnusual = (since: string | null) => since !== null && Date.parse(since) <= at;
  const quiet = new Set(spread.nodes.flatMap(({ name, since }) => (since === null ? name : [])));
  const timeText = (since: string | null, affected = false) => {
    if (since !== null) return format(Date.parse(since));
    return affected ? "affected" : "nothing unusual";
  };
  const shown = spread.nodes.filter(({ since }) => isUnusual(since)).map(({ name }) => name);
  return (
    <div className={classes.spread} ref={panel.ref}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it with the keyboard */}
      <section className={classes.scroll} aria-label="Graph of what was unusual" tabIndex={0}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={`Unusual at ${format(at)}: ${shown.join(", ") || "nothing yet"}`}
        >
          {spread.edges.map(({ source, target }) => {
            const [from, to] = [corners.get(target), corners.get(source)];
            if (!from || !to) return null;
            const [startX, startY] = [from.x + node.width, from.y + node.height / 2];
            const endY = to.y + node.height / 2;
            return (
              <path
                key={`${source} ${target}`}
                className={classes.edge}
                data-on={shown.includes(source) && shown.includes(target)}
                data-quiet={quiet.has(source) || quiet.has(target)}
                d={`M${startX} ${startY} C${startX + gap / 2} ${startY} ${to.x - gap / 2} ${endY} ${to.x} ${endY}`}
              />
            );
          })}
          {spread.nodes.map(({ name, since, probability, affected }, index) => {
            const { x, y } = corners.get(name) ?? { x: 0, y: 0 };
            return (
              <g
                key={name}
                className={classes.node}
                transform={`translate(${x} ${y})`}
                data-on={isUnusual(since)}
                data-cause={index === 0}
                data-quiet={since === null}
              >
                <title>{since === null ? `${name}: nothing unusual seen` : name}</title>
                <rect width={node.width} height={node.height} rx={6} />
                <text x={10} y={19}>
                  {name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name}
                </text>
                <text x={10} y={36} className={classes.since}>
                  {timeText(since, affected)}
                  {index === 0 ? ` · ${Math.round(probability * 100)}%` : ""}
                </text>
              </g>
            );
          })}
        </svg>
      </section>
      {last > first + minuteMs ? (
        <Slider
          size="sm"
          min={first}
          max={last}
          step={minuteMs}
          value={at}
          onChange={setAt}
          label={(value) => format(value)}
          labelAlwaysOn
          thumbLabel="Time of the problem"
        />
      ) : null}
    </div>
  );
}
