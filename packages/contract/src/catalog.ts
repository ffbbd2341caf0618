import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import type { Form } from "./form.ts";
import { operation } from "./operation.ts";
import { freeForm, gone, IdParams, line, listOf, nullable, oneOf, paging, recordFields, text } from "./schema.ts";

export const fulfillmentTypes = ["manual", "runbook"] as const;

const FormValue = Type.Unsafe<Form>({
  type: "object",
  additionalProperties: true,
  description: "JSON Schema of the inputs: an object whose fields are strings, numbers, booleans or lists of choices",
});

export const CatalogItem = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String({ description: "Markdown" }),
  category: Type.String(),
  icon: Type.String({ description: "Name of the icon" }),
  form: FormValue,
  workflow_definition_id: nullable(
    Type.String({ description: "Approval definition. Without a valid one, requests need no approval" }),
  ),
  workflow_definition_name: nullable(Type.String({ description: "Name of the approval definition, if it exists" })),
  fulfillment_type: oneOf(fulfillmentTypes),
  fulfillment_config: freeForm("With fulfillment_type runbook: runbook_id"),
  target_hours: nullable(Type.Integer({ description: "Hours from submission to fulfillment" })),
  enabled: Type.Boolean({ description: "Only enabled items can be requested" }),
});
export type CatalogItem = Static<typeof CatalogItem>;

/** A catalog item in a list: a shortened description, without form and configuration. */
export const CatalogListItem = Type.Omit(CatalogItem, ["form", "fulfillment_config"]);
export type CatalogListItem = Static<typeof CatalogListItem>;

const fields = {
  name: line(200),
  description: text(20_000, "Markdown"),
  category: text(100),
  icon: text(40),
  form: FormValue,
  workflow_definition_id: nullable(text(100)),
  fulfillment_type: oneOf(fulfillmentTypes),
  fulfillment_config: freeForm("With fulfillment_type runbook: runbook_id"),
  target_hours: nullable(Type.Integer({ minimum: 1, maximum: 8760 })),
  enabled: Type.Boolean(),
};

const shared = { module: "itsm" } as const;
const reading = { ...shared, access: "itsm:read", effect: "read" } as const;
const writing = { ...shared, access: "itsm:write", effect: "write" } as const;

export const catalog = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/catalog",
    summary: "List catalog items",
    envelope: "page",
    query: Type.Object({
      category: Type.Optional(listOf(text(100))),
      enabled: Type.Optional(Type.Boolean()),
      q: Type.Optional(text(200, "Words in name, description or category")),
      ...paging,
    }),
    reply: CatalogListItem,
  }),
  categories: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/catalog/categories",
    summary: "List categories with their number of items",
    reply: Type.Array(Type.Object({ category: Type.String(), count: Type.Integer() })),
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/itsm/catalog",
    summary: "Add an item to the catalog",
    status: 201,
    body: Type.Object({
      name: fields.name,
      description: Type.Optional(fields.description),
      category: Type.Optional(fields.category),
      icon: Type.Optional(fields.icon),
      form: Type.Optional(fields.form),
      workflow_definition_id: Type.Optional(fields.workflow_definition_id),
      fulfillment_type: Type.Optional(oneOf(fulfillmentTypes, { default: "manual" })),
      fulfillment_config: Type.Optional(fields.fulfillment_config),
      target_hours: Type.Optional(fields.target_hours),
      enabled: Type.Optional(Type.Boolean({ default: true })),
    }),
    reply: CatalogItem,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/catalog/:id",
    summary: "Get one catalog item",
    params: IdParams,
    reply: CatalogItem,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/itsm/catalog/:id",
    summary: "Change a catalog item; existing requests keep their form and configuration",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: CatalogItem,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/itsm/catalog/:id",
    summary: "Delete a catalog item that was never requested; disable others instead",
    params: IdParams,
  }),
};

export const catalogEvents = {
  updated: event({
    type: "catalog.updated",
    access: "itsm:read",
    module: "itsm",
    data: Type.Object({ name: Type.String() }),
  }),
};
