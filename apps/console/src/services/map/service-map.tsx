import { useComputedColorScheme } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { Background, Controls, MarkerType, Position, ReactFlow, ReactFlowProvider } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { type KeyboardEvent, useMemo, useState } from "react";
import { type Interval, windowBefore } from "../../time/range.ts";
import { rangeOf } from "../../time/use-range.ts";
import { flowLabels, nodeIdOf, readOnlyFlow } from "../../ui/graph/flow-settings.ts";
import graph from "../../ui/graph/graph.module.css";
import { nodeSize } from "../../ui/graph/layout.ts";
import { useLayout } from "../../ui/graph/use-layout.ts";
import { QueryFace } from "../../ui/query-face.tsx";
import { healthWords } from "../health.ts";
import { useServiceMap } from "../queries.ts";
import type { ServiceHealth } from "../service-health.ts";
import { type CallEdge, MapEdge } from "./map-edge.tsx";
import { type MapModel, mapModel } from "./map-model.ts";
import { MapNode, type ServiceNode } from "./map-node.tsx";

const route = getRouteApi("/services");

interface ServiceMapProps {
  interval: Interval;
  health: readonly ServiceHealth[];
}

/** The calls between services as a graph, colored by health. Callers are on the left. */
export function ServiceMap({ interval, health }: ServiceMapProps) {
  const map = useServiceMap(interval);
  const before = useServiceMap(windowBefore(interval));
  const edgesBefore = before.data?.edges;
  return (
    <QueryFace
      query={map}
      isEmpty={({ nodes }) => nodes.length === 0}
      empty={<p className="dim">No calls in this time range.</p>}
    >
      {(data) => (
        <>
          <ReactFlowProvider>
            <Canvas model={mapModel(data, new Map(health.map((each) => [each.service, each])), edgesBefore)} />
          </ReactFlowProvider>
          {data.sampled > 1 ? <p className="dim">Counts are estimated from one in {data.sampled} traces.</p> : null}
        </>
      )}
    </QueryFace>
  );
}

const nodeTypes = { service: MapNode };
const edgeTypes = { call: MapEdge };
const columnGap = 64;
/** A smaller map would be unreadable, so that a large one is panned. */
const whole = { padding: 0.1, minZoom: 0.45, maxZoom: 1.1 };
const middle = nodeSize.height / 2;
const ends = [
  { type: "target" as const, position: Position.Left, x: 0, y: middle, width: 1, height: 1 },
  { type: "source" as const, position: Position.Right, x: nodeSize.width, y: middle, width: 1, height: 1 },
];

function Canvas({ model }: { model: MapModel }) {
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const colorMode = useComputedColorScheme("dark");
  const placed = useLayout(model, columnGap);
  const [hovered, setHovered] = useState<string>();
  const nodes = useMemo(
    () =>
      model.items.flatMap((data): ServiceNode[] => {
        const centre = placed?.get(data.id);
        if (!centre) return [];
        return [
          {
            id: data.id,
            type: "service",
            position: { x: centre.x - nodeSize.width / 2, y: centre.y - nodeSize.height / 2 },
            ...nodeSize,
            measured: nodeSize,
            handles: ends,
            ariaLabel: `${data.id}, ${data.type}, ${healthWords[data.verdict.health]} ${data.verdict.reason}`.trim(),
            data,
          },
        ];
      }),
    [model, placed],
  );
  const edges = useMemo(
    () =>
      model.links.map(
        (link): CallEdge => ({
          id: link.id,
          type: "call",
          source: link.from,
          target: link.to,
          markerEnd: { type: MarkerType.ArrowClosed },
          data: { link, isNear: hovered === link.from || hovered === link.to },
        }),
      ),
    [model, hovered],
  );
  const open = (service: string) => {
    if (model.items.find(({ id }) => id === service)?.type !== "service") return;
    void navigate({ to: "/services/$service", params: { service }, search: rangeOf(search) });
  };
  const press = (event: KeyboardEvent) => {
    const id = nodeIdOf(event.target);
    if (event.key !== "Enter" || !id) return;
    event.preventDefault();
    open(id);
  };
  return (
    <section
      className={graph.frame}
      aria-label="Service map"
      onKeyDownCapture={press}
      onFocusCapture={(event) => setHovered(nodeIdOf(event.target))}
    >
      {placed ? (
        <ReactFlow
          {...readOnlyFlow}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          colorMode={colorMode}
          fitViewOptions={whole}
          minZoom={0.05}
          ariaLabelConfig={ariaLabels}
          onNodeClick={(_, { id }) => open(id)}
          onNodeMouseEnter={(_, { id }) => setHovered(id)}
          onNodeMouseLeave={() => setHovered(undefined)}
        >
          <Background gap={24} size={1} />
          <Controls showInteractive={false} fitViewOptions={whole} />
        </ReactFlow>
      ) : (
        <p className={graph.waiting} role="status">
          Laying out {model.items.length.toLocaleString("en")} services…
        </p>
      )}
      <p className={graph.hint}>
        Point at a service to see its calls · Click to open it · Drag to pan · Ctrl + scroll to zoom
      </p>
    </section>
  );
}

const ariaLabels = flowLabels("Enter opens the service.");
