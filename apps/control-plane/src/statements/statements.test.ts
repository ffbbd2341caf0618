import { maxStatements } from "@opsplane/contract/control-plane";
import { readPublicKeys, verifyStatement } from "@opsplane/licensing";
import { sql } from "@opsplane/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeTenantPlane, startTenantPlane } from "../../test/a-tenant-plane.ts";
import { aCustomer, aDeployment, type MailingPlane, startMailingPlane } from "../../test/customers.ts";

let plane: MailingPlane;
let tp: FakeTenantPlane;
let other: FakeTenantPlane;
const lines: string[] = [];
beforeAll(async () => {
  plane = await startMailingPlane({}, { onLog: (line) => lines.push(line) });
  [tp, other] = [await startTenantPlane(), await startTenantPlane()];
  await aDeployment(plane, { id: "eu-1", url: tp.url });
  await aDeployment(plane, { id: "us-1", url: other.url, mode: "dedicated", region: "us" });
});
afterAll(async () => {
  await plane.close();
  tp.close();
  other.close();
});

const path = "/api/internal/subscriptions";
const push = () => plane.schedules.runNow("statements.push");

async function provisioned(id: string, deployment_id = "eu-1") {
  const mode = deployment_id === "eu-1" ? "shared_saas" : "dedicated";
  const customer = await aCustomer(plane, { id, mode, deployment_id });
  await plane.schedules.runNow("tenants.provisioning");
  await expect
    .poll(async () => (await plane.staff.api.tenants.get({ params: { id } })).provisioning)
    .toBe("provisioned");
  return customer;
}

const subscription = (tenant_id: string) => plane.staff.api.subscriptions.get({ params: { tenant_id } });

async function settled(tenantId: string) {
  await expect
    .poll(async () => {
      await push();
      const { serial, pushed_serial } = await subscription(tenantId);
      return serial === pushed_serial;
    })
    .toBe(true);
}

async function read(jwt: string, deploymentId: string) {
  const { pem } = await plane.anyone.licenses.publicKeys();
  const result = await verifyStatement(jwt, await readPublicKeys(pem), deploymentId);
  if (!result.ok) throw new Error(result.problem);
  return result.statement;
}

const received = (receiver: FakeTenantPlane, tenantId: string, deploymentId: string) =>
  Promise.all(receiver.at(path).map(({ body }) => read(JSON.parse(body).statement, deploymentId))).then((all) =>
    all.filter((each) => each.tenantId === tenantId),
  );

test("every change is pushed as a signed statement, and only the newest is sent after a failure", async () => {
  await provisioned("pushed");
  await settled("pushed");
  // On a slow machine a retry may be due before the first push has ended, so the same statement may be repeated.
  for (const statement of await received(tp, "pushed", "eu-1"))
    expect(statement).toMatchObject({ serial: 1, planId: "midsize", status: "active" });
  await expect(received(tp, "pushed", "us-1")).rejects.toThrow("another deployment");

  tp.faults.push({ path, fault: 503 }, { path, fault: "lost" });
  const params = { tenant_id: "pushed" };
  await plane.staff.api.subscriptions.update({ params, body: { addons: ["ai_pro"] } });
  await push();
  await expect.poll(async () => (await subscription("pushed")).push_error).toContain("503");
  await plane.staff.api.subscriptions.suspend({ params, body: { reason: "Test" } });
  await settled("pushed");
  const last = (await received(tp, "pushed", "eu-1")).at(-1);
  expect(last).toMatchObject({
    serial: 3,
    status: "suspended",
    addons: ["ai_pro"],
    limits: { ai_credits_per_month: 30_000 },
  });
  expect(await subscription("pushed")).toMatchObject({ serial: 3, pushed_serial: 3, push_error: null });
});

test("a deployment pulls the statements of its own tenants, and reports version and usage", async () => {
  await provisioned("pulled");
  await provisioned("foreign", "us-1");
  const { token } = await plane.staff.api.deployments.rotateToken({ params: { id: "eu-1" } });
  const body = {
    tp_version: "2.1.0",
    usage: [
      { tenant_id: "pulled", users: 40, data_gb: 60.5, ai_credits: 12 },
      { tenant_id: "foreign", users: 9999, data_gb: 1, ai_credits: 1 },
    ],
  };
  const headers = { authorization: `Bearer ${token}` };
  const { statements, next } = await plane.anyone.statements.pull({ body }, { headers });
  const tenants = await Promise.all(statements.map(async (jwt) => (await read(jwt, "eu-1")).tenantId));
  expect(tenants).toContain("pulled");
  expect(tenants).not.toContain("foreign");
  expect(next).toBeNull();
  expect(await plane.staff.api.deployments.get({ params: { id: "eu-1" } })).toMatchObject({ tp_version: "2.1.0" });
  const preview = (tenant_id: string) =>
    plane.staff.api.subscriptions.preview({ params: { tenant_id }, body: { plan_id: "startup" } });
  expect((await preview("pulled")).exceeded).toEqual([
    { limit: "users", used: 40, allowed: 10 },
    { limit: "data_gb_per_month", used: 60.5, allowed: 50 },
  ]);
  const usage = await plane.staff.api.subscriptions.usage({ params: { tenant_id: "pulled" } });
  expect(usage).toMatchObject({ users: 40, data_gb: 60.5, ai_credits: 12, limits: { users: 50 } });
  expect(await preview("foreign")).toMatchObject({ exceeded: [], usage_reported_at: null });
});

