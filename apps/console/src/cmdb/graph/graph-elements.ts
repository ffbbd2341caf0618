import { MarkerType, Position } from "@xyflow/react";
import { useMemo } from "react";
import { type Position as NodePosition, nodeSize } from "../../ui/graph/layout.ts";
import { useClassLabel } from "../classes.tsx";
import { describe } from "./describe.ts";
import type { ImpactEdge } from "./graph-edge.tsx";
import type { GraphItem, GraphModel } from "./graph-model.ts";
import type { ImpactNode } from "./graph-node.tsx";

/** With more relationships, labels would cover the graph, so they appear only around the hovered item. */
const maxWords = 24;

// Handles and sizes are given, not measured, because nodes outside the view are not drawn but still count when the graph is
// fitted.
const ends = [
  { type: "target" as const, position: Position.Left, x: 0, y: nodeSize.height / 2, width: 1, height: 1 },
  { type: "source" as const, position: Position.Right, x: nodeSize.width, y: nodeSize.height / 2, width: 1, height: 1 },
];

/** The items that have a position. */
export function useNodes(model: GraphModel, placed: ReadonlyMap<string, NodePosition> | undefined): ImpactNode[] {
  const classLabel = useClassLabel();
  return useMemo(
    () =>
      model.items.flatMap((item): ImpactNode[] => {
        const centre = placed?.get(item.id);
        if (!centre) return [];
        return [
          {
            id: item.id,
            type: "item",
            position: { x: centre.x - nodeSize.width / 2, y: centre.y - nodeSize.height / 2 },
            ...nodeSize,
            measured: nodeSize,
            handles: ends,
            ariaLabel: describe(item, classLabel(item.class)),
            data: { item, classLabel: classLabel(item.class) },
          },
        ];
      }),
    [model, placed, classLabel],
  );
}

export function useEdges({ links }: GraphModel): ImpactEdge[] {
  return useMemo(
    () =>
      links.map(({ id, from, to, words }) => ({
        id,
        type: "link",
        source: from,
        target: to,
        markerEnd: { type: MarkerType.ArrowClosed },
        data: { words, spoken: links.length <= maxWords },
      })),
    [links],
  );
}

/** The steps of the path to an item, in both directions, because a path can run against the flow. */
export function wayTo({ path }: GraphItem): ReadonlySet<string> {
  return new Set(
    path.flatMap(({ id }, step) => {
      const before = path[step - 1]?.id;
      return before ? [`${before} ${id}`, `${id} ${before}`] : [];
    }),
  );
}
