import type { RunStep, WorkflowStep } from "@opsplane/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Handle, type Node, type NodeProps, Position, useUpdateNodeInternals } from "@xyflow/react";
import { memo, useEffect } from "react";
import { runStepLooks } from "../../records/run-status.tsx";
import graph from "../../ui/graph/graph.module.css";
import { stepStatusIcons, stepTypeIcons } from "../words.ts";
import classes from "./canvas.module.css";
import type { Branch } from "./elements.ts";

// A type, not an interface: xyflow wants its data indexable.
type NodeData = {
  step: WorkflowStep;
  title: string;
  about: string;
  /** The first problem of the step. */
  problem: string | undefined;
  /** The step of a run. */
  state: RunStep | undefined;
  isEditable: boolean;
  /** The outlets of a condition from left to right. */
  branches: [Branch, Branch];
};
export type StepNodeOf = Node<NodeData, "step">;

export const StepNode = memo(function StepNode({ data, selected }: NodeProps<StepNodeOf>) {
  const { step, title, about, problem, state } = data;
  const TypeIcon = stepTypeIcons[step.type];
  return (
    <div
      className={`${graph.node} ${classes.node}`}
      data-selected={selected}
      data-problem={problem !== undefined}
      data-status={state?.status}
      title={problem ?? title}
    >
      <Handle type="target" position={Position.Top} className={classes.handle ?? ""} isConnectable={data.isEditable} />
      <TypeIcon size={17} aria-hidden="true" />
      <span className={graph.words}>
        <span className={`${graph.name} ${classes.name}`}>{title}</span>
        <span className={`${graph.about} ${classes.about}`}>
          {problem ?? (state ? runStepLooks[state.status].word : about)}
        </span>
      </span>
      {problem ? <IconAlertTriangle size={16} className={classes.warn} aria-hidden="true" /> : null}
      {state ? <StateMark state={state} /> : null}
      <Outlets {...data} />
    </div>
  );
});

function StateMark({ state: { status } }: { state: RunStep }) {
  const StatusIcon = stepStatusIcons[status];
  return (
    <span className={classes.mark} data-status={status} aria-hidden="true">
      <StatusIcon size={14} stroke={2.2} />
    </span>
  );
}

/** A condition has an outlet for true and one for false; every other step has one. */
function Outlets({ step: { id, type }, isEditable, branches: [left, right] }: NodeData) {
  const update = useUpdateNodeInternals();
  // Edges follow when the outlets change places.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs for each new order
  useEffect(() => update(id), [update, id, left]);
  const shared = { type: "source", position: Position.Bottom, className: classes.handle ?? "" } as const;
  if (type !== "condition") return <Handle {...shared} isConnectable={isEditable} />;
  return (
    <>
      <Handle {...shared} id={left} style={{ left: "25%" }} isConnectable={isEditable} title={branchTitles[left]} />
      <Handle {...shared} id="always" className={classes.noHandle ?? ""} isConnectable={false} />
      <Handle {...shared} id={right} style={{ left: "75%" }} isConnectable={isEditable} title={branchTitles[right]} />
    </>
  );
}

const branchTitles: Record<Branch, string> = { true: "True", false: "False" };
