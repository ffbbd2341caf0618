import { type Plane, startPlane } from "@opsplane/tenant-plane/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentFailed, paymentSucceeded } from "../src/subscriptions/index.ts";
import { goodPassword } from "./control-plane.ts";
import { aCustomer, aDeployment, letterWith, type MailingPlane, startMailingPlane } from "./customers.ts";

// Both planes as they run in production, with HTTP between them. One process has one durable engine, so the Tenant Planes only serve.

const hour = 3_600_000;
const day = 24 * hour;

let plane: MailingPlane;
let byoc: Plane;
const opened: Plane[] = [];
beforeAll(async () => {
  plane = await startMailingPlane();
  byoc = await startTenantPlane({ DEPLOYMENT_MODE: "byoc" });
});
afterAll(async () => {
  for (const each of opened) await each.close();
  await plane.close();
});

async function startTenantPlane(env: Record<string, string>): Promise<Plane> {
  const { pem } = await plane.anyone.licenses.publicKeys();
  const shared = { ROLE: "api", CP_URL: plane.url, CP_LICENSE_PUBLIC_KEY: pem, OUTBOUND_ALLOW_PRIVATE: "1" };
  const tp = await startPlane({ ...shared, ...env });
  opened.push(tp);
  return tp;
}

test("each plane refuses tokens of the other", async () => {
  const status = (url: string, headers: Record<string, string>) =>
    fetch(url, { headers }).then((answer) => answer.status);
  const [control, tenant] = [`${plane.url}/api/auth/me`, `${byoc.url}/api/admin/license`];
  expect(await status(control, plane.staff.headers)).toBe(200);
  expect(await status(tenant, { ...plane.staff.headers, "x-tenant-id": "staff" })).toBe(401);
  expect(await status(tenant, byoc.admin.headers)).toBe(200);
  expect(await status(control, byoc.admin.headers)).toBe(401);
});

test("a BYOC deployment renews its license by phone-home", async () => {
  const { id: tenant_id } = await aCustomer(plane, { id: byoc.tenantId, plan_id: "operations" });
  const { id } = await plane.staff.api.licenses.issue({ body: { tenant_id, days: 10 } });
  const license = (await (await plane.staff.api.licenses.download({ params: { id } })).text()).trim();
  await byoc.admin.api.license.upload({ body: { license } });
  expect((await byoc.admin.api.license.status()).license).toMatchObject({ status: "active", days_remaining: 10 });
  plane.travel(hour);
  await byoc.schedules.runNow("licensing.phone-home");
  const { license: renewed } = await byoc.admin.api.license.status();
  expect(renewed).toMatchObject({ status: "active", plan_id: "operations" });
  expect(renewed?.days_remaining).toBeGreaterThan(360);
  expect((await plane.staff.api.licenses.list({ query: { tenant_id } })).items).toMatchObject([
    { state: "active", issued_by: "phone-home", last_phone_home: expect.any(String) },
    { state: "replaced" },
  ]);
});

test("signup, first sign-in, an overdue payment, suspension and payment, through both planes", async () => {
  const { id } = await aDeployment(plane, { is_default: true });
  const { token } = await plane.staff.api.deployments.rotateToken({ params: { id } });
  const hosted = { DEPLOYMENT_MODE: "shared_saas", CP_DEPLOYMENT_ID: id, CP_DEPLOYMENT_TOKEN: token };
  const tp = await startTenantPlane(hosted);
  const body = { url: tp.url, service_secret: tp.serviceSecret };
  await plane.staff.api.deployments.update({ params: { id }, body });

  const email = "ann@both.example.com";
  const wanted = { plan_id: "midsize", billing_period: "monthly" } as const;
  await plane.anyone.signup.create({
    body: { ...wanted, organization: "Both", tenant_id: "both", name: "Ann", email },
  });
  const confirmation = await letterWith(plane.sink, email, "#token=");
  const [, link = ""] = /#token=(opv_[\w-]+)/.exec(confirmation) ?? [];
  await plane.anyone.signup.verify({ body: { token: link, password: goodPassword } });
  await plane.schedules.runNow("tenants.provisioning");
  const welcome = await letterWith(plane.sink, email, "Temporary password");
  const [, temporary = ""] = /Temporary password\s+(\S+)/.exec(welcome) ?? [];

  const first = await tp.login(email, temporary, "both");
  await expect(first.api.incidents.list()).rejects.toMatchObject({ code: "PASSWORD_CHANGE_REQUIRED" });
  await first.api.auth.password({ body: { current_password: temporary, new_password: goodPassword } });
  const ann = () => tp.login(email, goodPassword, "both");
  const create = async () => (await ann()).api.incidents.create({ body: { title: "Disk full" } });
  const list = async () => (await ann()).api.incidents.list();
  const delivered = async () => {
    await expect
      .poll(async () => {
        await plane.schedules.runNow("statements.push");
        const { serial, pushed_serial } = await plane.staff.api.subscriptions.get({ params: { tenant_id: "both" } });
        return pushed_serial === serial;
      })
      .toBe(true);
  };
  await delivered();
  await create();

  await plane.write("both", (write) => paymentFailed(write, "both", plane.now()));
  await delivered();
  await expect(create()).rejects.toMatchObject({ code: "SUBSCRIPTION_PAST_DUE" });
  expect((await list()).total).toBe(1);

  for (const each of [plane, tp]) each.travel(7 * day);
  await plane.schedules.runNow("subscriptions.stages");
  await delivered();
  await expect(list()).rejects.toMatchObject({ code: "SUBSCRIPTION_SUSPENDED" });

  await plane.write("both", (write) => paymentSucceeded(write, "both", plane.now()));
  // The push may be lost: the deployment asks by itself.
  await tp.schedules.runNow("licensing.pull");
  await create();
  expect((await list()).total).toBe(2);
  const { users } = await plane.staff.api.subscriptions.usage({ params: { tenant_id: "both" } });
  expect(users).toBe(1);
});
