import { inspectLicense, newSigningKey, readPublicKeys, signStatement, verifyLicense } from "@opsplane/licensing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlPerson, goodPassword } from "../../test/control-plane.ts";
import {
  aCustomer,
  aDeployment,
  type MailingPlane,
  portalAdmin,
  portalUser,
  startMailingPlane,
} from "../../test/customers.ts";
import { paymentFailed } from "../subscriptions/index.ts";

let plane: MailingPlane;
const lines: string[] = [];
const answers: string[] = [];
beforeAll(async () => {
  plane = await startMailingPlane({}, { onLog: (line) => lines.push(line) });
});
afterAll(() => plane.close());

const day = 24 * 3_600_000;
const hour = 3_600_000;

const issue = (tenant_id: string, given: { days?: number } = {}) =>
  plane.staff.api.licenses.issue({ body: { tenant_id, ...given } });
const download = async (id: string, person: ControlPerson = plane.staff) =>
  (await (await person.api.licenses.download({ params: { id } })).text()).trim();

interface PhoneHomeAnswer {
  status: number;
  license: string;
  code: string;
  error: string;
}

async function phoneHome(license: string, tp_version = "1.2.3"): Promise<PhoneHomeAnswer> {
  const answer = await fetch(`${plane.url}/api/licenses/phone-home`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ license, tp_version }),
  });
  const text = await answer.text();
  if (!answer.ok) answers.push(text);
  return { status: answer.status, ...JSON.parse(text) };
}

async function verified(jwt: string) {
  const { pem } = await plane.anyone.licenses.publicKeys();
  const verdict = await verifyLicense(jwt, await readPublicKeys(pem), null, plane.now());
  if (!verdict.ok) throw new Error(verdict.problem);
  return verdict.claims;
}

