import { assertCovers, forgetTokens } from "@opsplane/accounts";
import { isBuiltInRole, type operations, roleEvents } from "@opsplane/contract";
import { difference, fail, type HandlersOf, newId, type WriteContext } from "@opsplane/runtime";
import * as store from "./store.ts";

export const roleHandlers: HandlersOf<typeof operations.roles> = {
  list: async ({ db, query: { limit = 50, offset = 0 } }) => {
    const roles = await store.listRoles(db);
    return { items: roles.slice(offset, offset + limit), total: roles.length };
  },

  get: async ({ db, params }) => (await store.getRole(db, params.name)) ?? missing(params.name),

  create: async (context) => {
    const { db, body, principal, audit } = context;
    if (isBuiltInRole(body.name)) fail("CONFLICT", `'${body.name}' is a built-in role.`);
    assertCovers(principal, body.name, body.permissions);
    const role = await store.insertRole(db, {
      id: newId(),
      name: body.name,
      description: body.description ?? "",
      permissions: body.permissions,
    });
    if (!role) return fail("CONFLICT", `A role '${body.name}' exists already.`);
    audit({ target: target(role.name), after: role });
    announceRole(context, role.name);
    return role;
  },

  update: async (context) => {
    const { db, params, body, principal, audit, assertUnchanged } = context;
    const role = await lockCustom(context, params.name);
    assertUnchanged(role);
    assertCovers(principal, role.name, [...role.permissions, ...(body.permissions ?? [])]);
    const next = {
      name: role.name,
      description: body.description ?? role.description,
      permissions: body.permissions ?? role.permissions,
    };
    const updated = (await store.updateRole(db, next)) ?? missing(params.name);
    await forgetTokens(db, principal.tenantId);
    audit({ target: target(role.name), ...difference(role, updated) });
    announceRole(context, role.name);
    return updated;
  },

  remove: async (context) => {
    const { db, params, principal, audit } = context;
    const role = await lockCustom(context, params.name);
    assertCovers(principal, role.name, role.permissions);
    if (await store.roleInUse(db, role.name))
      fail("CONFLICT", `Users or API keys have the role '${role.name}'; give them another role first.`);
    await store.deleteRole(db, role.name);
    audit({ target: target(role.name), before: role });
    announceRole(context, role.name);
    return undefined;
  },
};

async function lockCustom({ db }: WriteContext, name: string) {
  if (isBuiltInRole(name)) fail("CONFLICT", `The built-in role '${name}' cannot be changed.`);
  return (await store.lockRole(db, name)) ?? missing(name);
}

function announceRole({ announce }: WriteContext, name: string): void {
  announce(roleEvents.updated, name, {});
}

function target(name: string) {
  return { type: "role", id: name, name };
}

function missing(name: string): never {
  return fail("NOT_FOUND", `There is no role '${name}'.`);
}
