import { createServer, type Server } from "node:net";
import { createClient, operations } from "@opsplane/contract";
import { type LaunchedPlane, launchPlane } from "@opsplane/tenant-plane/testing/launch-plane";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type ControlPerson, goodPassword } from "./control-plane.ts";
import { aCustomer, lettersTo, letterWith, type MailingPlane, startMailingPlane } from "./customers.ts";

const day = 86_400_000;

/** Both planes, each with its own database. A process has one durable engine, so the Tenant Plane only serves its API. */
let control: MailingPlane;
const opened: LaunchedPlane[] = [];

beforeAll(async () => {
  control = await startMailingPlane();
});
afterAll(async () => {
  for (const plane of opened) await plane.close();
  await control.close();
});

async function launch(env: Record<string, string>): Promise<LaunchedPlane> {
  const { pem } = await control.anyone.licenses.publicKeys();
  const given = { ROLE: "api", CP_URL: control.url, CP_LICENSE_PUBLIC_KEY: pem.replaceAll("\n", "\\n"), ...env };
  // It starts at the time of the Control Plane, which may have travelled.
  const aheadMs = control.now().getTime() - Date.now();
  const plane = await launchPlane({ postgresUrl: inject("postgresUrl"), env: given, aheadMs });
  opened.push(plane);
  return plane;
}

const apiOf = ({ url }: LaunchedPlane, headers: Record<string, string> = {}) =>
  createClient(operations, { baseUrl: url, headers: () => headers });

async function signIn(plane: LaunchedPlane, email: string, password: string, tenantId: string) {
  const tokens = await apiOf(plane).auth.token({ body: { email, password } }, { headers: { "x-tenant-id": tenantId } });
  const headers = { authorization: `Bearer ${tokens.token}`, "x-tenant-id": tenantId };
  return { api: apiOf(plane, headers), tokens };
}

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "allowed",
    ({ code }) => code,
  );

