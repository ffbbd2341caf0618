import { type Static, Type } from "typebox";
import { ChangeSummary } from "./change-summary.ts";
import { IncidentSummary } from "./incidents.ts";
import { operation } from "./operation.ts";
import {
  FieldChanges,
  freeForm,
  gone,
  Id,
  IdParams,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  recordFields,
  Timestamp,
  text,
} from "./schema.ts";

/** The classes every tenant has. `service`: people outside of operations would notice it failing. */
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

export const criticalities = ["critical", "high", "medium", "low"] as const;
export type Criticality = (typeof criticalities)[number];

export const environments = ["production", "staging", "test", "development"] as const;

export const relationTypes = ["depends_on", "runs_on", "connects_to", "part_of"] as const;
export type RelationType = (typeof relationTypes)[number];

/**
 * Which way a failure travels. `to_source`: when the target fails, the source is affected (what depends on it, runs on it,
 * connects to it). `to_target`: when the source fails, so does the whole that it is a part of.
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

const ClassName = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: "^[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z0-9_.-]+)*$",
  description: "server, database, service… or a class of one's own",
});

export const CiClass = Type.Object({
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  service: Type.Boolean({ description: "Counts as an affected service in an impact analysis" }),
  built_in: Type.Boolean(),
  items: Type.Integer({ description: "How many items have this class" }),
});
export type CiClass = Static<typeof CiClass>;

export const ownerTypes = ["user", "group"] as const;
const Owner = Type.Object({ type: oneOf(ownerTypes), id: Id, name: Type.String() });

export const ConfigItem = Type.Object({
  ...recordFields,
  name: Type.String(),
  class: Type.String(),
  environment: Type.String({ description: "production, staging… or a word of one's own; empty when not given" }),
  description: Type.String({ description: "Markdown" }),
  attributes: freeForm("Free-form facts"),
  owner: nullable(Owner),
  criticality: oneOf(criticalities),
  tags: Type.Array(Type.String()),
  source: Type.String({ description: "Who maintains it: manual, or the name of a discovery" }),
  created_by: Type.String(),
  open_incidents: Type.Integer({ description: "How many open incidents name it" }),
  running_changes: Type.Integer({ description: "How many changes are being made to it now" }),
});
export type ConfigItem = Static<typeof ConfigItem>;

const Attributes = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  maxProperties: 200,
  propertyNames: { minLength: 1, maxLength: 100 },
  additionalProperties: true,
  description: "Free-form facts: at most 200 keys and 64 kB in all",
});

const itemFields = {
  name: line(200),
  class: ClassName,
  environment: text(60, "production, staging… or a word of one's own"),
  description: text(20_000, "Markdown"),
  attributes: Attributes,
  owner: nullable(Type.Object({ type: oneOf(ownerTypes), id: Id })),
  criticality: oneOf(criticalities),
  tags: Type.Array(line(60), { maxItems: 50, uniqueItems: true }),
  source: text(100, "Who maintains it; `manual` unless told"),
};

export const historyActions = ["created", "updated", "related", "unrelated"] as const;

export const HistoryEntry = Type.Object({
  id: Id,
  ci_id: Id,
  action: oneOf(historyActions),
  actor: Type.String(),
  version: Type.Integer({ description: "The item's version after it" }),
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

export const directions = ["downstream", "upstream"] as const;
export type Direction = (typeof directions)[number];

export const impactLevels = ["none", "low", "medium", "high", "critical"] as const;

const AffectedItem = Type.Object({
  id: Id,
  name: Type.String(),
  class: Type.String(),
  environment: Type.String(),
  criticality: oneOf(criticalities),
  service: Type.Boolean(),
  distance: Type.Integer({ description: "Relations between it and the nearest item that was asked about" }),
  relation: oneOf(relationTypes, { description: "The last relation on the way to it" }),
  path: Type.Array(Type.Object({ id: Id, name: Type.String(), relation: nullable(oneOf(relationTypes)) }), {
    description: "A shortest way, from the item that was asked about (whose relation is null) to this one",
  }),
  score: Type.Number({ description: "Weight of its criticality, less with each step away" }),
  open_incidents: Type.Array(IncidentSummary),
  running_changes: Type.Array(ChangeSummary),
});
export type AffectedItem = Static<typeof AffectedItem>;

const ImpactRoot = Type.Object({
  id: Id,
  name: Type.String(),
  class: Type.String(),
  environment: Type.String(),
  criticality: oneOf(criticalities),
  service: Type.Boolean(),
  open_incidents: Type.Array(IncidentSummary),
  running_changes: Type.Array(ChangeSummary),
});

export const Impact = Type.Object({
  ci: ImpactRoot,
  roots: Type.Array(ImpactRoot, { description: "All items that were asked about; `ci` is the first" }),
  direction: oneOf(directions),
  depth: Type.Integer(),
  score: Type.Number({ description: "0 to 100" }),
  level: oneOf(impactLevels),
  affected: Type.Array(AffectedItem, { description: "Nearest first, then by score" }),
  services: Type.Array(
    Type.Object({ id: Id, name: Type.String(), criticality: oneOf(criticalities), distance: Type.Integer() }),
    { description: "The services among them, most critical first; a service that was asked about has distance 0" },
  ),
  open_incidents: Type.Array(IncidentSummary),
  running_changes: Type.Array(ChangeSummary),
  relations: Type.Array(Type.Object({ id: Id, source_id: Id, target_id: Id, type: oneOf(relationTypes) }), {
    description: "Between the items of this answer",
  }),
  totals: Type.Object({
    affected: Type.Integer(),
    services: Type.Integer(),
    open_incidents: Type.Integer(),
    running_changes: Type.Integer(),
    deepest: Type.Integer({ description: "The greatest distance found" }),
  }),
  truncated: Type.Boolean({ description: "More are affected than were walked (5,000) or asked for (limit)" }),
});
export type Impact = Static<typeof Impact>;

const itemFilters = {
  class: Type.Optional(listOf(ClassName, "One or several, separated by commas")),
  environment: Type.Optional(listOf(text(60), "One or several, separated by commas")),
  criticality: Type.Optional(listOf(oneOf(criticalities), "One or several, separated by commas")),
  tag: Type.Optional(listOf(line(60), "Items with all of these tags")),
  owner: Type.Optional(
    Type.String({
      pattern: "^(me|none|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$",
      description: "Id of a user or group, me (and my groups), or none",
    }),
  ),
  attribute: Type.Optional(line(300, "key=value of an attribute, or key alone when it must exist")),
  q: Type.Optional(text(200, "Words in name, description, tags or attributes; each may be a beginning")),
};

const Facet = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }));

const shared = { module: "cmdb" } as const;
const reading = { ...shared, access: "cmdb:read", effect: "read" } as const;
const writing = { ...shared, access: "cmdb:write", effect: "write" } as const;

export const itemSorts = [
  "name",
  "-name",
  "-updated_at",
  "updated_at",
  "-created_at",
  "created_at",
  "criticality",
] as const;

export const cmdb = {
  items: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/items",
    summary: "List configuration items",
    envelope: "page",
    query: Type.Object({
      ...itemFilters,
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, description: "These items alone" })),
      sort: Type.Optional(oneOf(itemSorts, { default: "name", description: "A leading dash means descending" })),
      ...paging,
    }),
    reply: ConfigItem,
  }),
  facets: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/facets",
    summary: "How many items there are by class, environment, criticality and tag",
    description:
      "Takes the filters of the list. Each facet counts without its own filter, so that one sees what else there is.",
    query: Type.Object(itemFilters),
    reply: Type.Object({ class: Facet, environment: Facet, criticality: Facet, tag: Facet }),
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/cmdb/items",
    summary: "Create a configuration item",
    status: 201,
    body: Type.Object({
      name: itemFields.name,
      class: itemFields.class,
      environment: Type.Optional(itemFields.environment),
      description: Type.Optional(itemFields.description),
      attributes: Type.Optional(itemFields.attributes),
      owner: Type.Optional(itemFields.owner),
      criticality: Type.Optional(oneOf(criticalities, { default: "medium" })),
      tags: Type.Optional(itemFields.tags),
      source: Type.Optional(itemFields.source),
    }),
    reply: ConfigItem,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/items/:id",
    summary: "Get one configuration item",
    params: IdParams,
    reply: ConfigItem,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/cmdb/items/:id",
    summary: "Change a configuration item",
    description: "`attributes` and `tags` replace what was there.",
    params: IdParams,
    body: Type.Partial(Type.Object(itemFields)),
    reply: ConfigItem,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/cmdb/items/:id",
    summary: "Delete a configuration item and its relations",
    params: IdParams,
  }),
  history: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/items/:id/history",
    summary: "What changed about an item and its relations, newest first",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: HistoryEntry,
  }),
  relations: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/relations",
    summary: "List relations",
    envelope: "page",
    query: Type.Object({
      ci_id: Type.Optional(Id),
      source_id: Type.Optional(Id),
      target_id: Type.Optional(Id),
      type: Type.Optional(listOf(oneOf(relationTypes))),
      ...paging,
    }),
    reply: Relation,
  }),
  relate: operation({
    ...writing,
    method: "POST",
    path: "/api/cmdb/relations",
    summary: "Relate two items",
    description: "Reads as `source type target`: a web server (source) depends_on a database (target).",
    status: 201,
    body: Type.Object({
      source_id: Id,
      target_id: Id,
      type: oneOf(relationTypes),
      description: Type.Optional(text(500)),
      origin: Type.Optional(text(100, "Who maintains it; `manual` unless told")),
    }),
    reply: Relation,
  }),
  getRelation: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/relations/:id",
    summary: "Get one relation",
    params: IdParams,
    reply: Relation,
  }),
  unrelate: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/cmdb/relations/:id",
    summary: "Delete a relation",
    params: IdParams,
  }),
  impact: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/impact",
    summary: "What an item's failure reaches (downstream), or what could be behind it (upstream)",
    description:
      "Walks the relations the way a failure travels, nearest first, at most `depth` steps and 5,000 items. Several items are walked together. The score adds each item's criticality, less with each step away.",
    query: Type.Object({
      ci_id: listOf(Id, "One item, or several separated by commas"),
      direction: Type.Optional(oneOf(directions, { default: "downstream" })),
      depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 5 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000, default: 500 })),
    }),
    reply: Impact,
  }),
  classes: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/classes",
    summary: "Classes: those every tenant has, this tenant's own, and those in use",
    envelope: "page",
    query: Type.Object(paging),
    reply: CiClass,
  }),
  defineClass: operation({
    ...writing,
    method: "POST",
    path: "/api/cmdb/classes",
    summary: "Describe a class of one's own",
    description:
      "An item may have a class that nobody described; describing it gives it a label and says whether it is a service.",
    status: 201,
    body: Type.Object({
      name: ClassName,
      label: Type.Optional(line(100)),
      description: Type.Optional(text(1000)),
      service: Type.Optional(Type.Boolean({ default: false })),
    }),
    reply: CiClass,
  }),
  removeClass: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/cmdb/classes/:name",
    summary: "Forget a class of one's own that no item has",
    params: Type.Object({ name: ClassName }),
  }),
};
