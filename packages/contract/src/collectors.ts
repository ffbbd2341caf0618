import { type Static, Type } from "typebox";
import { agentCapabilities } from "./agent-jobs.ts";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, IdParams, line, nullable, oneOf, paging, recordFields, search, Timestamp } from "./schema.ts";

/** A token that can only send telemetry, or do the work of an agent. It identifies the tenant, so senders need no tenant header. */
export const Collector = Type.Object({
  ...recordFields,
  name: Type.String(),
  hint: Type.String({ description: "The first characters of the token" }),
  capabilities: Type.Array(oneOf(agentCapabilities), {
    description: "What an agent with this token may do besides sending telemetry. It claims only jobs for its own name",
  }),
  created_by: Type.String(),
  expires_at: nullable(Timestamp),
  last_used_at: nullable(Timestamp),
  revoked_at: nullable(Timestamp),
  bytes: Type.Integer({ description: "Bytes received with this token, after decompression" }),
  rows: Type.Integer({ description: "Rows stored with this token" }),
});
export type Collector = Static<typeof Collector>;

export const collectors = {
  list: operation({
    method: "GET",
    path: "/api/admin/collectors",
    summary: "List collector tokens",
    access: "admin:collectors",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: Collector,
  }),
  create: operation({
    method: "POST",
    path: "/api/admin/collectors",
    summary: "Create a collector token",
    description:
      "For Prometheus, OpenTelemetry and other senders: a bearer token that can only send telemetry. The token is returned only once.",
    access: "admin:collectors",
    effect: "write",
    revokes: "tokens",
    status: 201,
    body: Type.Object({
      name: line(100),
      expires_at: Type.Optional(nullable(Timestamp)),
      capabilities: Type.Optional(Type.Array(oneOf(agentCapabilities), { maxItems: 10, uniqueItems: true })),
    }),
    reply: Type.Object({ ...Collector.properties, token: Type.String({ description: "Shown once" }) }),
  }),
  revoke: operation({
    ...gone,
    method: "DELETE",
    path: "/api/admin/collectors/:id",
    summary: "Revoke a collector token immediately",
    access: "admin:collectors",
    effect: "write",
    revokes: "tokens",
    params: IdParams,
  }),
};

export const collectorEvents = {
  updated: event({ type: "collector.updated", access: "admin:collectors", data: Type.Object({}) }),
};
