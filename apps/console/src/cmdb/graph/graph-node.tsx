import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";
import graph from "../../ui/graph/graph.module.css";
import { criticalityWords, Marks } from "../badges.tsx";
import { ClassIcon } from "../classes.tsx";
import { useAttention } from "./focus.ts";
import classes from "./graph.module.css";
import type { GraphItem } from "./graph-model.ts";

// A type, not an interface: xyflow wants its data indexable.
type NodeData = { item: GraphItem; classLabel: string };
export type ImpactNode = Node<NodeData, "item">;

export const GraphNode = memo(function GraphNode({ data: { item, classLabel } }: NodeProps<ImpactNode>) {
  const chosen = useAttention((attention) => attention.chosen === item.id);
  return (
    <div
      className={`${graph.node} ${classes.node}`}
      data-criticality={item.criticality}
      data-service={item.service}
      data-root={item.distance === 0}
      data-chosen={chosen}
      title={item.name}
    >
      <ClassIcon name={item.class} size={17} />
      <span className={graph.words}>
        <span className={`${graph.name} ${classes.name}`}>{item.name}</span>
        <span className={`${graph.about} ${classes.about}`}>
          {criticalityWords[item.criticality]} · {classLabel}
        </span>
      </span>
      <span className={classes.marks}>
        <Marks incidents={item.open_incidents.length} changes={item.running_changes.length} />
      </span>
      {/* xyflow measures these to join edges. Its own Handle would subscribe to the store twice for each of hundreds of nodes. */}
      <i className={`target ${graph.end}`} data-handlepos="left" />
      <i className={`source ${graph.end}`} data-handlepos="right" />
    </div>
  );
});
