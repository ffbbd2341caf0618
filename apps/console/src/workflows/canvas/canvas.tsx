import { Button, useComputedColorScheme } from "@mantine/core";
import { type WorkflowStepType, workflowStepTypes } from "@opsplane/contract";
import { IconLayoutDistributeHorizontal } from "@tabler/icons-react";
import {
  Background,
  type Connection,
  Controls,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { type DragEvent, type KeyboardEvent, useMemo, useState } from "react";
import { flowLabels, nodeIdOf } from "../../ui/graph/flow-settings.ts";
import graph from "../../ui/graph/graph.module.css";
import type { Position } from "../../ui/graph/layout.ts";
import { addStep, connect, connectProblem, placeSteps, removeEdges, removeStep } from "../draft/edits.ts";
import { laidOut, placeAfter, placesOf } from "../draft/places.ts";
import type { Selection } from "../draft/problems.ts";
import type { Editing } from "../fields/editing.ts";
import classes from "./canvas.module.css";
import { flowEdgesOf, nodesOf } from "./elements.ts";
import { Refit } from "./refit.tsx";
import { StepEdge } from "./step-edge.tsx";
import { StepNode, type StepNodeOf } from "./step-node.tsx";
import { draggedType, StepPalette } from "./step-palette.tsx";
import type { RunbookNames } from "./summary.ts";

export interface CanvasProps extends Editing {
  selected: Selection;
  onSelect: (place: Selection) => void;
  runbooks: RunbookNames;
  isEditable: boolean;
}

/** Draws and edits the graph of a workflow. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Drawing {...props} />
    </ReactFlowProvider>
  );
}

const nodeTypes = { step: StepNode };
const edgeTypes = { step: StepEdge };
/** A smaller graph would be unreadable, so that a large one is panned. */
const whole = { padding: 0.08, minZoom: 0.6, maxZoom: 1.1 };
const settings: Selection = { kind: "settings" };

function Drawing({ draft, problems, change, selected, onSelect, runbooks, isEditable }: CanvasProps) {
  const colorMode = useComputedColorScheme("dark");
  const flow = useReactFlow();
  const [dragged, setDragged] = useState<ReadonlyMap<string, Position>>(new Map());
  const [refusal, setRefusal] = useState<string>();
  const drawn = useMemo(() => {
    const places = new Map([...placesOf(draft), ...dragged]);
    return { places, problems, selected, runbooks, isEditable };
  }, [draft, dragged, problems, selected, runbooks, isEditable]);
  const nodes = useMemo(() => nodesOf(draft, drawn), [draft, drawn]);
  const edges = useMemo(() => flowEdgesOf(draft, drawn), [draft, drawn]);

  const edit = (next: typeof draft, topic?: string) => {
    setRefusal(undefined);
    change(next, topic);
  };
  const showAll = () => requestAnimationFrame(() => void flow.fitView(whole));
  const add = (type: WorkflowStepType, position?: Position) => {
    const after = selected.kind === "step" && !position ? selected.id : undefined;
    const added = addStep(draft, type, { after, position: position ?? placeAfter(draft, after) });
    edit(added.draft);
    onSelect({ kind: "step", id: added.id });
    if (!position) showAll();
  };
  const join = ({ source, target, sourceHandle }: Connection) => {
    const problem = connectProblem(draft, source, target);
    if (problem) return setRefusal(problem);
    edit(connect(draft, source, target, sourceHandle ?? undefined));
  };
  const moved = (changes: NodeChange<StepNodeOf>[]) => {
    const moves = changes.flatMap((each) => (each.type === "position" && each.position ? [each] : []));
    if (moves.length === 0) return;
    const places = new Map(moves.flatMap(({ id, position }) => (position ? [[id, position] as const] : [])));
    if (moves.some(({ dragging }) => dragging)) return setDragged(new Map([...dragged, ...places]));
    setDragged(new Map());
    // A click ends a drag without a move.
    const now = placesOf(draft);
    const isMoved = [...places].some(([id, { x, y }]) => now.get(id)?.x !== x || now.get(id)?.y !== y);
    if (isMoved) change(placeSteps(draft, places), `place.${[...places.keys()].join()}`);
  };
  const press = (event: KeyboardEvent) => {
    const place = placeIn(event.target);
    if ((event.key === "Enter" || event.key === " ") && place) onSelect(place);
    else if (event.key === "Escape" && selected.kind !== "settings") onSelect(settings);
    else return;
    event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const type = workflowStepTypes.find((each) => each === event.dataTransfer.getData(draggedType));
    if (!type) return;
    event.preventDefault();
    add(type, flow.screenToFlowPosition({ x: event.clientX - 90, y: event.clientY - 20 }));
  };
  return (
    <div className={classes.board}>
      {isEditable ? (
        <div className={classes.tools}>
          <StepPalette onAdd={add} disabled={draft.steps.length >= 100} />
          <Button
            variant="default"
            leftSection={<IconLayoutDistributeHorizontal size={15} />}
            disabled={draft.steps.length === 0}
            onClick={() => {
              edit(placeSteps(draft, laidOut(draft)));
              showAll();
            }}
          >
            Arrange
          </Button>
        </div>
      ) : null}
      <section
        className={`${graph.frame} ${classes.frame}`}
        aria-label="Canvas"
        onKeyDownCapture={press}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          colorMode={colorMode}
          fitView
          fitViewOptions={whole}
          minZoom={0.2}
          maxZoom={2}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          nodesDraggable={isEditable}
          nodesConnectable={isEditable}
          deleteKeyCode={isEditable ? "Delete" : null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          ariaLabelConfig={isEditable ? editLabels : readLabels}
          connectionRadius={32}
          onNodesChange={moved}
          onConnect={join}
          onNodeClick={(_, { id }) => onSelect({ kind: "step", id })}
          onNodeDragStart={(_, { id }) => onSelect({ kind: "step", id })}
          onEdgeClick={(_, { data }) => data && onSelect({ kind: "edge", index: data.index })}
          onPaneClick={() => onSelect(settings)}
          onDelete={({ nodes: gone, edges: cut }) => {
            const indexes = cut.flatMap(({ data }) => (data ? [data.index] : []));
            const next =
              gone.length > 0
                ? gone.reduce((each, { id }) => removeStep(each, id), draft)
                : removeEdges(draft, indexes);
            edit(next);
            onSelect(settings);
          }}
        >
          <Refit options={whole} />
          <Background gap={24} size={1} />
          <Controls showInteractive={false} fitViewOptions={whole} />
        </ReactFlow>
        {draft.steps.length === 0 ? (
          <p className={classes.empty}>Add the first step with the buttons above, or drag one here.</p>
        ) : null}
        {refusal ? (
          <p className={classes.refusal} role="alert">
            {refusal}
          </p>
        ) : null}
      </section>
    </div>
  );
}

/** The step or edge that an event is about. */
function placeIn(target: EventTarget): Selection | undefined {
  const id = nodeIdOf(target);
  if (id) return { kind: "step", id };
  const edge = target instanceof Element ? target.closest(".react-flow__edge")?.getAttribute("data-id") : undefined;
  const index = Number(edge?.replace("edge-", ""));
  return edge && Number.isInteger(index) ? { kind: "edge", index } : undefined;
}

const editLabels = flowLabels("Enter selects the step. Arrow keys move it, Delete removes it.");
const readLabels = flowLabels("Enter shows the step.");
