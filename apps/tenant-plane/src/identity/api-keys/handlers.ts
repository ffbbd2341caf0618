import { assertCovers, forgetTokens, getUser } from "@opsplane/accounts";
import { apiKeyEvents, type operations } from "@opsplane/contract";
import { fail, type HandlersOf, hashToken, invalid, newId, newToken, type Principal } from "@opsplane/runtime";
import { rolePermissions } from "../roles/store.ts";
import * as store from "./store.ts";

const hintLength = 10;

export const apiKeyHandlers: HandlersOf<typeof operations.apiKeys> = {
  list: ({ db, query }) => store.listKeys(db, query),

  create: async ({ db, body, principal, now, audit, announce }) => {
    if ((body.role === undefined) === (body.user_id === undefined))
      invalid("role", "or user_id is required, but not both");
    if (body.expires_at && !(Date.parse(body.expires_at) > now.getTime()))
      invalid("expires_at", "must be in the future");
    const owner = body.user_id === undefined ? undefined : await getUser(db, body.user_id);
    const role = body.role ?? owner?.role ?? fail("NOT_FOUND", `There is no user ${body.user_id}.`);
    if (owner) assertOwnKey(owner.id, principal);
    assertCovers(
      principal,
      role,
      (await rolePermissions(db, principal.tenantId, role)) ?? fail("NOT_FOUND", `There is no role '${role}'.`),
    );
    const key = newToken("opk_");
    const stored = await store.insertKey(db, {
      id: newId(),
      name: body.name,
      hash: hashToken(key),
      hint: key.slice(0, hintLength),
      role: body.role ?? null,
      userId: body.user_id ?? null,
      createdBy: principal.label,
      expiresAt: body.expires_at ?? null,
    });
    if (!stored) return fail("ERROR", "The key could not be stored.");
    audit({ target: { type: "api_key", id: stored.id, name: stored.name }, after: stored });
    announce(apiKeyEvents.updated, stored.id, {});
    return { ...stored, key };
  },

  revoke: async ({ db, params, principal, audit, announce }) => {
    const key = (await store.lockKey(db, params.id)) ?? fail("NOT_FOUND", `There is no API key ${params.id}.`);
    // Keys of a deleted role have no permissions.
    const { role } = key;
    if (role !== null) assertCovers(principal, role, (await rolePermissions(db, principal.tenantId, role)) ?? []);
    await store.revokeKey(db, key.id);
    await forgetTokens(db, principal.tenantId);
    audit({ target: { type: "api_key", id: key.id, name: key.name }, before: key });
    announce(apiKeyEvents.updated, key.id, {});
    return undefined;
  },
};

/** Only the person themselves can create a key that acts as them. */
function assertOwnKey(userId: string, { kind, id }: Principal): void {
  if (kind === "user" && id === userId) return;
  fail(
    "FORBIDDEN",
    "A key that acts as a person can be created only by that person, signed in. Create a key with a role instead.",
  );
}
