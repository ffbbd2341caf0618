import { counted, criticalityWords } from "../badges.tsx";
import type { GraphItem } from "./graph-model.ts";

/** A node in words, for screen readers. */
export function describe(item: GraphItem, classLabel: string): string {
  const { name, criticality, service, distance, open_incidents, running_changes } = item;
  return [
    name,
    classLabel,
    `${criticalityWords[criticality].toLowerCase()} criticality`,
    service ? "a service" : "",
    distance === 0 ? "asked about" : `distance ${distance}`,
    open_incidents.length > 0 ? counted(open_incidents.length, "open incident") : "",
    running_changes.length > 0 ? counted(running_changes.length, "running change") : "",
  ]
    .filter(Boolean)
    .join(", ");
}
