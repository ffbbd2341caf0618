import type { BillingPeriod, signupPlans } from "@opsplane/contract/control-plane";
import { type Db, sql } from "@opsplane/runtime";

export interface Signup {
  id: string;
  tenant_id: string;
  organization: string;
  plan_id: (typeof signupPlans)[number];
  billing_period: BillingPeriod;
  name: string;
  email: string;
  deployment_id: string;
}

const columns = sql`id, tenant_id, organization, plan_id, billing_period, name, email, deployment_id`;

export async function insertSignup(
  db: Db,
  signup: Signup & { tokenHash: Buffer; token: Buffer; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into signups (id, tenant_id, organization, plan_id, billing_period, name, email, deployment_id, token_hash, token, expires_at)
    values (${signup.id}, ${signup.tenant_id}, ${signup.organization}, ${signup.plan_id}, ${signup.billing_period}, ${signup.name},
            ${signup.email}, ${signup.deployment_id}, ${signup.tokenHash}, ${signup.token}, ${signup.expiresAt})`);
}

/** A signup that can still be confirmed. */
export function openSignup(system: Db, tokenHash: Buffer): Promise<Signup | undefined> {
  return system.first(sql`
    select ${columns} from signups where token_hash = ${tokenHash} and used_at is null and expires_at > app_now()`);
}

/** Of several concurrent uses of a token only one succeeds. */
export async function useSignup(db: Db, id: string): Promise<boolean> {
  const used = await db.run(sql`
    update signups set used_at = app_now(), token = null where id = ${id} and used_at is null and expires_at > app_now()`);
  return used === 1;
}

export interface Addressee extends Signup {
  token: Buffer | null;
}

export function unsentSignup(system: Db, id: string): Promise<Addressee | undefined> {
  return system.first(sql`select ${columns}, token from signups where id = ${id} and expires_at > app_now()`);
}

export async function forgetToken(system: Db, id: string): Promise<void> {
  await system.run(sql`update signups set token = null where id = ${id}`);
}

export async function deleteOld(system: Db): Promise<void> {
  await system.run(sql`delete from signups where expires_at < app_now() - interval '30 days'`);
}
