import { ActionIcon, Button, Select } from "@mantine/core";
import { edgesOf } from "@opsplane/automation";
import type { WorkflowEdge, WorkflowStep } from "@opsplane/contract";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { connect, connectProblem, nameOf, removeEdges, setEdge } from "../draft/edits.ts";
import { ConditionOfEdge } from "./edge-condition.tsx";
import type { Editing } from "./editing.ts";
import classes from "./fields.module.css";

interface OutgoingEdgesProps extends Editing {
  step: WorkflowStep;
}

/** Where the run goes after a step, with the condition of each edge. */
export function OutgoingEdges({ step, ...editing }: OutgoingEdgesProps) {
  const { draft, change } = editing;
  const edges = edgesOf(draft);
  const outgoing = edges.flatMap((edge, index) => (edge.from === step.id ? [{ edge, index }] : []));
  const reachable = draft.steps.filter(({ id }) => connectProblem(draft, step.id, id) === undefined);
  const fresh = reachable.filter(({ id }) => !outgoing.some(({ edge }) => edge.to === id));
  return (
    <section className={classes.part} aria-label={`Goes to, after ${step.name || step.id}`}>
      <h3 className={classes.partTitle}>Goes to</h3>
      {outgoing.length === 0 ? <p className={classes.note}>Nothing. The path ends here.</p> : null}
      {draft.edges.length === 0 && outgoing.length > 0 ? (
        <p className={classes.note}>Steps run in their order, because the workflow has no edges of its own.</p>
      ) : null}
      <ol className={classes.rows}>
        {outgoing.map(({ edge, index }, number) => (
          <li key={index}>
            <EdgeRow {...editing} step={step} edge={edge} index={index} number={number + 1} />
          </li>
        ))}
      </ol>
      <Select
        aria-label={`Add a step after ${step.name || step.id}`}
        placeholder={fresh.length > 0 ? "Add a next step…" : "No other step can follow"}
        leftSection={<IconPlus size={14} />}
        disabled={fresh.length === 0}
        data={fresh.map(({ id }) => ({ value: id, label: nameOf(draft, id) }))}
        value={null}
        onChange={(to) => to && change(connect(draft, step.id, to))}
      />
    </section>
  );
}

interface EdgeRowProps extends Editing {
  step: WorkflowStep;
  edge: WorkflowEdge;
  index: number;
  number: number;
}

function EdgeRow({ step, edge, index, number, ...editing }: EdgeRowProps) {
  const { draft, change } = editing;
  const without = removeEdges(draft, [index]);
  const targets = draft.steps.filter(
    ({ id }) =>
      id === edge.to || (connectProblem(without, step.id, id) ?? connectProblem(draft, step.id, id)) === undefined,
  );
  return (
    <fieldset className={classes.row} aria-label={`Next step ${number}`}>
      <div className={classes.stack}>
        <Select
          label="Step"
          allowDeselect={false}
          data={targets.map(({ id }) => ({ value: id, label: nameOf(draft, id) }))}
          value={edge.to}
          onChange={(to) => to && change(setEdge(draft, index, { ...edge, to }))}
        />
        <ConditionOfEdge {...editing} source={step} edge={edge} index={index} />
      </div>
      <ActionIcon
        size={26}
        className={classes.remove ?? ""}
        aria-label={`Remove the edge to ${nameOf(draft, edge.to)}`}
        onClick={() => change(without)}
      >
        <IconTrash size={15} />
      </ActionIcon>
    </fieldset>
  );
}

/** Removes an edge, for the panel of the canvas. */
export function RemoveEdgeButton({ draft, change, index }: Editing & { index: number }) {
  return (
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={14} />}
      onClick={() => change(removeEdges(draft, [index]))}
    >
      Remove edge
    </Button>
  );
}
