import { BaseEdge, type Edge, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import graph from "../../ui/graph/graph.module.css";
import classes from "./canvas.module.css";

// A type, not an interface: xyflow wants its data indexable.
type EdgeData = {
  index: number;
  /** The condition, shortened. */
  words: string;
  problem: string | undefined;
  /** Not written as an edge: steps without edges run in their order. */
  isImplied: boolean;
  /** Of a run: whether the run went this way; undefined when it is not known yet. */
  isTaken: boolean | undefined;
};
export type StepEdgeOf = Edge<EdgeData, "step">;

export const StepEdge = memo(function StepEdge(props: EdgeProps<StepEdgeOf>) {
  const { data, markerEnd, selected, sourceX, sourceY } = props;
  const [path, middleX, middleY] = getBezierPath(props);
  if (!data) return null;
  // The branch of a condition is written at its outlet, where no step covers it.
  const isBranch = data.words === "true" || data.words === "false";
  const [x, y] = isBranch ? [sourceX, sourceY + 18] : [middleX, middleY];
  return (
    <g
      className={classes.edge}
      data-selected={selected ?? false}
      data-problem={data.problem !== undefined}
      data-implied={data.isImplied}
      data-taken={data.isTaken}
    >
      <BaseEdge path={path} interactionWidth={22} {...(markerEnd ? { markerEnd } : {})} />
      {data.words || data.problem ? (
        <text className={graph.label} x={x} y={y}>
          {data.problem ? "⚠ " : ""}
          {data.words}
          {data.problem ? <title>{data.problem}</title> : null}
        </text>
      ) : null}
    </g>
  );
});
