import type { RunStep, WorkflowStep } from "@opsplane/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { runStepLooks } from "../../records/run-status.tsx";
import graph from "../../ui/graph/graph.module.css";
import { stepStatusIcons, stepTypeIcons } from "../words.ts";
import classes from "./canvas.module.css";

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
};
export type StepNodeOf = Node<NodeData, "step">;

export const StepNode = memo(function StepNode({ data, selected }: NodeProps<StepNodeOf>) {
  const { step, title, about, problem, state, isEditable } = data;
  const TypeIcon = stepTypeIcons[step.type];
  return (
    <div
      className={`${graph.node} ${classes.node}`}
      data-selected={selected}
      data-problem={problem !== undefined}
      data-status={state?.status}
      title={problem ?? title}
    >
      <Handle type="target" position={Position.Top} className={classes.handle ?? ""} isConnectable={isEditable} />
      <TypeIcon size={17} aria-hidden="true" />
      <span className={graph.words}>
        <span className={`${graph.name} ${classes.name}`}>{title}</span>
        <span className={`${graph.about} ${classes.about}`}>
          {problem ?? (state ? runStepLooks[state.status].word : about)}
        </span>
      </span>
      {problem ? <IconAlertTriangle size={16} className={classes.warn} aria-hidden="true" /> : null}
      {state ? <StateMark state={state} /> : null}
      <Outlets step={step} isEditable={isEditable} />
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
function Outlets({ step, isEditable }: { step: WorkflowStep; isEditable: boolean }) {
  const shared = { type: "source", position: Position.Bottom, className: classes.handle ?? "" } as const;
  if (step.type !== "condition") return <Handle {...shared} isConnectable={isEditable} />;
  return (
    <>
      <Handle {...shared} id="true" style={{ left: "25%" }} isConnectable={isEditable} title="True" />
      <Handle {...shared} id="always" className={classes.noHandle ?? ""} isConnectable={false} />
      <Handle {...shared} id="false" style={{ left: "75%" }} isConnectable={isEditable} title="False" />
    </>
  );
}
