import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, nullable, paging, RoleName, recordFields, search, Timestamp } from "./schema.ts";

export const ApiKey = Type.Object({
  ...recordFields,
  name: Type.String(),
  hint: Type.String({ description: "The first characters of the key" }),
  role: Type.String(),
  user_id: nullable(Id),
  created_by: Type.String(),
  expires_at: nullable(Timestamp),
  last_used_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
});
export type ApiKey = Static<typeof ApiKey>;

export const apiKeys = {
  list: operation({
    method: "GET",
    path: "/api/admin/api-keys",
    summary: "List API keys",
    access: "admin:api_keys",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: ApiKey,
  }),
  create: operation({
    method: "POST",
    path: "/api/admin/api-keys",
    summary: "Create an API key for a person or a service",
    description:
      "With `user_id` (your own) the key acts as you and stops working when you are disabled. With `role` it belongs to a service. Records show it as `key:` and its name. It cannot approve, reject or review. The key is returned only once.",
    access: "admin:api_keys",
    effect: "write",
    revokes: "tokens",
    status: 201,
    body: Type.Object({
      name: line(100),
      role: Type.Optional(RoleName),
      user_id: Type.Optional(Id),
      expires_at: Type.Optional(nullable(Timestamp)),
    }),
    reply: Type.Object({ ...ApiKey.properties, key: Type.String({ description: "Shown once" }) }),
  }),
  revoke: operation({
    ...gone,
    method: "DELETE",
    path: "/api/admin/api-keys/:id",
    summary: "Revoke an API key immediately",
    access: "admin:api_keys",
    effect: "write",
    revokes: "tokens",
    params: IdParams,
  }),
};

export const apiKeyEvents = {
  updated: event({ type: "api_key.updated", access: "admin:api_keys", data: Type.Object({}) }),
};
