import { type Db, fail, type OpenContext, type Passwords, writeAuditAndEvents } from "@opsplane/runtime";
import type { FastifyRequest } from "fastify";
import { hasExpired } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Number of accounts that a login without a tenant tries. It always checks this many passwords, including decoys, so the response
 * time does not reveal in how many tenants an email exists.
 */
const maxCandidates = 4;

/** The account that matches email and password. */
export async function verified(
  db: Db,
  passwords: Passwords,
  { email, password }: { email: string; password: string },
  tenantId: string | undefined,
  now: Date,
): Promise<store.Account | undefined> {
  const checks = tenantId === undefined ? maxCandidates : 1;
  const candidates = await store.accountsByEmail(db, email, tenantId, checks);
  const fitting: store.Account[] = [];
  // Checked in sequence, so one login never uses more than one thread.
  for (let n = 0; n < checks; n++) {
    const candidate = candidates[n];
    if ((await passwords.check(password, candidate?.password_hash)) && candidate) fitting.push(candidate);
  }
  const usable = fitting.filter((account) => !hasExpired(account, now));
  if (usable.length > 1) {
    fail("VALIDATION_ERROR", "This email and password match several tenants; name one in the header x-tenant-id.", {
      details: [{ path: "x-tenant-id", message: "is required for this email" }],
    });
  }
  // Only callers with the right password get here.
  if (usable.length === 0 && fitting.length > 0) {
    fail("UNAUTHORIZED", "This temporary password has expired; ask an administrator to reset it.");
  }
  return usable[0];
}

/**
 * Writes a refused login to the audit log of every tenant that has this email. The response does not wait for it, because the wait
 * would reveal whether the email exists.
 */
export function recordRefusal(context: OpenContext, email: string, tenantId: string | undefined): void {
  writeRefusal(context, email, tenantId).catch((error: unknown) =>
    context.request.log.warn({ error: String(error) }, "a refused login could not be written to the audit log"),
  );
}

async function writeRefusal(
  { database, origin }: OpenContext,
  email: string,
  tenantId: string | undefined,
): Promise<void> {
  for (const account of await store.holdersOfEmail(database.system, email, tenantId)) {
    await writeAuditAndEvents(database.system, {
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
