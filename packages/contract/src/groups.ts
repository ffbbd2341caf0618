import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, paging, recordFields, search, text } from "./schema.ts";

export const Group = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  member_ids: Type.Array(Id),
});
export type Group = Static<typeof Group>;

const groupFields = {
  name: line(100),
  description: text(1000),
  member_ids: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
};

export const groups = {
  list: operation({
    method: "GET",
    path: "/api/admin/groups",
    summary: "List groups",
    access: "admin:groups",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: Group,
  }),
  create: operation({
    method: "POST",
    path: "/api/admin/groups",
    summary: "Create a group",
    access: "admin:groups",
    effect: "write",
    status: 201,
    body: Type.Object({
      name: groupFields.name,
      description: Type.Optional(groupFields.description),
      member_ids: Type.Optional(groupFields.member_ids),
    }),
    reply: Group,
  }),
  get: operation({
    method: "GET",
    path: "/api/admin/groups/:id",
    summary: "Get one group",
    access: "admin:groups",
    effect: "read",
    params: IdParams,
    reply: Group,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/admin/groups/:id",
    summary: "Change a group; member_ids replaces the members",
    access: "admin:groups",
    effect: "write",
    params: IdParams,
    body: Type.Partial(Type.Object(groupFields)),
    reply: Group,
  }),
  remove: operation({
    ...gone,
    method: "DELETE",
    path: "/api/admin/groups/:id",
    summary: "Delete a group",
    access: "admin:groups",
    effect: "write",
    params: IdParams,
  }),
};

export const groupEvents = {
  updated: event({ type: "group.updated", access: "admin:groups", data: Type.Object({}) }),
};
