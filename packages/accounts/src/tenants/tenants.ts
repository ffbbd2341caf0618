import {
  type Database,
  fail,
  newId,
  type Origin,
  type Passwords,
  sql,
  type Transaction,
  temporaryPassword,
  writeAuditAndEvents,
} from "@opsplane/runtime";
import { temporaryPasswordEnd } from "../auth/rules.ts";
import { insertUser, renewExpired } from "../users/store.ts";
import { getTenant, hasTenants, insertTenant, type Tenant } from "./store.ts";

export interface NewTenant {
  id: string;
  name: string;
  planId: string | null;
  adminEmail: string;
  adminPassword: string | undefined;
  /** Renews a temporary password that was never used, even before it expires: the caller lost the first answer. */
  renew?: boolean;
}

/**
 * Creates a tenant with its first admin. Without a password a temporary one is generated and only returned. When it expires unused,
 * the same call renews it, because no other admin could reset it.
 */
export async function createTenant(
  tx: Transaction,
  passwords: Passwords,
  wanted: NewTenant,
  origin: Origin,
  now: Date,
): Promise<{ tenant: Tenant; temporaryPassword: string | null }> {
  const email = wanted.adminEmail.trim().toLowerCase();
  const tenant = await insertTenant(tx, wanted);
  if (!tenant) {
    const expiredBy = wanted.renew ? temporaryPasswordEnd(now) : now;
    const admin = { tenantId: wanted.id, email, expiredBy };
    return (await renewAdmin(tx, passwords, admin, origin, now)) ?? exists(wanted.id);
  }
  const temporary = wanted.adminPassword === undefined ? temporaryPassword() : null;
  await insertUser(tx, {
    id: newId(),
    tenantId: tenant.id,
    email,
    name: email.split("@")[0] ?? email,
    role: "admin",
    passwordHash: await passwords.hash(wanted.adminPassword ?? temporary ?? ""),
    passwordExpiresAt: temporary === null ? null : temporaryPasswordEnd(now),
    invitation: null,
  });
  await writeAuditAndEvents(tx, {
    tenantId: tenant.id,
    action: "system.createTenant",
    origin,
    audit: { target: { type: "tenant", id: tenant.id, name: tenant.name }, after: { ...tenant, admin_email: email } },
    events: [],
  });
  return { tenant, temporaryPassword: temporary };
}

function exists(id: string): never {
  return fail("CONFLICT", `The tenant '${id}' exists already.`);
}

async function renewAdmin(
  tx: Transaction,
  passwords: Passwords,
  { tenantId, email, expiredBy }: { tenantId: string; email: string; expiredBy: Date },
  origin: Origin,
  now: Date,
): Promise<{ tenant: Tenant; temporaryPassword: string } | undefined> {
  const temporary = temporaryPassword();
  const passwordHash = await passwords.hash(temporary);
  const renewed = await renewExpired(tx, {
    tenantId,
    email,
    passwordHash,
    expiredBy,
    expiresAt: temporaryPasswordEnd(now),
  });
  const tenant = await getTenant(tx, tenantId);
  if (!renewed || !tenant) return undefined;
  await writeAuditAndEvents(tx, {
    tenantId,
    action: "system.createTenant",
    origin,
    audit: { target: { type: "user", id: renewed.id, name: email } },
    events: [],
  });
  return { tenant, temporaryPassword: temporary };
}

export interface FirstAdmin {
  bootstrapTenant: string;
  /** By default made from the id. */
  bootstrapName?: string;
  bootstrapEmail: string;
  bootstrapPassword: string | undefined;
}

const bootOrigin: Origin = {
  actorType: "system",
  actorId: null,
  actor: "first start",
  address: null,
  userAgent: null,
  traceId: null,
};

/** The first start with an empty database creates one tenant and one admin. Only one of several concurrent instances does it. */
export async function bootstrap(
  database: Database,
  passwords: Passwords,
  config: FirstAdmin,
  now: Date,
): Promise<{ temporaryPassword: string | null } | undefined> {
  const first = {
    id: config.bootstrapTenant,
    name: config.bootstrapName ?? (config.bootstrapTenant === "default" ? "Default" : config.bootstrapTenant),
    adminEmail: config.bootstrapEmail,
    adminPassword: config.bootstrapPassword,
  };
  return database.inSystem(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/bootstrap'))`);
    if (await hasTenants(tx))
      return renewAdmin(
        tx,
        passwords,
        { tenantId: first.id, email: first.adminEmail, expiredBy: now },
        bootOrigin,
        now,
      );
    return createTenant(tx, passwords, { ...first, planId: null }, bootOrigin, now);
  });
}
