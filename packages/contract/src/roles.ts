import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { type Permission, permissions } from "./permissions.ts";
import { gone, Id, nullable, paging, RoleName, Timestamp, text } from "./schema.ts";

const PermissionName = Type.Unsafe<Permission>({ type: "string", enum: [...permissions] });

export const Role = Type.Object({
  name: Type.String(),
  description: Type.String(),
  permissions: Type.Array(PermissionName),
  built_in: Type.Boolean(),
  users: Type.Integer({ description: "Number of users with this role" }),
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
    description: "You can grant only permissions that you hold.",
    access: "admin:roles",
    module: "custom_roles",
    effect: "write",
    revokes: "tokens",
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
    description: "Takes effect on the next request of every user with this role.",
    access: "admin:roles",
    module: "custom_roles",
    effect: "write",
    revokes: "tokens",
    params: RoleParams,
    body: Type.Partial(Type.Object(roleFields)),
    reply: Role,
  }),
  remove: operation({
    ...gone,
    method: "DELETE",
    path: "/api/admin/roles/:name",
    summary: "Delete a custom role that no user has",
    access: "admin:roles",
    module: "custom_roles",
    effect: "write",
    revokes: "tokens",
    params: RoleParams,
  }),
};

export const roleEvents = {
  updated: event({ type: "role.updated", access: "admin:roles", data: Type.Object({}) }),
};
