import { checkPassword, type Db, fail, hashToken, leaveTrail, type OpenContext } from "@opsplane/runtime";
import type { FastifyRequest } from "fastify";
import * as store from "./store.ts";

/** The one account that e-mail and password open. All candidates are checked, and a decoy where there is none. */
export async function verified(
  db: Db,
  email: string,
  password: string,
  tenantId: string | undefined,
): Promise<store.Account | undefined> {
  const candidates = (await store.accountsByEmail(db, email, tenantId)).filter(({ disabled }) => !disabled);
  const hashes = candidates.length === 0 ? [undefined] : candidates.map(({ password_hash }) => password_hash);
  const matches = await Promise.all(hashes.map((stored) => checkPassword(password, stored)));
  if (!matches.includes(true)) return undefined;
  if (candidates.length > 1) {
    fail("VALIDATION_ERROR", "This e-mail belongs to several tenants; name one in the header x-tenant-id.", {
      details: [{ path: "x-tenant-id", message: "is required for this e-mail" }],
    });
  }
  return candidates[0];
}

export async function throttle(
  loginsPerMinute: number,
  { database, request, now }: OpenContext,
  email: string,
): Promise<void> {
  if (loginsPerMinute === 0) return;
  const { attempts, window_ends } = await store.countAttempt(
    database.system,
    hashToken(`${email}\n${request.ip}`),
    now,
  );
  if (attempts <= loginsPerMinute) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(window_ends) - now.getTime()) / 1000));
  fail("RATE_LIMIT", `Too many login attempts; wait ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
}

/** A refused login belongs in the audit log of every tenant that knows the e-mail, and in no other. */
export async function recordRefusal(
  { database, origin }: OpenContext,
  email: string,
  tenantId: string | undefined,
): Promise<void> {
  for (const account of await store.accountsByEmail(database.system, email, tenantId)) {
    await leaveTrail(database.system, {
      tenantId: account.tenant_id,
      action: "auth.token",
      origin: { ...origin, actorType: "user", actorId: account.id, actor: account.email },
      audit: { outcome: "denied" },
      events: [],
    });
  }
}

export function headerTenant(request: FastifyRequest): string | undefined {
  const header = request.headers["x-tenant-id"];
  return typeof header === "string" && header !== "" ? header : undefined;
}
