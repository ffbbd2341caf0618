import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import graph from "../../ui/graph/graph.module.css";
import { useAttention } from "./focus.ts";
import classes from "./graph.module.css";

// A type, not an interface: xyflow wants its data indexable.
type EdgeData = { words: string; spoken: boolean };
export type ImpactEdge = Edge<EdgeData, "link">;

/** A relationship. Those of the hovered item and on the path to the chosen item are highlighted and labeled. */
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
        // xyflow's own label measures itself, which is slow for twenty labels under a moving pointer.
        <text className={graph.label} x={labelX} y={labelY}>
          {data.words}
        </text>
      ) : null}
    </g>
  );
});
