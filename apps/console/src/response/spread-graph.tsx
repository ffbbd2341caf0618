import { Slider } from "@mantine/core";
import type { Rca } from "@opsplane/contract";
import { useMemo, useState } from "react";
import { clockTime } from "../time/format.ts";
import { useClock } from "../time/time.tsx";
import { layoutOf, nodeSize } from "../ui/graph/layout.ts";
import classes from "./spread-graph.module.css";

type Spread = Rca["spread"];

const columnGap = 60;
const margin = 6;
const minuteMs = 60_000;

/** What was unusual at a moment. A slider moves through the time of the problem; failures travel from left to right. */
export function SpreadGraph({ spread }: { spread: Spread }) {
  const times = spread.nodes.map(({ since }) => Date.parse(since));
  const [first, last] = [Math.min(...times) - minuteMs, Math.max(...times)];
  const [at, setAt] = useState(last);
  const { shapes, width, height } = useMemo(() => shapesOf(spread), [spread]);
  const { mode } = useClock();
  const format = (time: number) => clockTime(new Date(time).toISOString(), mode);
  const isUnusual = (since: string) => Date.parse(since) <= at;
  const shown = spread.nodes.filter(({ since }) => isUnusual(since)).map(({ name }) => name);
  return (
    <div className={classes.spread}>
      <div className={classes.scroll}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={`Unusual at ${format(at)}: ${shown.join(", ") || "nothing yet"}`}
        >
          {spread.edges.map(({ source, target }) => {
            const [from, to] = [shapes.get(target), shapes.get(source)];
            return from && to ? (
              <path
                key={`${source} ${target}`}
                className={classes.edge}
                data-on={shown.includes(source) && shown.includes(target)}
                d={`M${from.x + nodeSize.width} ${from.y + nodeSize.height / 2} C${from.x + nodeSize.width + columnGap / 2} ${from.y + nodeSize.height / 2} ${to.x - columnGap / 2} ${to.y + nodeSize.height / 2} ${to.x} ${to.y + nodeSize.height / 2}`}
              />
            ) : null;
          })}
          {spread.nodes.map(({ name, since, probability }, index) => {
            const { x, y } = shapes.get(name) ?? { x: 0, y: 0 };
            return (
              <g
                key={name}
                className={classes.node}
                transform={`translate(${x} ${y})`}
                data-on={isUnusual(since)}
                data-cause={index === 0}
              >
                <rect width={nodeSize.width} height={nodeSize.height} rx={6} />
                <text x={10} y={19}>
                  {short(name)}
                </text>
                <text x={10} y={36} className={classes.since}>
                  {format(Date.parse(since))}
                  {index === 0 ? ` · ${Math.round(probability * 100)} %` : ""}
                </text>
              </g>
            );
          })}
        </svg>
      </div>
      {last > first + minuteMs ? (
        <Slider
          size="sm"
          min={first}
          max={last}
          step={minuteMs}
          value={at}
          onChange={setAt}
          label={(value) => format(value)}
          thumbLabel="Time of the problem"
        />
      ) : null}
    </div>
  );
}

const maxName = 24;

function short(name: string): string {
  return name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name;
}

function shapesOf({ nodes, edges }: Spread) {
  const links = edges.map(({ source, target }) => ({ id: `${source} ${target}`, from: target, to: source }));
  const placed = layoutOf({ items: nodes.map(({ name }) => ({ id: name })), links, tree: links }, columnGap);
  const corners = [...placed].map(([name, { x, y }]) => ({
    name,
    x: x - nodeSize.width / 2,
    y: y - nodeSize.height / 2,
  }));
  const [left, top] = [Math.min(...corners.map(({ x }) => x)), Math.min(...corners.map(({ y }) => y))];
  const shapes = new Map(corners.map(({ name, x, y }) => [name, { x: x - left + margin, y: y - top + margin }]));
  const all = [...shapes.values()];
  return {
    shapes,
    width: Math.max(...all.map(({ x }) => x)) + nodeSize.width + margin,
    height: Math.max(...all.map(({ y }) => y)) + nodeSize.height + margin,
  };
}