describe("a hosted deployment", () => {
  let tenantPlane: LaunchedPlane;
  let portal: ControlPerson;
  let api: ReturnType<typeof apiOf>;
  const [tenantId, email] = ["acme", "ann@acme.example.com"];

  /** Both clocks go on, and the Control Plane does what is due. */
  async function travel(ms: number): Promise<void> {
    control.travel(ms);
    tenantPlane.travel(ms);
    await settle();
  }

  async function settle(): Promise<void> {
    for (const name of ["billing.invoices", "billing.overdue", "subscriptions.stages", "statements.push"])
      await control.schedules.runNow(name);
  }

  const states = async () => [
    await codeOf(api.incidents.create({ body: { title: "Another" } })),
    await codeOf(api.incidents.list()),
  ];

  beforeAll(async () => {
    const made = { id: "eu-1", name: "EU 1", mode: "shared_saas", region: "eu", url: "http://127.0.0.1:9" } as const;
    const { deployments } = control.staff.api;
    await deployments.create({ body: { ...made, service_secret: "not-known-before-it-starts", is_default: true } });
    const { token } = await deployments.rotateToken({ params: { id: "eu-1" } });
    const env = { DEPLOYMENT_MODE: "shared_saas", CP_DEPLOYMENT_ID: "eu-1", CP_DEPLOYMENT_TOKEN: token };
    tenantPlane = await launch(env);
    const { url, serviceSecret: service_secret } = tenantPlane;
    await deployments.update({ params: { id: "eu-1" }, body: { url, service_secret } });
  });

  test("signing up ends with a tenant: the temporary password works, must be changed, and then everything works", async () => {
    const body = { organization: "Acme", tenant_id: tenantId, name: "Ann", email } as const;
    await control.anyone.signup.create({ body: { ...body, plan_id: "startup", billing_period: "monthly" } });
    const link = await letterWith(control.sink, email, "/signup/verify#token=");
    const [, token = ""] = /verify#token=(opv_[\w-]+)/.exec(link) ?? [];
    await control.anyone.signup.verify({ body: { token, password: goodPassword } });
    portal = await control.login(email, goodPassword, tenantId);
    await control.schedules.runNow("tenants.provisioning");
    const welcome = await letterWith(control.sink, email, "Temporary password");
    expect(welcome).toContain(tenantPlane.url);
    const [, temporary = ""] = /Temporary password\s+(\S+)/.exec(welcome) ?? [];

    const first = await signIn(tenantPlane, email, temporary, tenantId);
    expect(first.tokens.user).toMatchObject({ role: "admin", must_change_password: true });
    expect(await codeOf(first.api.incidents.list())).toBe("PASSWORD_CHANGE_REQUIRED");
    await first.api.auth.password({ body: { current_password: temporary, new_password: goodPassword } });
    const ann = await signIn(tenantPlane, email, goodPassword, tenantId);
    expect(await ann.api.incidents.create({ body: { title: "First" } })).toMatchObject({ reference: "INC-00000001" });
    // A key outlives the weeks that the test travels.
    const { key } = await ann.api.apiKeys.create({ body: { name: "watch", role: "admin" } });
    api = apiOf(tenantPlane, { authorization: `Bearer ${key}`, "x-tenant-id": tenantId });
  });

  test("the tenant has the plan of its subscription, and an upgrade arrives by itself", async () => {
    await settle();
    await expect.poll(() => codeOf(api.workflows.list())).toBe("FEATURE_DISABLED");
    await portal.api.subscriptions.update({ params: { tenant_id: tenantId }, body: { plan_id: "midsize" } });
    await settle();
    await expect.poll(() => codeOf(api.workflows.list())).toBe("allowed");
    expect((await api.license.status()).subscription).toMatchObject({ plan_id: "midsize", status: "active" });
  });

  test("an unpaid invoice makes it past due, then suspended at the exact time; payment brings it back", async () => {
    const [invoice] = (await portal.api.invoices.list()).items.filter(({ status }) => status === "open");
    if (!invoice) throw new Error("There is no open invoice.");
    await travel(Date.parse(invoice.due_at ?? "") - control.now().getTime());
    await expect.poll(states).toEqual(["SUBSCRIPTION_PAST_DUE", "allowed"]);
    expect(await letterWith(control.sink, email, "payment")).toBeDefined();

    await travel(7 * day - 60_000);
    expect(await states()).toEqual(["SUBSCRIPTION_PAST_DUE", "allowed"]);
    await travel(60_000);
    await expect.poll(states).toEqual(["SUBSCRIPTION_SUSPENDED", "SUBSCRIPTION_SUSPENDED"]);
    await expect.poll(() => lettersTo(control.sink, email).join().toLowerCase()).toContain("suspended");

    for (const { id, status } of (await portal.api.invoices.list()).items)
      if (status === "open") await control.staff.api.invoices.pay({ params: { id }, body: { reference: "bank 1" } });
    await settle();
    await expect.poll(states).toEqual(["allowed", "allowed"]);
    expect((await api.incidents.list()).items.map(({ title }) => title)).toContain("First");
  });

  test("a pull has what a lost push had, and the Control Plane learns the version and the usage", async () => {
    await tenantPlane.schedules.runNow("licensing.pull");
    const usage = await portal.api.subscriptions.usage({ params: { tenant_id: tenantId } });
    expect(JSON.stringify(usage)).toContain('"users"');
    const { tp_version } = await control.staff.api.deployments.get({ params: { id: "eu-1" } });
    expect(tp_version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("each plane refuses the tokens of the other", async () => {
    const ours = await signIn(tenantPlane, email, goodPassword, tenantId);
    const asked = (url: string, token: string) =>
      fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}`, "x-tenant-id": tenantId } });
    const theirs = await control.login(email, goodPassword, tenantId);
    expect((await asked(tenantPlane.url, ours.tokens.token)).status).toBe(200);
    expect((await asked(control.url, theirs.tokens.token)).status).toBe(200);
    expect((await asked(control.url, ours.tokens.token)).status).toBe(401);
    expect((await asked(tenantPlane.url, theirs.tokens.token)).status).toBe(401);
  });
});

describe("a deployment in the customer's network", () => {
  async function licensed(id: string): Promise<string> {
    await aCustomer(control, { id, mode: "byoc", plan_id: "enterprise" });
    const { id: licenseId } = await control.staff.api.licenses.issue({ body: { tenant_id: id, days: 30 } });
    const file = await control.staff.api.licenses.download({ params: { id: licenseId } });
    return (await file.text()).trim();
  }

  test("renews its license by phone-home, with the plan of the subscription", async () => {
    const license = await licensed("byoc-1");
    const plane = await launch({
      BOOTSTRAP_TENANT_ID: "byoc-1",
      DEPLOYMENT_MODE: "byoc",
      SERVICE_LICENSE_KEY: license,
    });
    const { api } = await signIn(plane, "admin@opsplane.local", goodPassword, "byoc-1");
    expect((await api.license.status()).license).toMatchObject({ plan_id: "enterprise", days_remaining: 30 });
    await control.staff.api.subscriptions.update({ params: { tenant_id: "byoc-1" }, body: { plan_id: "midsize" } });
    control.travel(2 * 3_600_000);
    plane.travel(2 * 3_600_000);
    await plane.schedules.runNow("licensing.phone-home");
    const again = await signIn(plane, "admin@opsplane.local", goodPassword, "byoc-1");
    expect((await again.api.license.status()).license).toMatchObject({
      ...{ plan_id: "midsize", days_remaining: 365, source: "phone_home", phone_home_problem: null },
      last_phone_home: expect.any(String),
    });
  });

  test("keeps a revoked license until it expires, and is not renewed", async () => {
    const license = await licensed("byoc-2");
    const plane = await launch({ BOOTSTRAP_TENANT_ID: "byoc-2", SERVICE_LICENSE_KEY: license });
    const [{ id } = { id: "" }] = (await control.staff.api.licenses.list({ query: { tenant_id: "byoc-2" } })).items;
    await control.staff.api.licenses.revoke({ params: { id }, body: { reason: "The contract has ended." } });
    await plane.schedules.runNow("licensing.phone-home");
    const { api } = await signIn(plane, "admin@opsplane.local", goodPassword, "byoc-2");
    const shown = (await api.license.status()).license;
    expect(shown).toMatchObject({ status: "active", source: "environment", last_phone_home: null });
    expect(shown?.phone_home_problem).toMatch(/40\d/);
  });

  test("is silent in offline mode", async () => {
    const license = await licensed("byoc-3");
    let connections = 0;
    const listener: Server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const address = listener.address();
    const port = typeof address === "object" ? address?.port : 0;
    const plane = await launch({
      ...{ BOOTSTRAP_TENANT_ID: "byoc-3", SERVICE_LICENSE_KEY: license, SERVICE_OFFLINE_MODE: "1" },
      ...{ CP_URL: `http://127.0.0.1:${port}`, LICENSE_PHONE_HOME_INTERVAL_MS: "1000" },
    });
    plane.travel(3 * day);
    await expect(plane.schedules.runNow("licensing.phone-home")).rejects.toThrow("does not exist");
    const { api } = await signIn(plane, "admin@opsplane.local", goodPassword, "byoc-3");
    expect(await api.license.status()).toMatchObject({ offline_mode: true, license: { last_phone_home: null } });
    expect(connections).toBe(0);
    await new Promise((resolve) => listener.close(resolve));
  });
});