test("a deployment with many tenants pulls page after page, each tenant once", async () => {
  await aDeployment(plane, { id: "big", url: tp.url });
  const first = await aCustomer(plane, { id: "many-0000", mode: "shared_saas", deployment_id: "big" });
  const copies = maxStatements + 2;
  await plane.write(first.id, async ({ db }) => {
    const idOf = sql`'many-' || lpad(number::text, 4, '0')`;
    await db.run(sql`select set_config('app.tenant_id', 'staff', true)`);
    await db.run(sql`
      insert into tenants (id, name, mode, deployment_id, provisioning)
      select ${idOf}, 'Many', 'shared_saas', 'big', 'provisioned' from generate_series(1, ${copies}) number`);
    await db.run(sql`
      insert into subscriptions (tenant_id, plan_id, addons, billing_period, status, current_period_start, current_period_end,
                                 payment_provider, serial, pushed_serial)
      select ${idOf}, plan_id, addons, billing_period, status, current_period_start, current_period_end, payment_provider, 1, 1
      from subscriptions, generate_series(1, ${copies}) number where tenant_id = ${first.id}`);
    return false;
  });
  const { token } = await plane.staff.api.deployments.rotateToken({ params: { id: "big" } });
  const headers = { authorization: `Bearer ${token}` };
  const tenants: string[] = [];
  const sizes: number[] = [];
  let cursor: string | null = null;
  do {
    const page: { statements: string[]; next: string | null } = await plane.anyone.statements.pull(
      { body: { cursor } },
      { headers },
    );
    for (const jwt of page.statements) tenants.push((await read(jwt, "big")).tenantId);
    sizes.push(page.statements.length);
    cursor = page.next;
  } while (cursor !== null);
  expect(sizes[0]).toBe(maxStatements);
  expect(sizes).toHaveLength(2);
  expect(new Set(tenants).size).toBe(tenants.length);
  expect(tenants.filter((id) => id !== first.id)).toHaveLength(copies);
});

test("without a deployment token there are no statements", async () => {
  await expect(plane.anyone.statements.pull({ body: {} })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  await expect(plane.staff.api.statements.pull({ body: {} })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("the fleet shows what needs attention", async () => {
  await plane.schedules.runNow("deployments.health");
  await aDeployment(plane, { id: "gone", url: "http://127.0.0.1:9" });
  other.health.version = "2.3.0";
  await plane.schedules.runNow("deployments.health");
  const { id: tenant_id } = await aCustomer(plane);
  const license = await plane.staff.api.licenses.issue({ body: { tenant_id, days: 45 } });
  tp.faults.push({ path: "/api/internal/tenants", fault: 409 });
  await aCustomer(plane, { id: "refused", mode: "shared_saas", deployment_id: "eu-1" });
  await plane.schedules.runNow("tenants.provisioning");
  await expect.poll(async () => (await plane.staff.api.fleet.get()).failed_provisionings.total).toBe(1);
  plane.travel(3 * 24 * 3_600_000);
  const fleet = await plane.staff.api.fleet.get();
  expect(fleet).toMatchObject({
    newest_version: "2.3.0",
    unhealthy: { total: 1, items: [{ id: "gone", health: "unreachable" }] },
    silent_licenses: { total: 1, items: [{ id: license.id }] },
    expiring: { in_30_days: 0, in_60_days: 1, in_90_days: 1 },
    suspended: { total: 1, items: [{ tenant_id: "pushed" }] },
    failed_provisionings: { total: 1, items: [{ id: "refused" }] },
  });
  expect(fleet.versions).toContainEqual({ tp_version: "2.3.0", deployments: 1, minors_behind: 0 });
});

test("no statement and no token is in a log line", () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter((line) => /eyJ[\w-]{20,}\.eyJ|opd_[\w-]{20}/.test(line))).toEqual([]);
});
