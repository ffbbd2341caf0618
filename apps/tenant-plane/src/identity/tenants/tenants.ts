import {
  type Database,
  fail,
  hashPassword,
  leaveTrail,
  newId,
  type Origin,
  sql,
  type Transaction,
  temporaryPassword,
} from "@opsplane/runtime";
import { insertUser } from "../users/store.ts";
import { hasTenants, insertTenant, type Tenant } from "./store.ts";

export interface NewTenant {
  id: string;
  name: string;
  planId: string | null;
  adminEmail: string;
  adminPassword: string | undefined;
}

/** A tenant with its first admin. Without a password a temporary one is made, which only the answer holds. */
export async function createTenant(
  tx: Transaction,
  wanted: NewTenant,
  origin: Origin,
): Promise<{ tenant: Tenant; temporaryPassword: string | null }> {
  const tenant = (await insertTenant(tx, wanted)) ?? fail("CONFLICT", `The tenant '${wanted.id}' exists already.`);
  const temporary = wanted.adminPassword === undefined ? temporaryPassword() : null;
  const email = wanted.adminEmail.trim().toLowerCase();
  await insertUser(tx, {
    id: newId(),
    tenantId: tenant.id,
    email,
    name: email.split("@")[0] ?? email,
    role: "admin",
    passwordHash: await hashPassword(wanted.adminPassword ?? temporary ?? ""),
    mustChangePassword: temporary !== null,
    invitation: null,
  });
  await leaveTrail(tx, {
    tenantId: tenant.id,
    action: "system.createTenant",
    origin,
    audit: { target: { type: "tenant", id: tenant.id, name: tenant.name }, after: { ...tenant, admin_email: email } },
    events: [],
  });
  return { tenant, temporaryPassword: temporary };
}

const bootOrigin: Origin = {
  actorType: "system",
  actorId: null,
  actor: "first start",
  address: null,
  userAgent: null,
  traceId: null,
};

/** The first start with an empty database makes one tenant and one admin; of two that start at once, one does. */
export async function bootstrap(
  database: Database,
  first: Omit<NewTenant, "name" | "planId">,
): Promise<{ temporaryPassword: string | null } | undefined> {
  return database.inSystem(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext('opsplane/bootstrap'))`);
    if (await hasTenants(tx)) return undefined;
    return createTenant(
      tx,
      { ...first, name: first.id === "default" ? "Default" : first.id, planId: null },
      bootOrigin,
    );
  });
}
