import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import { useAttention } from "./focus.ts";
import classes from "./graph.module.css";

// A type, not an interface: xyflow wants its data indexable.
type EdgeData = { words: string; spoken: boolean };
export type ImpactEdge = Edge<EdgeData, "link">;

/** A relation. Those of the item one points at, and on the way to the chosen one, are lit and say what they are. */
export const GraphEdge = memo(function GraphEdge(props: EdgeProps<ImpactEdge>) {
  const { source, target, data, markerEnd } = props;
  const near = useAttention(
    ({ chosen, hovered, way }) =>
      chosen === source ||
      chosen === target ||
      hovered === source ||
      hovered === target ||
      way.has(`${source} ${target}`),
  );
  const [path, labelX, labelY] = getBezierPath(props);
  return (
    <g className={near ? classes.near : classes.edge}>
      <BaseEdge path={path} interactionWidth={0} {...(markerEnd ? { markerEnd } : {})} />
      {data && (near || data.spoken) ? (
        // Not xyflow's label, which measures itself: twenty at once under a pointer are felt.
        <text className={classes.label} x={labelX} y={labelY}>
          {data.words}
        </text>
      ) : null}
    </g>
  );
});
