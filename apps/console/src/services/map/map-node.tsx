import { type Icon, IconAffiliate, IconDatabase, IconMessages, IconWorld } from "@tabler/icons-react";
import type { Node, NodeProps } from "@xyflow/react";
import { memo } from "react";
import graph from "../../ui/graph/graph.module.css";
import { countText } from "../../ui/quantity.ts";
import { healthWords } from "../health.ts";
import type { MapNodeData } from "./map-model.ts";
import classes from "./service-map.module.css";

export type ServiceNode = Node<MapNodeData, "service">;

const icons: Record<MapNodeData["type"], Icon> = {
  service: IconAffiliate,
  database: IconDatabase,
  messaging: IconMessages,
  external: IconWorld,
};

export const MapNode = memo(function MapNode({ data: { id, type, verdict, calls } }: NodeProps<ServiceNode>) {
  const NodeIcon = icons[type];
  return (
    <div
      className={`${graph.node} ${classes.node}`}
      data-health={verdict.health}
      data-type={type}
      title={verdict.reason || id}
    >
      <NodeIcon size={17} aria-hidden="true" />
      <span className={graph.words}>
        <span className={`${graph.name} ${classes.name}`}>{id}</span>
        <span className={`${graph.about} ${classes.about}`}>
          {verdict.health === "healthy"
            ? `${countText(calls)} calls`
            : `${healthWords[verdict.health]} · ${verdict.reason}`}
        </span>
      </span>
      <i className={`target ${graph.end}`} data-handlepos="left" />
      <i className={`source ${graph.end}`} data-handlepos="right" />
    </div>
  );
});
