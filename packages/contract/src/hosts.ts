import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, nullable, oneOf, paging, recordFields, search, Timestamp, text } from "./schema.ts";

/** ssh: the Tenant Plane connects. agent: an agent on the host, or near it, takes the command from a queue. */
export const hostConnections = ["ssh", "agent"] as const;
export type HostConnection = (typeof hostConnections)[number];

export const hostAuthentications = ["key", "password"] as const;

/** A public key that a host may show. Any other key is refused. */
export const HostKey = Type.Object({
  type: Type.String({ description: "Such as ssh-ed25519" }),
  fingerprint: Type.String({ description: "SHA256: and 43 characters, as ssh shows it" }),
  added_by: Type.String(),
  added_at: Timestamp,
});
export type HostKey = Static<typeof HostKey>;

/** A machine on which runbooks run commands. */
export const Host = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  connection: oneOf(hostConnections),
  address: Type.String({ description: "Name or IP address, for ssh" }),
  port: Type.Integer(),
  username: Type.String(),
  authentication: oneOf(hostAuthentications),
  secret_id: nullable(Type.String({ format: "uuid", description: "The private key or password" })),
  passphrase_secret_id: nullable(Type.String({ format: "uuid", description: "The passphrase of the private key" })),
  bastion_id: nullable(Type.String({ format: "uuid", description: "The host through which this one is reached" })),
  bastion_name: nullable(Type.String()),
  agent: Type.String({ description: "For connection agent: the name under which the agent claims jobs" }),
  ci_id: nullable(Type.String({ format: "uuid", description: "The configuration item that this host is" })),
  ci_name: nullable(Type.String()),
  host_keys: Type.Array(HostKey),
  enabled: Type.Boolean(),
  last_used_at: nullable(Timestamp),
  created_by: Type.String(),
});
export type Host = Static<typeof Host>;

const fields = {
  name: line(100),
  description: text(1000),
  connection: oneOf(hostConnections),
  address: text(253),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  username: text(64),
  authentication: oneOf(hostAuthentications),
  secret_id: nullable(Id),
  passphrase_secret_id: nullable(Id),
  bastion_id: nullable(Id),
  agent: text(100),
  ci_id: nullable(Id),
  enabled: Type.Boolean(),
};

/** The key that a host shows now. It is not trusted yet. */
export const OfferedKey = Type.Object({
  type: Type.String(),
  fingerprint: Type.String(),
  trusted: Type.Boolean({ description: "Whether this key is one of the host's keys already" }),
});

/** A fingerprint as ssh-keygen shows it. */
const Fingerprint = Type.String({ pattern: "^SHA256:[A-Za-z0-9+/]{43}=?$", description: "SHA256: and 43 characters" });

const shared = { module: "runbooks" } as const;
const writing = { ...shared, access: "admin:hosts", effect: "write" } as const;
/** Everyone who can write runbooks chooses hosts, so reading needs no admin. */
const reading = { ...shared, access: "runbooks:read", effect: "read" } as const;

export const hosts = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/hosts",
    summary: "List hosts",
    envelope: "page",
    query: Type.Object({ q: search, ci_id: Type.Optional(Id), ...paging }),
    reply: Host,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/hosts/:id",
    summary: "Get one host",
    params: IdParams,
    reply: Host,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/hosts",
    summary: "Add a host",
    description:
      "Commands are refused until a person has added the host's key: read it with `offeredKey`, compare it, and add it.",
    status: 201,
    body: Type.Object({
      name: fields.name,
      description: Type.Optional(fields.description),
      connection: Type.Optional(oneOf(hostConnections, { default: "ssh" })),
      address: Type.Optional(fields.address),
      port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: 22 })),
      username: Type.Optional(fields.username),
      authentication: Type.Optional(oneOf(hostAuthentications, { default: "key" })),
      secret_id: Type.Optional(fields.secret_id),
      passphrase_secret_id: Type.Optional(fields.passphrase_secret_id),
      bastion_id: Type.Optional(fields.bastion_id),
      agent: Type.Optional(fields.agent),
      ci_id: Type.Optional(fields.ci_id),
      enabled: Type.Optional(Type.Boolean({ default: true })),
    }),
    reply: Host,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/hosts/:id",
    summary: "Change a host",
    description: "A new address or port removes its keys, because they belong to another machine.",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: Host,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/hosts/:id",
    summary: "Delete a host that no other host is reached through",
    params: IdParams,
  }),
  offeredKey: operation({
    ...shared,
    access: "admin:hosts",
    effect: "read",
    method: "GET",
    path: "/api/hosts/:id/offered-key",
    summary: "Connect to a host and read the key that it shows, without trusting it",
    params: IdParams,
    reply: OfferedKey,
  }),
  addKey: operation({
    ...writing,
    method: "POST",
    path: "/api/hosts/:id/keys",
    summary: "Trust a key of a host",
    params: IdParams,
    body: Type.Object({ type: Type.Optional(line(60)), fingerprint: Fingerprint }),
    reply: Host,
  }),
  removeKey: operation({
    ...writing,
    method: "POST",
    path: "/api/hosts/:id/keys/remove",
    summary: "Stop trusting a key of a host",
    params: IdParams,
    body: Type.Object({ fingerprint: Fingerprint }),
    reply: Host,
  }),
  test: operation({
    ...shared,
    access: "admin:hosts",
    effect: "read",
    method: "GET",
    path: "/api/hosts/:id/test",
    summary: "Connect and log in to a host, and run nothing",
    params: IdParams,
    reply: Type.Object({
      ok: Type.Boolean(),
      message: Type.String(),
      duration_ms: Type.Integer(),
    }),
  }),
};

export const hostEvents = {
  updated: event({ type: "host.updated", access: "runbooks:read", module: "runbooks", data: Type.Object({}) }),
};
