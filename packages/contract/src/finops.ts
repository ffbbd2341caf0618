import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, IdParams, line, nullable, oneOf, paging, QueryTime, recordFields } from "./schema.ts";

/** item_hour: a configuration item that exists. gigabyte: telemetry that was stored. ai_credit: a question to the AI. */
export const priceUnits = ["item_hour", "gigabyte", "ai_credit"] as const;
export type PriceUnit = (typeof priceUnits)[number];

const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217, such as EUR" });

const fields = {
  name: line(200),
  unit: oneOf(priceUnits),
  class: nullable(line(100, "item_hour: only items of this class")),
  tag: nullable(line(100, "item_hour: only items with this tag")),
  environment: nullable(line(100, "item_hour: only items of this environment")),
  price: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  currency: Currency,
};

/** What something costs. Of several prices that fit an item, the one that names the most counts. */
export const UnitPrice = Type.Object({ ...recordFields, ...fields, created_by: Type.String() });
export type UnitPrice = Static<typeof UnitPrice>;

const { name, unit, price, currency, ...narrowing } = fields;
const Definition = Type.Object({ name, unit, price, currency, ...Type.Partial(Type.Object(narrowing)).properties });

export const costGroupings = ["item", "service", "tag", "class"] as const;
/** The names of what belongs to no service, or has no tag. */
export const costsWithoutGroup = { service: "No service", tag: "No tag" } as const;

export type CostGrouping = (typeof costGroupings)[number];

export const Cost = Type.Object({
  name: Type.String(),
  hours: nullable(Type.Number({ description: "Of configuration items" })),
  cost: Type.Number(),
  currency: Type.String(),
  idle: nullable(
    Type.Boolean({
      description: "Hosts: hardly used. Services: no more calls. Null while telemetry cannot be read",
    }),
  ),
});
export type Cost = Static<typeof Cost>;

const reading = { access: "reports:read", module: "reports", effect: "read" } as const;
const writing = { access: "reports:write", module: "reports", effect: "write" } as const;

export const finops = {
  prices: operation({
    ...reading,
    method: "GET",
    path: "/api/finops/prices",
    summary: "List unit prices",
    envelope: "page",
    query: Type.Object(paging),
    reply: UnitPrice,
  }),
  createPrice: operation({
    ...writing,
    method: "POST",
    path: "/api/finops/prices",
    summary: "Add a unit price",
    status: 201,
    body: Definition,
    reply: UnitPrice,
  }),
  updatePrice: operation({
    ...writing,
    method: "PATCH",
    path: "/api/finops/prices/:id",
    summary: "Change a unit price",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: UnitPrice,
  }),
  removePrice: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/finops/prices/:id",
    summary: "Delete a unit price",
    params: IdParams,
  }),
  costs: operation({
    ...reading,
    method: "GET",
    path: "/api/finops/costs",
    summary: "List costs by item, service, tag or class",
    envelope: "page",
    query: Type.Object({
      by: Type.Optional(oneOf(costGroupings, { default: "item" })),
      from: Type.Optional(Type.String({ ...QueryTime, description: "now-30d unless given" })),
      to: Type.Optional(QueryTime),
      ...paging,
    }),
    reply: Cost,
  }),
};

export const finopsEvents = {
  updated: event({ type: "finops.updated", access: "reports:read", module: "reports", data: Type.Object({}) }),
};
