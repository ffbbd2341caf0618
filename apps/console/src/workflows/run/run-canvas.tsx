import { useComputedColorScheme } from "@mantine/core";
import type { WorkflowRun } from "@opsplane/contract";
import { Background, Controls, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { type KeyboardEvent, useMemo } from "react";
import { flowLabels, nodeIdOf, readOnlyFlow } from "../../ui/graph/flow-settings.ts";
import graph from "../../ui/graph/graph.module.css";
import classes from "../canvas/canvas.module.css";
import { flowEdgesOf, nodesOf } from "../canvas/elements.ts";
import { Refit } from "../canvas/refit.tsx";
import { StepEdge } from "../canvas/step-edge.tsx";
import { StepNode } from "../canvas/step-node.tsx";
import { placesOf } from "../draft/places.ts";
import { takenOf } from "./taken.ts";

interface RunCanvasProps {
  run: WorkflowRun;
  selected: string | undefined;
  onSelect: (step: string | undefined) => void;
}

const nodeTypes = { step: StepNode };
const edgeTypes = { step: StepEdge };
/** A smaller graph would be unreadable, so that a large one is panned. */
const whole = { padding: 0.08, minZoom: 0.6, maxZoom: 1.1 };
const labels = flowLabels("Enter shows the step.");

/** The graph of a run with the state of each step. */
export function RunCanvas({ run, selected, onSelect }: RunCanvasProps) {
  const colorMode = useComputedColorScheme("dark");
  const places = useMemo(() => placesOf(run.graph), [run.graph]);
  const drawn = {
    ...{ places, problems: [], runbooks: new Map(), isEditable: false },
    selected: selected === undefined ? ({ kind: "settings" } as const) : ({ kind: "step", id: selected } as const),
    states: new Map(run.steps.map((step) => [step.id, step])),
  };
  const press = (event: KeyboardEvent) => {
    const id = nodeIdOf(event.target);
    if ((event.key === "Enter" || event.key === " ") && id) onSelect(id);
    else if (event.key === "Escape" && selected !== undefined) onSelect(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <section
      className={`${graph.frame} ${classes.frame}`}
      data-read
      aria-label="Graph of the run"
      onKeyDownCapture={press}
    >
      <ReactFlowProvider>
        <ReactFlow
          {...readOnlyFlow}
          nodes={nodesOf(run.graph, drawn)}
          edges={flowEdgesOf(run.graph, drawn, takenOf(run))}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          colorMode={colorMode}
          fitViewOptions={whole}
          minZoom={0.2}
          ariaLabelConfig={labels}
          onNodeClick={(_, { id }) => onSelect(id)}
          onPaneClick={() => onSelect(undefined)}
        >
          <Refit options={whole} />
          <Background gap={24} size={1} />
          <Controls showInteractive={false} fitViewOptions={whole} />
        </ReactFlow>
      </ReactFlowProvider>
    </section>
  );
}
