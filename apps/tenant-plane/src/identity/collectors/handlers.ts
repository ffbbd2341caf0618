import { forgetTokens } from "@opsplane/accounts";
import { collectorEvents, type operations } from "@opsplane/contract";
import { fail, type HandlersOf, hashToken, invalid, newId, newToken } from "@opsplane/runtime";
import * as store from "./store.ts";

const hintLength = 10;

export const collectorHandlers: HandlersOf<typeof operations.collectors> = {
  list: ({ db, query }) => store.listCollectors(db, query),

  create: async ({ db, body, principal, now, audit, announce }) => {
    if (body.expires_at && !(Date.parse(body.expires_at) > now.getTime()))
      invalid("expires_at", "must be in the future");
    const token = newToken("opc_");
    const stored = await store.insertCollector(db, {
      id: newId(),
      name: body.name,
      hash: hashToken(token),
      hint: token.slice(0, hintLength),
      capabilities: body.capabilities ?? [],
      createdBy: principal.label,
      expiresAt: body.expires_at ?? null,
    });
    if (!stored) return fail("ERROR", "The token could not be stored.");
    audit({ target: { type: "collector", id: stored.id, name: stored.name }, after: stored });
    announce(collectorEvents.updated, stored.id, {});
    return { ...stored, token };
  },

  revoke: async ({ db, params, principal, audit, announce }) => {
    const collector =
      (await store.lockCollector(db, params.id)) ?? fail("NOT_FOUND", `There is no collector token ${params.id}.`);
    await store.revokeCollector(db, collector.id);
    await forgetTokens(db, principal.tenantId);
    audit({ target: { type: "collector", id: collector.id, name: collector.name }, before: collector });
    announce(collectorEvents.updated, collector.id, {});
    return undefined;
  },
};
