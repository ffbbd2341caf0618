import { type Group, groupEvents, type operations } from "@opsplane/contract";
import { difference, fail, type HandlersOf, newId, type WriteContext } from "@opsplane/runtime";
import * as store from "./store.ts";

export const groupHandlers: HandlersOf<typeof operations.groups> = {
  list: ({ db, query }) => store.listGroups(db, query),

  get: async ({ db, params }) => (await store.getGroup(db, params.id)) ?? missing(params.id),

  create: async (context) => {
    const { db, body, audit } = context;
    const id = newId();
    const made = await store.insertGroup(db, { id, name: body.name, description: body.description ?? "" });
    if (!made) fail("CONFLICT", `A group '${body.name}' exists already.`);
    await store.replaceMembers(db, id, body.member_ids ?? []);
    const group = (await store.getGroup(db, id)) ?? missing(id);
    audit({ target: target(group), after: group });
    announceGroup(context, id);
    return group;
  },

  update: async (context) => {
    const { db, params, body, audit, assertUnchanged } = context;
    const group = (await store.lockGroup(db, params.id)) ?? missing(params.id);
    assertUnchanged(group);
    await store.updateGroup(db, {
      id: group.id,
      name: body.name ?? group.name,
      description: body.description ?? group.description,
    });
    if (body.member_ids) await store.replaceMembers(db, group.id, body.member_ids);
    const updated = (await store.getGroup(db, group.id)) ?? missing(params.id);
    audit({ target: target(updated), ...difference(group, updated) });
    announceGroup(context, group.id);
    return updated;
  },

  remove: async (context) => {
    const { db, params, audit } = context;
    const group = (await store.lockGroup(db, params.id)) ?? missing(params.id);
    await store.deleteGroup(db, group.id);
    audit({ target: target(group), before: group });
    announceGroup(context, group.id);
    return undefined;
  },
};

function announceGroup({ announce }: WriteContext, id: string): void {
  announce(groupEvents.updated, id, {});
}

function target(group: Group) {
  return { type: "group", id: group.id, name: group.name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no group ${id}.`);
}
