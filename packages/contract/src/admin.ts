import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { type Permission, permissions } from "./permissions.ts";
import {
  Email,
  Id,
  line,
  NewPassword,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  Timestamp,
  text,
} from "./schema.ts";

const IdParams = Type.Object({ id: Id });
const gone = { status: 204, envelope: "none", reply: Type.Null() } as const;
const search = Type.Optional(text(200, "Words in name or e-mail"));

export const userStatuses = ["invited", "active", "disabled"] as const;
export type UserStatus = (typeof userStatuses)[number];

export const User = Type.Object({
  ...recordFields,
  email: Type.String(),
  name: Type.String(),
  role: Type.String({ description: "admin, operator, viewer or the name of a custom role" }),
  status: oneOf(userStatuses, { description: "invited until the temporary password has been changed" }),
  last_login_at: nullable(Timestamp),
  invitation: nullable(
    oneOf(["queued", "sent", "failed"], { description: "How the e-mail with the temporary password fares" }),
  ),
});
export type User = Static<typeof User>;

const Invited = Type.Object({
  ...User.properties,
  temporary_password: nullable(Type.String({ description: "Shown once, when no password was given" })),
});

const RoleName = Type.String({
  pattern: "^[a-z][a-z0-9_-]{1,39}$",
  description: "lower-case letters, digits, dashes and underscores",
});

export const users = {
  list: operation({
    method: "GET",
    path: "/api/admin/users",
    summary: "List users",
    access: "admin:users",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      q: search,
      role: Type.Optional(RoleName),
      status: Type.Optional(oneOf(userStatuses)),
      ...paging,
    }),
    reply: User,
  }),
  create: operation({
    method: "POST",
    path: "/api/admin/users",
    summary: "Invite or create a user",
    description:
      "With a password it is permanent; without one a temporary password is made, returned once and sent by e-mail when SMTP is configured.",
    access: "admin:users",
    effect: "write",
    status: 201,
    body: Type.Object({ email: Email, name: line(200), role: RoleName, password: Type.Optional(NewPassword) }),
    reply: Invited,
  }),
  get: operation({
    method: "GET",
    path: "/api/admin/users/:id",
    summary: "Get one user",
    access: "admin:users",
    effect: "read",
    params: IdParams,
    reply: User,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/admin/users/:id",
    summary: "Change a user's name or role, disable or enable",
    description:
      "A disabled user's sessions and keys stop at once. The last active admin can be neither disabled nor demoted.",
    access: "admin:users",
    effect: "write",
    params: IdParams,
    body: Type.Partial(Type.Object({ name: line(200), role: RoleName, disabled: Type.Boolean() })),
    reply: User,
  }),
  reset: operation({
    method: "POST",
    path: "/api/admin/users/:id/reset",
    summary: "Give a user a new temporary password",
    description: "Ends all their sessions. The password is returned once and sent by e-mail when SMTP is configured.",
    access: "admin:users",
    effect: "write",
    params: IdParams,
    reply: Invited,
  }),
};

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

const PermissionName = Type.Unsafe<Permission>({ type: "string", enum: [...permissions] });

export const Role = Type.Object({
  name: Type.String(),
  description: Type.String(),
  permissions: Type.Array(PermissionName),
  built_in: Type.Boolean(),
  users: Type.Integer({ description: "How many users have it" }),
  id: nullable(Id),
  created_at: nullable(Timestamp),
  updated_at: nullable(Timestamp),
  version: Type.Integer(),
});
export type Role = Static<typeof Role>;

const RoleParams = Type.Object({ name: RoleName });
const roleFields = {
  description: text(1000),
  permissions: Type.Array(PermissionName, { maxItems: 200, uniqueItems: true }),
};

export const roles = {
  list: operation({
    method: "GET",
    path: "/api/admin/roles",
    summary: "List built-in and custom roles",
    access: "admin:roles",
    effect: "read",
    envelope: "page",
    query: Type.Object(paging),
    reply: Role,
  }),
  create: operation({
    method: "POST",
    path: "/api/admin/roles",
    summary: "Create a custom role",
    description: "Nobody can hand out a permission that they do not hold.",
    access: "admin:roles",
    module: "custom_roles",
    effect: "write",
    status: 201,
    body: Type.Object({
      name: RoleName,
      description: Type.Optional(roleFields.description),
      permissions: roleFields.permissions,
    }),
    reply: Role,
  }),
  get: operation({
    method: "GET",
    path: "/api/admin/roles/:name",
    summary: "Get one role",
    access: "admin:roles",
    effect: "read",
    params: RoleParams,
    reply: Role,
  }),
  update: operation({
    method: "PATCH",
    path: "/api/admin/roles/:name",
    summary: "Change a custom role",
    description: "Takes effect on the next request of everyone who has it.",
    access: "admin:roles",
    module: "custom_roles",
    effect: "write",
    params: RoleParams,
    body: Type.Partial(Type.Object(roleFields)),
    reply: Role,
  }),
  remove: operation({
    ...gone,
    method: "DELETE",
    path: "/api/admin/roles/:name",
    summary: "Delete a custom role that nobody has",
    access: "admin:roles",
    module: "custom_roles",
    effect: "write",
    params: RoleParams,
  }),
};

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
    summary: "Create an API key for a person or a machine",
    description:
      "With `user_id` the key acts as that person and stops when they are disabled; without it, it is a machine with `role`. The key is in the answer and nowhere else.",
    access: "admin:api_keys",
    effect: "write",
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
    summary: "Revoke an API key at once",
    access: "admin:api_keys",
    effect: "write",
    params: IdParams,
  }),
};

const Snapshot = nullable(Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true }));

export const AuditEntry = Type.Object({
  id: Id,
  action: Type.String({ description: "The operation, for example incidents.update" }),
  actor_type: oneOf(["user", "api_key", "service", "system"]),
  actor_id: nullable(Type.String()),
  actor: Type.String({ description: "E-mail, name of the key, or service" }),
  target_type: nullable(Type.String()),
  target_id: nullable(Type.String()),
  target: nullable(Type.String({ description: "A name a person knows it by" })),
  outcome: oneOf(["success", "denied"]),
  address: nullable(Type.String()),
  user_agent: nullable(Type.String()),
  trace_id: nullable(Type.String()),
  before: Snapshot,
  after: Snapshot,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const audit = {
  list: operation({
    method: "GET",
    path: "/api/admin/audit",
    summary: "The audit log, newest first",
    access: "admin:audit",
    effect: "read",
    envelope: "page",
    query: Type.Object({
      actor: Type.Optional(text(254)),
      action: Type.Optional(text(100, "An operation such as incidents.update, or a beginning such as incidents.")),
      target_type: Type.Optional(text(50)),
      target_id: Type.Optional(text(100)),
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
      ...paging,
    }),
    reply: AuditEntry,
  }),
};

export const DirectoryUser = Type.Object({ id: Id, name: Type.String(), email: Type.String() });
export type DirectoryUser = Static<typeof DirectoryUser>;
export const DirectoryGroup = Type.Object({ id: Id, name: Type.String(), member_ids: Type.Array(Id) });

export const directory = {
  users: operation({
    method: "GET",
    path: "/api/directory/users",
    summary: "Active people of this tenant, to assign and mention",
    access: "directory:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: DirectoryUser,
  }),
  groups: operation({
    method: "GET",
    path: "/api/directory/groups",
    summary: "Groups of this tenant",
    access: "directory:read",
    effect: "read",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: DirectoryGroup,
  }),
};