test("a license is issued from the subscription and downloaded as a file, which the audit log shows", async () => {
  const { id: tenant, contact_email } = await aCustomer(plane, { plan_id: "operations", addons: ["ai_pro"] });
  const license = await issue(tenant, { days: 30 });
  expect(license).toMatchObject({ tenant_id: tenant, deployment_mode: "byoc", state: "active", days_remaining: 30 });
  const claims = await verified(await download(license.id));
  expect(claims).toMatchObject({
    ...{ tenantId: tenant, licenseId: license.id, planId: "operations", addons: ["ai_pro"], deploymentMode: "byoc" },
    ...{ limits: { ai_credits_per_month: 30_000 }, graceDays: 30, readOnlyDays: 30 },
  });
  const admin = await portalAdmin(plane, tenant, contact_email ?? "");
  const answer = await fetch(`${plane.url}/api/licenses/${license.id}/download`, { headers: admin.headers });
  expect(answer.headers.get("content-disposition")).toContain(`filename="license-${tenant}.jwt"`);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  await answer.text();
  const viewer = await portalUser(plane, admin, "viewer");
  expect((await viewer.api.licenses.list()).items).toMatchObject([{ id: license.id }]);
  await expect(download(license.id, viewer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const { items } = await admin.api.audit.list({ query: { action: "licenses.download" } });
  expect(items).toMatchObject([{ actor: admin.email, target_id: license.id }]);
});

test("a customer never sees the license of another, and may not issue one", async () => {
  const [own, other] = [await aCustomer(plane), await aCustomer(plane)];
  const { id } = await issue(other.id);
  const admin = await portalAdmin(plane, own.id, own.contact_email ?? "");
  expect((await admin.api.licenses.list()).total).toBe(0);
  expect((await admin.api.licenses.list({ query: { tenant_id: other.id } })).total).toBe(0);
  await expect(admin.api.licenses.get({ params: { id } })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(download(id, admin)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const more = admin.api.licenses.issue({ body: { tenant_id: own.id } });
  await expect(more).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a hosted customer has no license, and an unpaid one gets none", async () => {
  const { id: deployment_id } = await aDeployment(plane);
  const hosted = await aCustomer(plane, { mode: "shared_saas", deployment_id });
  await expect(issue(hosted.id)).rejects.toMatchObject({ code: "CONFLICT" });
  const { id } = await aCustomer(plane);
  await plane.write(id, (write) => paymentFailed(write, id, plane.now()));
  await expect(issue(id)).rejects.toMatchObject({ code: "SUBSCRIPTION_PAST_DUE" });
});

test("licenses are listed by state and by expiry, and pass through their states at the exact instants", async () => {
  const { id: tenant_id } = await aCustomer(plane);
  const { id, expires_at } = await issue(tenant_id, { days: 20 });
  await issue(tenant_id, { days: 100 });
  const ids = async (query: object) =>
    (await plane.staff.api.licenses.list({ query: { tenant_id, ...query } })).items.map((license) => license.id);
  expect(await ids({ expires_within_days: 30 })).toEqual([id]);
  expect(await ids({ state: "active" })).toHaveLength(2);
  const state = async () => (await plane.staff.api.licenses.get({ params: { id } })).state;
  plane.travel(Date.parse(expires_at) - plane.now().getTime() - 30_000);
  expect(await state()).toBe("active");
  plane.travel(30_000);
  expect(await state()).toBe("grace");
  expect(await ids({ state: "grace" })).toEqual([id]);
  plane.travel(30 * day);
  expect(await state()).toBe("read_only");
  expect(await ids({ state: "read_only" })).toEqual([id]);
  plane.travel(30 * day);
  expect(await state()).toBe("locked");
  expect(await ids({ state: "locked" })).toEqual([id]);
});

test("phone-home renews for 365 days with the plan of now, once an hour and line, even at once", async () => {
  const { id: tenant_id } = await aCustomer(plane, { plan_id: "startup" });
  const { id, line_id } = await issue(tenant_id, { days: 10 });
  const first = await download(id);
  // Too early: the same license comes back.
  expect(await phoneHome(first)).toMatchObject({ status: 200, license: first });
  await plane.staff.api.subscriptions.update({ params: { tenant_id }, body: { plan_id: "midsize" } });
  plane.travel(hour);
  const renewed = await Promise.all([phoneHome(first), phoneHome(first), phoneHome(first)]);
  const [{ license: second } = { license: "" }] = renewed;
  expect(new Set(renewed.map(({ license }) => license)).size).toBe(1);
  expect(second).not.toBe(first);
  const claims = await verified(second);
  expect(claims).toMatchObject({ tenantId: tenant_id, planId: "midsize", deploymentMode: "byoc" });
  expect(Math.round((claims.expiresAt.getTime() - plane.now().getTime()) / day)).toBe(365);
  // A replay of the old one returns the newest, and makes no other.
  plane.travel(2 * hour);
  expect(await phoneHome(first)).toMatchObject({ license: second });
  const { items } = await plane.staff.api.licenses.list({ query: { tenant_id } });
  expect(items).toMatchObject([
    { state: "active", line_id, issued_by: "phone-home", tp_version: "1.2.3", last_phone_home: expect.any(String) },
    { id, state: "replaced", line_id },
  ]);
  plane.travel(day);
  expect((await phoneHome(second)).license).not.toBe(second);
});

test("phone-home refuses what is revoked, unpaid, forged, unknown or odd, without repeating the license", async () => {
  const { id: tenant_id } = await aCustomer(plane);
  const { id } = await issue(tenant_id);
  const good = await download(id);
  const [header = "", claims = "", signature = ""] = good.split(".");
  const edited = Buffer.from(Buffer.from(claims, "base64url").toString().replace("midsize", "enterprise"));
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const stranger = await newSigningKey();
  const statement = await signStatement(
    {
      ...{
        tenantId: tenant_id,
        deploymentId: "eu-1",
        serial: 1,
        issuedAt: plane.now(),
        planId: "midsize",
        planName: "x",
      },
      ...{ status: "active", billingPeriod: "monthly", pastDueSince: null, addons: [], modules: [] },
      limits: { users: 1, data_gb_per_month: 1, retention_days: 1, ai_credits_per_month: 1 },
    },
    stranger,
  );
  const attacks = [
    `${header}.${edited.toString("base64url")}.${signature}`,
    `${none}.${claims}.`,
    `${header}.${claims}.${signature.slice(0, -4)}AAAA`,
    statement,
    "not a license",
  ];
  for (const attack of attacks) {
    const answer = await phoneHome(attack);
    expect(answer).toMatchObject({ status: 403, code: "LICENSE_INVALID" });
    expect(answer.error).not.toContain(attack.slice(0, 13));
  }
  expect(await phoneHome("x".repeat(17_000))).toMatchObject({ status: 422 });

  plane.travel(2 * hour);
  await plane.write(tenant_id, (write) => paymentFailed(write, tenant_id, plane.now()));
  expect(await phoneHome(good)).toMatchObject({ status: 402, code: "SUBSCRIPTION_PAST_DUE" });
  plane.travel(8 * day);
  expect(await phoneHome(good)).toMatchObject({ status: 402, code: "SUBSCRIPTION_SUSPENDED" });
  await plane.staff.api.subscriptions.reactivate({ params: { tenant_id }, body: {} });
  expect(await phoneHome(good)).toMatchObject({ status: 200 });

  await plane.staff.api.licenses.revoke({ params: { id }, body: { reason: "Leaked" } });
  expect(await phoneHome(good)).toMatchObject({ status: 403, error: expect.stringContaining("revoked") });
  const renew = plane.staff.api.licenses.renew({ params: { id }, body: {} });
  await expect(renew).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await plane.staff.api.licenses.get({ params: { id } })).toMatchObject({
    state: "revoked",
    revoked_reason: "Leaked",
  });
});

test("a rotated key renews what it signed until it is retired; two rotations at once leave one active key", async () => {
  const { api } = plane.staff;
  const { id: tenant_id } = await aCustomer(plane);
  const old = await download((await issue(tenant_id)).id);
  const kid = (jwt: string) => {
    const read = inspectLicense(jwt);
    return "problem" in read ? "" : read.header.kid;
  };
  const results = await Promise.allSettled([api.licenseKeys.rotate(), api.licenseKeys.rotate()]);
  const made = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const keys = (await api.licenseKeys.list()).items;
  expect(keys.filter(({ state }) => state === "active")).toHaveLength(1);
  expect(made).toHaveLength(keys.length - 1);
  const active = keys.find(({ state }) => state === "active");
  const { keys: published } = await plane.anyone.licenses.publicKeys();
  expect(published.map((key) => key.kid).sort()).toEqual(keys.map((key) => key.kid).sort());

  expect(kid(await download((await issue(tenant_id)).id))).toBe(active?.kid);
  plane.travel(hour);
  const renewed = (await phoneHome(old)).license;
  expect(kid(renewed)).toBe(kid(old));
  const retiring = keys.find((key) => key.kid === kid(old));
  await api.licenseKeys.retire({ params: { id: retiring?.id ?? "" } });
  plane.travel(hour);
  expect(kid((await phoneHome(renewed)).license)).toBe(active?.kid);
  const again = api.licenseKeys.retire({ params: { id: active?.id ?? "" } });
  await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
});

test("phone-home is limited by address, and refused licenses sooner", async () => {
  const limits = {
    API_RATE_LIMIT_PER_MINUTE: "1000",
    REFUSED_RATE_LIMIT_PER_MINUTE: "2",
    PHONE_HOME_RATE_LIMIT_PER_MINUTE: "5",
  };
  const strict = await startMailingPlane({ ROLE: "api", ...limits });
  try {
    const { id: tenant_id } = await aCustomer(strict);
    const { id } = await strict.staff.api.licenses.issue({ body: { tenant_id } });
    const good = (await (await strict.staff.api.licenses.download({ params: { id } })).text()).trim();
    const call = (license: string) =>
      strict.anyone.licenses
        .phoneHome({ body: { license, tp_version: "1.0.0" } })
        .then(() => "allowed")
        .catch((error: { code: string }) => error.code);
    expect([await call(good), await call("x.y.z"), await call("x.y.z")]).toEqual([
      ...["allowed", "LICENSE_INVALID", "LICENSE_INVALID"],
    ]);
    expect(await call("x.y.z")).toBe("RATE_LIMIT");
    strict.travel(60_000);
    const codes: string[] = [];
    for (let count = 0; count < 6; count += 1) codes.push(await call(good));
    expect(codes).toEqual([...Array(5).fill("allowed"), "RATE_LIMIT"]);
  } finally {
    await strict.close();
  }
});

test("sales issues licenses but does not touch keys; support does neither", async () => {
  const { id: tenant_id } = await aCustomer(plane);
  const as = async (role: string) => {
    const email = `${role}@licenses.example.com`;
    await plane.staff.api.users.create({ body: { email, name: role, role, password: goodPassword } });
    return plane.login(email, goodPassword);
  };
  const [sales, support] = [await as("sales"), await as("support")];
  const { id } = await sales.api.licenses.issue({ body: { tenant_id } });
  await expect(sales.api.licenseKeys.rotate()).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(support.api.licenses.issue({ body: { tenant_id } })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(download(id, support)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await support.api.licenses.get({ params: { id } })).toMatchObject({ tenant_id });
});

test("no answer and no log line has a private key or a whole license", async () => {
  const { api } = plane.staff;
  const shown = JSON.stringify([
    await api.licenseKeys.list(),
    await api.licenses.list(),
    await plane.anyone.licenses.publicKeys(),
    await api.audit.list({ query: { limit: 1000 } }),
    answers,
  ]);
  for (const text of [shown, ...lines]) {
    expect(text).not.toContain("PRIVATE KEY");
    expect(text).not.toMatch(/eyJ[\w-]{20,}\.eyJ[\w-]{20,}/);
  }
  expect(lines.length).toBeGreaterThan(50);
});
