import { useComputedColorScheme } from "@mantine/core";
import type { Impact } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { Background, Controls, MiniMap, ReactFlow, ReactFlowProvider, useStore } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { type KeyboardEvent, useMemo } from "react";
import { flowLabels, nodeIdOf, readOnlyFlow } from "../../ui/graph/flow-settings.ts";
import graph from "../../ui/graph/graph.module.css";
import { useLayout } from "../../ui/graph/use-layout.ts";
import { FocusProvider, useAttention, useNewFocus } from "./focus.ts";
import classes from "./graph.module.css";
import { GraphCard } from "./graph-card.tsx";
import { GraphEdge } from "./graph-edge.tsx";
import { useEdges, useNodes, wayTo } from "./graph-elements.ts";
import { type GraphModel, graphOf } from "./graph-model.ts";
import { GraphNode, type ImpactNode } from "./graph-node.tsx";

/** The affected items as a graph. A failure travels from left to right. */
export function ImpactGraph({ impacts }: { impacts: readonly Impact[] }) {
  const model = useMemo(() => graphOf(impacts), [impacts]);
  return (
    <ReactFlowProvider>
      <Canvas model={model} />
    </ReactFlowProvider>
  );
}

const nodeTypes = { item: GraphNode };
const edgeTypes = { link: GraphEdge };
const wholeGraph = { padding: 0.08, maxZoom: 1.1 };
/** Below this zoom only names are readable. */
const farZoom = 0.45;
/** From this many relationships on, those away from the pointer fade. */
const denseLinks = 150;

function Canvas({ model }: { model: GraphModel }) {
  const navigate = useNavigate();
  const colorMode = useComputedColorScheme("dark");
  const placed = useLayout(model);
  const focus = useNewFocus();
  const far = useStore(({ transform }) => transform[2] < farZoom);
  const nodes = useNodes(model, placed);
  const edges = useEdges(model);
  const open = (id: string) => void navigate({ to: "/cmdb/$id", params: { id } });
  const choose = (id: string | undefined) => {
    const item = model.items.find((one) => one.id === id);
    focus.set({ chosen: id, way: item ? wayTo(item) : new Set() });
  };

  const press = (event: KeyboardEvent) => {
    const id = nodeIdOf(event.target);
    if (event.key === "Enter" && id) open(id);
    else if (event.key === " " && id) choose(id);
    else if (event.key === "Escape" && focus.get().chosen) choose(undefined);
    else return;
    event.preventDefault();
  };

  return (
    <FocusProvider value={focus}>
      <section
        className={`${graph.frame} ${classes.frame}`}
        aria-label="Impact graph"
        data-far={far}
        data-dense={model.links.length > denseLinks}
        onKeyDownCapture={press}
      >
        {placed ? (
          <ReactFlow
            {...readOnlyFlow}
            nodes={nodes}
            edges={edges}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            colorMode={colorMode}
            fitViewOptions={wholeGraph}
            minZoom={0.04}
            ariaLabelConfig={ariaLabels}
            onNodeClick={(_, { id }) => choose(id)}
            onNodeDoubleClick={(_, { id }) => open(id)}
            onNodeMouseEnter={(_, { id }) => focus.set({ hovered: id })}
            onNodeMouseLeave={() => focus.set({ hovered: undefined })}
            onPaneClick={() => choose(undefined)}
          >
            <Background gap={24} size={1} />
            <Controls showInteractive={false} fitViewOptions={wholeGraph} />
            <MiniMap
              pannable
              className={classes.minimap ?? ""}
              nodeColor={mapColour}
              nodeStrokeWidth={0}
              nodeBorderRadius={6}
            />
          </ReactFlow>
        ) : (
          <p className={graph.waiting} role="status">
            Laying out {model.items.length.toLocaleString("en")} items…
          </p>
        )}
        <ChosenCard model={model} onClose={() => choose(undefined)} />
        <p className={graph.hint}>Drag to pan · Ctrl + scroll to zoom · Click for details · Double-click to open</p>
      </section>
    </FocusProvider>
  );
}

function ChosenCard({ model, onClose }: { model: GraphModel; onClose: () => void }) {
  const chosen = useAttention((attention) => attention.chosen);
  const item = model.items.find(({ id }) => id === chosen);
  return item ? <GraphCard item={item} onClose={onClose} /> : null;
}

const ariaLabels = flowLabels("Space shows the details, Enter opens the item.");

function mapColour({ data: { item } }: ImpactNode): string {
  return item.distance === 0 ? "var(--op-accent)" : `var(--crit-${item.criticality})`;
}
