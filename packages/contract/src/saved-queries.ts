import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, IdParams, line, nullable, oneOf, paging, recordFields, search } from "./schema.ts";

/** The pages whose queries can be saved. */
export const queryPages = ["logs", "metrics", "traces", "network", "services"] as const;
export type QueryPage = (typeof queryPages)[number];

/** The search parameters of a page in the console. */
const SearchParameters = Type.Unsafe<Record<string, string>>({
  type: "object",
  propertyNames: { type: "string", pattern: "^[a-z][a-z0-9_]{0,39}$" },
  additionalProperties: { type: "string", maxLength: 4000 },
  maxProperties: 30,
  description: "The search parameters of the page's address",
});

export const SavedQuery = Type.Object({
  ...recordFields,
  page: oneOf(queryPages),
  name: Type.String(),
  search: SearchParameters,
  shared: Type.Boolean({ description: "Everyone in the tenant sees it" }),
  owner_id: nullable(Type.String({ description: "The user who saved it" })),
  owner_name: Type.String(),
});
export type SavedQuery = Static<typeof SavedQuery>;

const shared = { access: "observability:read", module: "observability" } as const;
const sharing = Type.Optional(Type.Boolean({ default: false }));

export const savedQueries = {
  list: operation({
    ...shared,
    method: "GET",
    path: "/api/saved-queries",
    summary: "List your saved queries and the shared ones",
    effect: "read",
    envelope: "page",
    query: Type.Object({ page: Type.Optional(oneOf(queryPages)), q: search, ...paging }),
    reply: SavedQuery,
  }),
  create: operation({
    ...shared,
    method: "POST",
    path: "/api/saved-queries",
    summary: "Save a query",
    description: "Only you see it, unless it is shared. Sharing needs the permission observability:write.",
    effect: "write",
    status: 201,
    body: Type.Object({ page: oneOf(queryPages), name: line(100), search: SearchParameters, shared: sharing }),
    reply: SavedQuery,
  }),
  update: operation({
    ...shared,
    method: "PATCH",
    path: "/api/saved-queries/:id",
    summary: "Rename, change or share a saved query",
    description: "Your own ones; shared ones of others only with the permission observability:write.",
    effect: "write",
    params: IdParams,
    body: Type.Object({
      name: Type.Optional(line(100)),
      search: Type.Optional(SearchParameters),
      shared: Type.Optional(Type.Boolean()),
    }),
    reply: SavedQuery,
  }),
  remove: operation({
    ...shared,
    ...gone,
    method: "DELETE",
    path: "/api/saved-queries/:id",
    summary: "Delete a saved query",
    description: "Your own ones; shared ones of others only with the permission observability:write.",
    effect: "write",
    params: IdParams,
  }),
};

export const savedQueryEvents = {
  updated: event({ type: "saved_query.updated", access: "observability:read", data: Type.Object({}) }),
};
