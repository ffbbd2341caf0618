import type { Page } from "@opsplane/contract";
import { type Customer, type DeploymentMode, staffTenant } from "@opsplane/contract/control-plane";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";

const columns = sql`
  tenants.id, tenants.name, contact_name, contact_email, tenants.mode, deployment_id, provisioning, provisioning_error, provisioned_at,
  deployments.url as deployment_url, subscriptions.plan_id, subscriptions.status as subscription_status,
  tenants.created_at, tenants.updated_at, tenants.version`;
const joined = sql`
  tenants left join deployments on deployments.id = deployment_id left join subscriptions on subscriptions.tenant_id = tenants.id`;
const customers = sql`tenants.id <> ${staffTenant}`;

export interface CustomerFilter {
  q?: string;
  mode?: DeploymentMode;
  deployment_id?: string;
  provisioning?: Customer["provisioning"];
  subscription_status?: NonNullable<Customer["subscription_status"]>;
  limit?: number;
  offset?: number;
}

export function listCustomers(db: Db, filter: CustomerFilter): Promise<Page<Customer>> {
  const { q, mode, deployment_id, provisioning, subscription_status, limit = 50, offset = 0 } = filter;
  const where = all([
    customers,
    q !== undefined && sql`(tenants.name ilike ${containing(q)} or tenants.id ilike ${containing(q)})`,
    mode !== undefined && sql`tenants.mode = ${mode}`,
    deployment_id !== undefined && sql`deployment_id = ${deployment_id}`,
    provisioning !== undefined && sql`provisioning = ${provisioning}`,
    subscription_status !== undefined && sql`subscriptions.status = ${subscription_status}`,
  ]);
  return readPage(db, {
    rows: sql`select ${columns} from ${joined} where ${where} order by tenants.name, tenants.id limit ${limit} offset ${offset}`,
    from: sql`${joined} where ${where}`,
    limit,
    offset,
  });
}

export function getCustomer(db: Db, id: string): Promise<Customer | undefined> {
  return db.first(sql`select ${columns} from ${joined} where ${customers} and tenants.id = ${id}`);
}

export function lockCustomer(db: Db, id: string): Promise<Customer | undefined> {
  return db.first(
    sql`select ${columns} from ${joined} where ${customers} and tenants.id = ${id} for update of tenants`,
  );
}

export interface NewCustomer {
  id: string;
  name: string;
  contactName: string;
  contactEmail: string;
  mode: DeploymentMode;
  deploymentId: string | null;
}

export async function insertCustomer(db: Db, customer: NewCustomer, isHosted: boolean): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into tenants (id, name, contact_name, contact_email, mode, deployment_id, provisioning, provisioning_due_at)
    values (${customer.id}, ${customer.name}, ${customer.contactName}, ${customer.contactEmail}, ${customer.mode},
            ${customer.deploymentId}, ${isHosted ? "pending" : "none"}, case when ${isHosted}::boolean then app_now() end)
    on conflict (id) do nothing`);
  return inserted === 1;
}

/** Also for tenants that the caller must not see. */
export async function isTaken(system: Db, id: string): Promise<boolean> {
  return (await system.first(sql`select from tenants where id = ${id}`)) !== undefined;
}

export async function updateCustomer(
  db: Db,
  { id, name, contact_name, contact_email }: Pick<Customer, "id" | "name" | "contact_name" | "contact_email">,
): Promise<void> {
  await db.run(sql`
    update tenants set name = ${name}, contact_name = ${contact_name}, contact_email = ${contact_email},
      version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function retryNow(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update tenants set provisioning = 'pending', provisioning_error = null, provisioning_attempts = 0, provisioning_due_at = app_now(),
      version = version + 1, updated_at = app_now()
    where id = ${id}`);
}
