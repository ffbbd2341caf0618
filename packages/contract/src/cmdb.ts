import { Type } from "typebox";
import {
  CiClass,
  ClassName,
  ConfigItem,
  criticalities,
  HistoryEntry,
  ownerTypes,
  Relation,
  relationTypes,
} from "./config-items.ts";
import { event } from "./event.ts";
import { directions, Impact } from "./impact.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, listOf, nullable, oneOf, paging, text } from "./schema.ts";

const Attributes = Type.Unsafe<Record<string, unknown>>({
  type: "object",
  maxProperties: 200,
  propertyNames: { minLength: 1, maxLength: 100 },
  additionalProperties: true,
  description: "Custom attributes: at most 200 keys and 64 kB in total",
});

const itemFields = {
  name: line(200),
  class: ClassName,
  environment: text(60, "production, staging, … or a custom name"),
  description: text(20_000, "Markdown"),
  attributes: Attributes,
  owner: nullable(Type.Object({ type: oneOf(ownerTypes), id: Id })),
  criticality: oneOf(criticalities),
  tags: Type.Array(line(60), { maxItems: 50, uniqueItems: true }),
  source: text(100, "Who maintains it; defaults to `manual`"),
};

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
  attribute: Type.Optional(line(300, "An attribute as key=value, or only the key to require that it exists")),
  q: Type.Optional(text(200, "Words in name, description, tags or attributes; prefixes match")),
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
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200, description: "Only these items" })),
      sort: Type.Optional(oneOf(itemSorts, { default: "name", description: "A leading dash means descending" })),
      ...paging,
    }),
    reply: ConfigItem,
  }),
  facets: operation({
    ...reading,
    method: "GET",
    path: "/api/cmdb/facets",
    summary: "Count items by class, environment, criticality and tag",
    description:
      "Takes the filters of the list. Each facet is counted without its own filter, so other choices remain visible.",
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
  upsert: operation({
    ...writing,
    method: "PUT",
    path: "/api/cmdb/items",
    summary: "Create or update an item by its source and external id",
    description:
      "For imports and discovery. Updates the given fields of the item with this `source` and `external_id`, or creates it. Repeating the request changes nothing.",
    body: Type.Object({
      source: line(100, "Name of the import or discovery"),
      external_id: line(300, "The item's key in the source"),
      name: itemFields.name,
      class: itemFields.class,
      environment: Type.Optional(itemFields.environment),
      description: Type.Optional(itemFields.description),
      attributes: Type.Optional(itemFields.attributes),
      owner: Type.Optional(itemFields.owner),
      criticality: Type.Optional(oneOf(criticalities)),
      tags: Type.Optional(itemFields.tags),
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
    description: "`attributes` and `tags` replace the existing ones.",
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
    summary: "List the changes of an item and its relations, newest first",
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
    summary: "Create a relation between two items",
    description: "Reads as `source type target`: a web server (source) depends_on a database (target).",
    status: 201,
    body: Type.Object({
      source_id: Id,
      target_id: Id,
      type: oneOf(relationTypes),
      description: Type.Optional(text(500)),
      origin: Type.Optional(text(100, "Who maintains it; defaults to `manual`")),
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
    summary: "Analyze impact: items that a failure affects (downstream) or possible causes (upstream)",
    description:
      "Follows relations in the direction in which a failure spreads, nearest first, up to `depth` steps and 5,000 items. Several items are analyzed together. The score sums the criticality of each item, weighted less with distance.",
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
    summary: "List classes: built-in, custom and in use",
    envelope: "page",
    query: Type.Object(paging),
    reply: CiClass,
  }),
  defineClass: operation({
    ...writing,
    method: "POST",
    path: "/api/cmdb/classes",
    summary: "Create or change a custom class",
    description: "Items may use a class without a definition. A definition sets its label and whether it is a service.",
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
    summary: "Delete a custom class that no item uses",
    params: Type.Object({ name: ClassName }),
  }),
};

const itemSeen = { access: "cmdb:read", module: "cmdb" } as const;
const itemSummary = Type.Object({
  name: Type.String(),
  class: Type.String(),
  environment: Type.String(),
  criticality: oneOf(criticalities),
  version: Type.Integer(),
});

export const cmdbEvents = {
  created: event({ type: "ci.created", ...itemSeen, data: itemSummary }),
  updated: event({ type: "ci.updated", ...itemSeen, data: itemSummary }),
  removed: event({ type: "ci.removed", ...itemSeen, data: itemSummary }),
  related: event({
    type: "ci.related",
    ...itemSeen,
    data: Type.Object({
      relation_id: Type.String(),
      type: oneOf(relationTypes),
      name: Type.String({ description: "Name of the source item" }),
      class: Type.String({ description: "Class of the source item" }),
      target_id: Type.String(),
      target: Type.String({ description: "Name of the target item" }),
    }),
  }),
  classUpdated: event({
    type: "ci_class.updated",
    ...itemSeen,
    data: Type.Object({ name: Type.String(), label: Type.String() }),
  }),
};
