import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { Id, IdParams, nullable, oneOf, paging, QueryTime, Timestamp, text } from "./schema.ts";

const Snapshot = nullable(Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }));

export const AuditEntry = Type.Object({
  id: Id,
  action: Type.String({ description: "The operation, for example incidents.update" }),
  actor_type: oneOf(["user", "api_key", "service", "system"]),
  actor_id: nullable(Type.String()),
  actor: Type.String({ description: "Email, name of the key, or service" }),
  target_type: nullable(Type.String()),
  target_id: nullable(Type.String()),
  target: nullable(Type.String({ description: "Display name of the object" })),
  outcome: oneOf(["success", "denied"]),
  address: nullable(Type.String()),
  user_agent: nullable(Type.String()),
  trace_id: nullable(Type.String()),
  before: Snapshot,
  after: Snapshot,
  shortened: Type.Boolean({
    description: "Long values of before and after are shortened; get the single entry for the full values",
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const audit = {
  list: operation({
    method: "GET",
    path: "/api/admin/audit",
    summary: "List audit log entries, newest first",
    access: "admin:audit",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      actor: Type.Optional(text(254, "Prefix of an email or of an API key's name")),
      action: Type.Optional(text(100, "An operation such as incidents.update, or a prefix such as incidents.")),
      include: Type.Optional(
        oneOf(["refreshes"], {
          description: "Token refreshes are listed only with include=refreshes, or with action=auth.refresh",
        }),
      ),
      target_type: Type.Optional(text(50)),
      target_id: Type.Optional(text(100)),
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
      ...paging,
    }),
    reply: AuditEntry,
  }),
  get: operation({
    method: "GET",
    path: "/api/admin/audit/:id",
    summary: "Get one audit log entry with its full values",
    access: "admin:audit",
    effect: "read",
    params: IdParams,
    reply: AuditEntry,
  }),
};
