import { type Static, Type } from "typebox";
import { FieldChanges, freeForm, Id, nullable, oneOf, recordFields, Timestamp } from "./schema.ts";

/** The built-in classes. `service` is true when users outside operations notice a failure. */
export const builtInClasses = {
  business_service: { label: "Business service", service: true },
  service: { label: "Service", service: true },
  application: { label: "Application", service: true },
  website: { label: "Website", service: true },
  server: { label: "Server", service: false },
  virtual_machine: { label: "Virtual machine", service: false },
  container: { label: "Container", service: false },
  kubernetes_cluster: { label: "Kubernetes cluster", service: false },
  database: { label: "Database", service: false },
  message_queue: { label: "Message queue", service: false },
  load_balancer: { label: "Load balancer", service: false },
  network_device: { label: "Network device", service: false },
  firewall: { label: "Firewall", service: false },
  storage: { label: "Storage", service: false },
  cloud_resource: { label: "Cloud resource", service: false },
  certificate: { label: "Certificate", service: false },
  workstation: { label: "Workstation", service: false },
  software: { label: "Software", service: false },
} as const satisfies Record<string, { label: string; service: boolean }>;

/** The built-in classes of services. */
export const builtInServices = Object.entries(builtInClasses).flatMap(([name, { service }]) => (service ? [name] : []));

export const criticalities = ["critical", "high", "medium", "low"] as const;
export type Criticality = (typeof criticalities)[number];

export const environments = ["production", "staging", "test", "development"] as const;

export const relationTypes = ["depends_on", "runs_on", "connects_to", "part_of"] as const;
export type RelationType = (typeof relationTypes)[number];

/**
 * The direction in which a failure spreads. `to_source`: a failed target affects the source, which depends on it, runs on it or
 * connects to it. `to_target`: a failed part (the source) affects the whole (the target).
 */
export const impactFlow: Record<RelationType, "to_source" | "to_target"> = {
  depends_on: "to_source",
  runs_on: "to_source",
  connects_to: "to_source",
  part_of: "to_target",
};

/** How a relation reads from each end: "web runs on host", "host hosts web". */
export const relationWords: Record<RelationType, { forward: string; backward: string }> = {
  depends_on: { forward: "depends on", backward: "is needed by" },
  runs_on: { forward: "runs on", backward: "hosts" },
  connects_to: { forward: "connects to", backward: "is connected from" },
  part_of: { forward: "is part of", backward: "contains" },
};

export const ClassName = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: "^[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z0-9_.-]+)*$",
  description: "server, database, service, … or a custom class",
});

export const CiClass = Type.Object({
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  service: Type.Boolean({ description: "Counts as an affected service in an impact analysis" }),
  built_in: Type.Boolean(),
  items: Type.Integer({ description: "Number of items of this class" }),
});
export type CiClass = Static<typeof CiClass>;

export const ownerTypes = ["user", "group"] as const;
const Owner = Type.Object({ type: oneOf(ownerTypes), id: Id, name: Type.String() });

export const ConfigItem = Type.Object({
  ...recordFields,
  name: Type.String(),
  class: Type.String(),
  environment: Type.String({ description: "production, staging, … or a custom name; empty when not set" }),
  description: Type.String({ description: "Markdown" }),
  attributes: freeForm("Free-form facts"),
  owner: nullable(Owner),
  criticality: oneOf(criticalities),
  tags: Type.Array(Type.String()),
  source: Type.String({ description: "Who maintains it: manual, or the name of a discovery" }),
  external_id: nullable(Type.String({ description: "The item's key in the source" })),
  created_by: Type.String(),
  open_incidents: Type.Integer({ description: "Number of open incidents that affect it" }),
  running_changes: Type.Integer({ description: "Number of changes in progress on it" }),
});
export type ConfigItem = Static<typeof ConfigItem>;

export const historyActions = ["created", "updated", "related", "unrelated"] as const;

export const HistoryEntry = Type.Object({
  id: Id,
  ci_id: Id,
  action: oneOf(historyActions),
  actor: Type.String(),
  version: Type.Integer({ description: "The item's version after the change" }),
  changes: FieldChanges,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type HistoryEntry = Static<typeof HistoryEntry>;

const RelationEnd = Type.Object({
  id: Id,
  name: Type.String(),
  class: Type.String(),
  environment: Type.String(),
  criticality: oneOf(criticalities),
});
export type RelationEnd = Static<typeof RelationEnd>;

export const Relation = Type.Object({
  id: Id,
  source_id: Id,
  target_id: Id,
  type: oneOf(relationTypes),
  description: Type.String(),
  origin: Type.String({ description: "Who maintains it: manual, or the name of a discovery" }),
  created_by: Type.String(),
  source: RelationEnd,
  target: RelationEnd,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Relation = Static<typeof Relation>;
