import { tenantEvents } from "@opsplane/contract/control-plane";
import { type Db, defineWorkflow, Failure, newId, OutboundFailure, type Schedule, sql } from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import { connectionOf } from "../deployments/index.ts";
import { attemptWait } from "./rules.ts";

interface Attempt {
  tenantId: string;
  number: number;
}

/** One attempt to create the tenant. Retries wait in the table, because a workflow that sleeps would hold a place of the queue. */
const attempt = defineWorkflow<Attempt>("provision-tenant", { name: "provisioning", concurrency: 20, share: 20 });

export function provisioningJobs(core: Core): Required<Pick<Feature, "workflows" | "schedules">> {
  return {
    schedules: [dueAttempts(core)],
    workflows: [
      attempt.implement(async (input, run) => {
        await run.step("create", () => create(core, input));
      }),
    ],
  };
}

const batch = 100;
const timeoutMs = 20_000;
/** An attempt that did not end until then was lost in a crash. Longer than the timeout, so that two never run at once. */
const leaseSeconds = 60;

function dueAttempts({ database, enqueue }: Core): Schedule {
  return {
    name: "tenants.provisioning",
    everyMs: 2_000,
    runsOn: "one-worker",
    run: async () => {
      await database.inSystem(async (tx) => {
        for (const { id, attempts } of await dueTenants(tx, batch)) {
          await tx.run(sql`
            update tenants set provisioning_attempts = ${attempts + 1},
              provisioning_due_at = app_now() + ${leaseSeconds} * interval '1 second'
            where id = ${id}`);
          const input = { tenantId: id, number: attempts + 1 };
          await enqueue(tx, attempt.job(`provision-${id}-${newId()}`, input));
        }
      });
    },
  };
}

function dueTenants(tx: Db, limit: number): Promise<{ id: string; attempts: number }[]> {
  return tx.rows(sql`
    select id, provisioning_attempts as attempts from tenants where provisioning_due_at <= app_now()
    order by provisioning_due_at limit ${limit} for update skip locked`);
}

interface Pending {
  id: string;
  name: string;
  contact_email: string;
  deployment_id: string;
  plan_id: string | null;
}

async function create(core: Core, { tenantId, number }: Attempt): Promise<void> {
  const pending = await core.database.system.first<Pending>(sql`
    select id, name, contact_email, deployment_id, (select plan_id from subscriptions where tenant_id = tenants.id) as plan_id
    from tenants where id = ${tenantId} and provisioning = 'pending' and provisioning_attempts = ${number}`);
  if (!pending) return;
  const result = await ask(core, pending);
  if ("password" in result) return settle(core, pending, number, result.password);
  await core.asAutomation(tenantId, "tenants.provision", async ({ db, audit }) => {
    const wait = result.isFinal ? undefined : attemptWait(number, core.config.deploymentRetryMs);
    const isOver = wait === undefined;
    const changed = await db.run(sql`
      update tenants set provisioning_error = ${result.problem}, version = version + 1, updated_at = app_now(),
        provisioning = case when ${isOver}::boolean then 'failed' else provisioning end,
        provisioning_due_at = app_now() + ${wait ?? null}::float8 * interval '1 millisecond'
      where id = ${tenantId} and provisioning = 'pending' and provisioning_attempts = ${number}`);
    if (changed === 0 || !isOver) return false;
    audit({ target: { type: "tenant", id: tenantId, name: pending.name }, after: { provisioning: "failed" } });
    return undefined;
  });
}

type Outcome = { password: string } | { problem: string; isFinal: boolean };

/** Asks for a new password when the tenant exists, because the answer of an earlier attempt may have been lost. */
async function ask({ http, secrets, database }: Core, pending: Pending): Promise<Outcome> {
  const { id, name, plan_id, contact_email: admin_email, deployment_id } = pending;
  const connection = await connectionOf(database.system, deployment_id);
  if (!connection) return { problem: "The deployment has no address or service secret.", isFinal: true };
  try {
    const { status, body } = await http.request(deployment_id, {
      url: `${connection.url}/api/internal/tenants`,
      method: "POST",
      headers: { "content-type": "application/json", "x-service-secret": secrets.open(connection.service_secret) },
      body: JSON.stringify({ id, name, plan_id, admin_email, renew: true }),
      timeoutMs,
      maxBytes: 64 * 1024,
      maxRedirects: 0,
    });
    const password = status === 201 ? passwordIn(body.toString("utf8")) : undefined;
    if (password !== undefined) return { password };
    if (status === 409)
      return { problem: "The deployment has a tenant with this id, which someone uses already.", isFinal: true };
    return { problem: `The deployment answered ${status}.`, isFinal: status === 422 };
  } catch (error) {
    if (error instanceof OutboundFailure || error instanceof Failure) return { problem: error.message, isFinal: false };
    throw error;
  }
}

function passwordIn(text: string): string | undefined {
  try {
    const password: unknown = JSON.parse(text)?.data?.temporary_password;
    return typeof password === "string" && password !== "" ? password : undefined;
  } catch {
    return undefined;
  }
}

/** The password stays sealed until its email was sent. A later attempt has made it useless. */
async function settle(
  { asAutomation, secrets }: Core,
  { id, name }: Pending,
  number: number,
  password: string,
): Promise<void> {
  await asAutomation(id, "tenants.provision", async ({ db, audit, announce }) => {
    const changed = await db.run(sql`
      update tenants set provisioning = 'provisioned', provisioning_error = null, provisioning_due_at = null, provisioned_at = app_now(),
        admin_secret = ${secrets.seal(password)}, version = version + 1, updated_at = app_now()
      where id = ${id} and provisioning = 'pending' and provisioning_attempts = ${number}`);
    if (changed === 0) return false;
    audit({ target: { type: "tenant", id, name }, after: { provisioning: "provisioned" } });
    announce(tenantEvents.provisioned, id, { tenant_id: id, letter_id: newId() });
    return undefined;
  });
}
