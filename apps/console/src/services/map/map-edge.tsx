import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import graph from "../../ui/graph/graph.module.css";
import { countText } from "../../ui/quantity.ts";
import { millisText, shareText } from "../health.ts";
import type { MapLink } from "./map-model.ts";
import classes from "./service-map.module.css";

// A type, not an interface: xyflow wants its data indexable.
type EdgeData = { link: MapLink; isNear: boolean };
export type CallEdge = Edge<EdgeData, "call">;

const badShare = 0.05;
const minErrors = 3;

/** Calls from one service to another. A busier edge is thicker, a failing one red. */
export const MapEdge = memo(function MapEdge(props: EdgeProps<CallEdge>) {
  const { data, markerEnd } = props;
  const [path, x, y] = getBezierPath(props);
  if (!data) return null;
  const { edge, weight } = data.link;
  const fails = edge.errors >= minErrors && edge.errors / edge.calls >= badShare;
  return (
    <g className={fails ? classes.failing : data.isNear ? classes.near : classes.edge}>
      <BaseEdge
        path={path}
        interactionWidth={0}
        style={{ strokeWidth: 1.2 + weight * 3.5 }}
        {...(markerEnd ? { markerEnd } : {})}
      />
      {data.isNear || fails ? (
        <text className={graph.label} x={x} y={y}>
          {countText(edge.calls)} · {millisText(edge.p95_ms)}
          {fails ? ` · ${shareText(edge.errors / edge.calls)} errors` : ""}
        </text>
      ) : null}
    </g>
  );
});
