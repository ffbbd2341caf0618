import { Select } from "@mantine/core";
import type { WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { setEdge } from "../draft/edits.ts";
import { namesAt } from "../draft/names.ts";
import { messageAt } from "../draft/problems.ts";
import type { Editing } from "./editing.ts";
import { ExpressionField } from "./text-fields.tsx";

interface ConditionOfEdgeProps extends Editing {
  source: WorkflowStep;
  edge: WorkflowEdge;
  index: number;
}

const branches = [
  { value: "true", label: "True" },
  { value: "false", label: "False" },
  { value: "", label: "Always" },
];

/** When the edge is taken: the branch of a condition, or an expression. */
export function ConditionOfEdge({ draft, problems, change, source, edge, index }: ConditionOfEdgeProps) {
  const error = messageAt(problems, `edges.${index}.condition`);
  const { condition: _, ...plain } = edge;
  const set = (condition: string) =>
    change(setEdge(draft, index, condition === "" ? plain : { ...plain, condition }), `edge.${index}`);
  if (source.type === "condition")
    return (
      <Select
        label="When the result is"
        allowDeselect={false}
        error={error}
        data={branches}
        value={edge.condition ?? ""}
        onChange={(chosen) => set(chosen ?? "")}
      />
    );
  return (
    <ExpressionField
      label="Condition"
      description={
        source.type === "approval"
          ? "Empty: only when approved. A rejection goes on only through a condition."
          : "Empty: always after success. A failure goes on only through a condition."
      }
      placeholder={source.type === "approval" ? `steps.${source.id}.decision == "rejected"` : ""}
      error={error}
      names={namesAt(draft, source.id, true)}
      value={edge.condition ?? ""}
      onChange={set}
    />
  );
}
