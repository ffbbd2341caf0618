import type { controlOperations, LicenseKey } from "@opsplane/contract/control-plane";
import { newSigningKey } from "@opsplane/licensing";
import { difference, fail, type HandlersOf } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { sealedKey } from "./sealing.ts";
import * as store from "./store.ts";

/** A deployment reads at most 8 public keys. */
const maxUsable = 5;

export function keyHandlers({ secrets }: Pick<Core, "secrets">): HandlersOf<typeof controlOperations.licenseKeys> {
  return {
    list: ({ db, query }) => store.listKeys(db, query),

    rotate: async ({ db }) => {
      const before = (await store.usableKeys(db)).at(-1);
      const made = await newSigningKey();
      return async ({ db: tx, audit }) => {
        await store.lockKeys(tx);
        const usable = await store.usableKeys(tx);
        if (usable.at(-1)?.kid !== before?.kid)
          fail("CONFLICT", "Someone else has rotated the key in this moment; look at the keys first.");
        if (usable.length >= maxUsable)
          fail("CONFLICT", `${maxUsable} keys are in use; retire an old one before you make another.`);
        await store.retireActive(tx);
        const key = (await store.insertActive(tx, sealedKey(secrets, made))) ?? missing(made.kid);
        audit({ target: target(key), after: key });
        return key;
      };
    },

    retire: async ({ db, params, audit }) => {
      await store.lockKeys(db);
      const before = (await store.lockKey(db, params.id)) ?? missing(params.id);
      if (before.state !== "retiring")
        fail("CONFLICT", `Only a retiring key can be retired; this one is ${before.state}.`);
      const after = (await store.retire(db, before.id)) ?? missing(params.id);
      audit({ target: target(after), ...difference(before, after) });
      return after;
    },
  };
}

function target({ id, kid }: LicenseKey) {
  return { type: "license_key", id, name: kid };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no key ${id}.`);
}
