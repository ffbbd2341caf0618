import { CloseButton } from "@mantine/core";
import { ChangeLines, IncidentLines } from "../../records/work-lines.tsx";
import { ButtonLink } from "../../ui/links.tsx";
import { CriticalityBadge } from "../badges.tsx";
import { ClassIcon, useClassLabel } from "../classes.tsx";
import { ImpactPath } from "../impact-path.tsx";
import classes from "./graph-card.module.css";
import type { GraphItem } from "./graph-model.ts";

/** The chosen node: its details, the failure path, and its incidents and changes. */
export function GraphCard({ item, onClose }: { item: GraphItem; onClose: () => void }) {
  const classLabel = useClassLabel();
  return (
    <aside className={classes.card} aria-label={item.name}>
      <div className={classes.head}>
        <ClassIcon name={item.class} size={16} />
        <b>{item.name}</b>
        <CloseButton size="sm" aria-label="Close the details" onClick={onClose} />
      </div>
      <p className={classes.facts}>
        <CriticalityBadge criticality={item.criticality} />
        <span>{[classLabel(item.class), item.environment].filter(Boolean).join(", ")}</span>
      </p>
      {item.path.length > 1 ? (
        <div>
          <h3>{item.direction === "downstream" ? "Failure path" : "Dependency path"}</h3>
          <ImpactPath path={item.path} direction={item.direction} />
        </div>
      ) : null}
      {item.open_incidents.length > 0 ? (
        <div>
          <h3>Open incidents</h3>
          <IncidentLines incidents={item.open_incidents} />
        </div>
      ) : null}
      {item.running_changes.length > 0 ? (
        <div>
          <h3>Running changes</h3>
          <ChangeLines changes={item.running_changes} />
        </div>
      ) : null}
      <ButtonLink to="/cmdb/$id" params={{ id: item.id }} variant="default" fullWidth>
        Open {item.name}
      </ButtonLink>
    </aside>
  );
}
