import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeTenantPlane, startTenantPlane } from "../../test/a-tenant-plane.ts";
import { goodPassword, startControlPlane, type TestControlPlane } from "../../test/control-plane.ts";
import { aDeployment, serviceSecret } from "../../test/customers.ts";

let plane: TestControlPlane;
let tp: FakeTenantPlane;
const lines: string[] = [];
beforeAll(async () => {
  plane = await startControlPlane({}, { onLog: (line) => lines.push(line) });
  tp = await startTenantPlane();
});
afterAll(async () => {
  await plane.close();
  tp.close();
});

test("a hosted deployment needs an address and a secret, which is never returned", async () => {
  const { api } = plane.staff;
  const bare = { id: "bare", name: "Bare", mode: "dedicated", region: "eu" } as const;
  await expect(api.deployments.create({ body: bare })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  const made = await aDeployment(plane, { id: "first" });
  expect(made).toMatchObject({ has_service_secret: true, health: "unknown", token_hint: null });
  await expect(aDeployment(plane, { id: "first" })).rejects.toMatchObject({ code: "CONFLICT" });
  const { items } = await api.audit.list({ query: { target_type: "deployment" } });
  expect(JSON.stringify([made, items, await api.deployments.list()])).not.toContain(serviceSecret);
  expect(lines.filter((line) => line.includes(serviceSecret))).toEqual([]);
});

test("one deployment of a region takes its signups, and If-Match guards changes", async () => {
  const [one, two] = [
    await aDeployment(plane, { region: "us", is_default: true }),
    await aDeployment(plane, { region: "us", is_default: true }),
  ];
  const get = (id: string) => plane.staff.api.deployments.get({ params: { id } });
  expect(await get(one.id)).toMatchObject({ is_default: false });
  expect(await get(two.id)).toMatchObject({ is_default: true });
  const update = plane.staff.api.deployments.update(
    { params: { id: one.id }, body: { name: "Renamed" } },
    { headers: { "if-match": `"${one.version}"` } },
  );
  await expect(update).rejects.toMatchObject({ code: "CONFLICT" });
});

test("health and version are read every minute, and a deployment that does not answer holds up nothing", async () => {
  const up = await aDeployment(plane, { url: tp.url });
  const gone = await aDeployment(plane, { url: "http://127.0.0.1:9" });
  const customerRun = await aDeployment(plane, { mode: "on_prem", url: tp.url });
  await plane.schedules.runNow("deployments.health");
  const get = (id: string) => plane.staff.api.deployments.get({ params: { id } });
  expect(await get(up.id)).toMatchObject({ health: "ok", tp_version: "1.4.2", health_message: null });
  expect(await get(gone.id)).toMatchObject({ health: "unreachable", tp_version: null, last_seen_at: null });
  expect(await get(customerRun.id)).toMatchObject({ health: "unknown" });
  Object.assign(tp.health, { status: "degraded", version: "<script>" });
  await plane.schedules.runNow("deployments.health");
  expect(await get(up.id)).toMatchObject({ health: "degraded", tp_version: "1.4.2" });
});

test("a deployment token is shown once, replaced at once, and can only report", async () => {
  const { id } = await aDeployment(plane);
  const rotate = () => plane.staff.api.deployments.rotateToken({ params: { id } });
  const first = await rotate();
  expect(first.token).toMatch(/^opd_/);
  const status = (token: string, path = "/api/deployments") =>
    fetch(`${plane.url}${path}`, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.status);
  expect(await status(first.token)).toBe(403);
  // Also nothing that is open to everyone who is signed in.
  for (const path of ["/api/tenants", "/api/auth/me", "/api/releases"])
    expect(await status(first.token, path), path).toBe(403);
  const second = await rotate();
  await expect.poll(() => status(first.token)).toBe(401);
  expect(await status(second.token)).toBe(403);
  expect(JSON.stringify(await plane.staff.api.deployments.get({ params: { id } }))).not.toContain(second.token);
});

test("only admins of the staff register deployments and change prices", async () => {
  await plane.staff.api.users.create({
    body: { email: "sal@example.com", name: "Sal", role: "sales", password: goodPassword },
  });
  const sales = await plane.login("sal@example.com", goodPassword);
  expect((await sales.api.deployments.list()).total).toBeGreaterThan(0);
  const body = { id: "mine", name: "Mine", mode: "on_prem", region: "eu" } as const;
  await expect(sales.api.deployments.create({ body })).rejects.toMatchObject({ code: "FORBIDDEN" });
  const { items } = await sales.api.prices.list();
  const price = items.find(({ item, billing_period }) => item === "startup" && billing_period === "monthly");
  const change = { params: { id: price?.id ?? "" }, body: { cents: 24_900 } };
  await expect(sales.api.prices.update(change)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await plane.staff.api.prices.update(change);
  const offer = await plane.anyone.plans.list();
  expect(offer.plans.find(({ id }) => id === "startup")).toMatchObject({
    signup: true,
    limits: { users: 10 },
    prices: [{ billing_period: "monthly", cents: 24_900, currency: "USD" }, { billing_period: "annual" }],
  });
  expect(offer.addons.map(({ id }) => id)).toEqual(["automation_pro", "ai_pro", "netflow", "retention_365"]);
});
