import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { edgesOf } from "@opsplane/automation";
import type { WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { IconTrash, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { nameOf, removeStep } from "../draft/edits.ts";
import { problemsUnder } from "../draft/problems.ts";
import { ConditionOfEdge } from "../fields/edge-condition.tsx";
import fields from "../fields/fields.module.css";
import { OutgoingEdges, RemoveEdgeButton } from "../fields/outgoing-edges.tsx";
import { StepFields } from "../fields/step-fields.tsx";
import { stepTypeWords } from "../words.ts";
import classes from "./builder.module.css";
import type { BuilderParts } from "./parts.ts";
import { SettingsParts } from "./settings-parts.tsx";

/** The fields of the selected step or edge, or those of the workflow. */
export function SidePanel(parts: BuilderParts) {
  const { draft, selected } = parts;
  const step = selected.kind === "step" ? draft.steps.find(({ id }) => id === selected.id) : undefined;
  if (step) return <StepPanel {...parts} key={step.id} step={step} />;
  const edge = selected.kind === "edge" ? edgesOf(draft)[selected.index] : undefined;
  const source = draft.steps.find(({ id }) => id === edge?.from);
  if (edge && source && selected.kind === "edge")
    return <EdgePanel {...parts} edge={edge} source={source} index={selected.index} />;
  return (
    <Frame title="Workflow">
      <SettingsParts {...parts} />
    </Frame>
  );
}

const atField =
  /^steps\.\d+\.(name|id|timeout_seconds|config\.(expression|message|subject|seconds|approver_type|approver_value|instructions|runbook_id|targets|recipients|parameters\.[^.]+))$/;

function StepPanel({ step, ...parts }: BuilderParts & { step: WorkflowStep }) {
  const { draft, problems, change, onSelect, isEditable } = parts;
  // Most problems are shown at their field.
  const own = problemsUnder(problems, `steps.${draft.steps.indexOf(step)}`).filter(({ path }) => !atField.test(path));
  return (
    <Frame title={stepTypeWords[step.type]} onClose={() => onSelect({ kind: "settings" })}>
      {own.length > 0 ? (
        <ul className={classes.own} aria-label="Problems of this step">
          {own.map(({ path, message }) => (
            <li key={path + message}>{message}</li>
          ))}
        </ul>
      ) : null}
      <StepFields {...{ draft, problems, change, step }} onRenamed={(id) => onSelect({ kind: "step", id })} />
      <OutgoingEdges {...{ draft, problems, change, step }} />
      {isEditable ? (
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={14} />}
          onClick={() => {
            change(removeStep(draft, step.id));
            onSelect({ kind: "settings" });
          }}
        >
          Remove step
        </Button>
      ) : null}
    </Frame>
  );
}

interface EdgePanelProps extends BuilderParts {
  edge: WorkflowEdge;
  source: WorkflowStep;
  index: number;
}

function EdgePanel({ edge, source, index, ...parts }: EdgePanelProps) {
  const { draft, problems, change, onSelect, isEditable } = parts;
  const own = problemsUnder(problems, `edges.${index}`).filter(({ path }) => !path.endsWith(".condition"));
  return (
    <Frame title="Edge" onClose={() => onSelect({ kind: "settings" })}>
      <p className={fields.note}>
        From <b>{nameOf(draft, edge.from)}</b> to <b>{nameOf(draft, edge.to)}</b>
      </p>
      {own.map(({ message }) => (
        <p key={message} className={fields.error}>
          {message}
        </p>
      ))}
      {draft.edges.length === 0 ? (
        <p className={fields.note}>The workflow has no edges of its own, so its steps run in their order.</p>
      ) : null}
      <ConditionOfEdge {...{ draft, problems, change, source, edge, index }} />
      {isEditable ? <RemoveEdgeButton {...{ draft, problems, change, index }} /> : null}
    </Frame>
  );
}

function Frame({ title, onClose, children }: { title: string; onClose?: () => void; children: ReactNode }) {
  return (
    <section className={classes.panel} aria-label={title}>
      <div className={classes.panelHead}>
        <h2>{title}</h2>
        {onClose ? (
          <Tooltip label="Show the workflow's settings">
            <ActionIcon size={26} aria-label="Close" onClick={onClose}>
              <IconX size={15} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      <div className={classes.panelBody}>{children}</div>
    </section>
  );
}
