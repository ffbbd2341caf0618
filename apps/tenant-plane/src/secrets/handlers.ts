import { type operations, type Secret, secretEvents } from "@opsplane/contract";
import { difference, fail, type HandlersOf, newId, type SecretBox } from "@opsplane/runtime";
import * as store from "./store.ts";

const maxSecrets = 1000;

export function secretHandlers(box: SecretBox): HandlersOf<typeof operations.secrets> {
  return {
    list: ({ db, query }) => store.listSecrets(db, query),

    get: async ({ db, params }) => (await store.getSecret(db, params.id)) ?? missing(params.id),

    create: async ({ db, body: { name, description = "", value }, actor, audit, announce }) => {
      if ((await store.countSecrets(db)) >= maxSecrets)
        fail("CONFLICT", `A tenant can have ${maxSecrets} secrets. Delete one that is no longer used.`);
      const sealed = box.seal(value);
      const made =
        (await store.insertSecret(db, { id: newId(), name, description, sealed, createdBy: actor })) ??
        fail("CONFLICT", `A secret '${name}' exists already.`);
      audit({ target: secretTarget(made), after: made });
      announce(secretEvents.updated, made.id, {});
      return made;
    },

    update: async ({ db, params: { id }, body, audit, announce, assertUnchanged }) => {
      const before = (await store.lockSecret(db, id)) ?? missing(id);
      assertUnchanged(before);
      const { name = before.name, description = before.description, value } = body;
      const sealed = value === undefined ? undefined : box.seal(value);
      const after = (await store.updateSecret(db, { id, name, description, sealed })) ?? missing(id);
      audit({ target: secretTarget(after), ...difference(before, after) });
      announce(secretEvents.updated, id, {});
      return after;
    },

    remove: async ({ db, params: { id }, audit, announce }) => {
      const before = (await store.lockSecret(db, id)) ?? missing(id);
      await store.deleteSecret(db, id);
      audit({ target: secretTarget(before), before });
      announce(secretEvents.updated, id, {});
      return undefined;
    },
  };
}

export function secretTarget({ id, name }: Secret) {
  return { type: "secret", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no secret ${id}.`);
}
