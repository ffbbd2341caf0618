import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, IdParams, line, nullable, paging, recordFields, search, Timestamp, text } from "./schema.ts";

/** A value that integrations use. It is written, replaced and used, and never read back. */
export const Secret = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  value_version: Type.Integer({ description: "Counts the values that this secret has had" }),
  value_updated_at: Timestamp,
  last_used_at: nullable(Timestamp),
  last_used_by: nullable(Type.String({ description: "The record that used it last" })),
  created_by: Type.String(),
});
export type Secret = Static<typeof Secret>;

const value = Type.String({ minLength: 1, maxLength: 65_536, description: "Stored encrypted, and never returned" });

export const secrets = {
  list: operation({
    method: "GET",
    path: "/api/admin/secrets",
    summary: "List secrets, without their values",
    access: "admin:secrets",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: Secret,
  }),
  get: operation({
    method: "GET",
    path: "/api/admin/secrets/:id",
    summary: "Get a secret, without its value",
    access: "admin:secrets",
    effect: "read",
    params: IdParams,
    reply: Secret,
  }),
  create: operation({
    method: "POST",
    path: "/api/admin/secrets",
    summary: "Store a secret",
    description:
      "Integrations refer to it by its id and use its value. No operation returns the value. Each use is in the audit log.",
    access: "admin:secrets",
    effect: "write",
    status: 201,
    body: Type.Object({ name: line(100), description: Type.Optional(text(1000)), value }),
    reply: Secret,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/admin/secrets/:id",
    summary: "Rename a secret or replace its value",
    description: "The next use takes the new value.",
    access: "admin:secrets",
    effect: "write",
    params: IdParams,
    body: Type.Object({
      name: Type.Optional(line(100)),
      description: Type.Optional(text(1000)),
      value: Type.Optional(value),
    }),
    reply: Secret,
  }),
  remove: operation({
    ...gone,
    method: "DELETE",
    path: "/api/admin/secrets/:id",
    summary: "Delete a secret that nothing uses",
    access: "admin:secrets",
    effect: "write",
    params: IdParams,
  }),
};

export const secretEvents = {
  updated: event({ type: "secret.updated", access: "admin:secrets", data: Type.Object({}) }),
};
