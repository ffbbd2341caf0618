import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeTenantPlane, startTenantPlane } from "../../test/a-tenant-plane.ts";
import { goodPassword, startControlPlane } from "../../test/control-plane.ts";
import { aDeployment, lettersTo, letterWith, type MailingPlane, startMailingPlane } from "../../test/customers.ts";

let plane: MailingPlane;
let tp: FakeTenantPlane;
const lines: string[] = [];
beforeAll(async () => {
  plane = await startMailingPlane({}, { onLog: (line) => lines.push(line) });
  tp = await startTenantPlane();
  await aDeployment(plane, { id: "eu-1", url: `${tp.url}/`, is_default: true });
});
afterAll(async () => {
  await plane.close();
  tp.close();
});

const body = (tenant_id: string) => ({
  ...{ organization: "Acme Ltd", tenant_id, name: "Ann", email: `ann@${tenant_id}.example.com` },
  ...{ plan_id: "midsize", billing_period: "monthly" },
});

type SignupBody = Parameters<typeof plane.anyone.signup.create>[0]["body"];

async function signUp(tenant_id: string, other: Partial<SignupBody> = {}) {
  const sent: SignupBody = { ...body(tenant_id), plan_id: "midsize", billing_period: "monthly", ...other };
  const before = lettersTo(plane.sink, sent.email).length;
  await plane.anyone.signup.create({ body: sent });
  await expect.poll(() => lettersTo(plane.sink, sent.email).length).toBeGreaterThan(before);
  const letter = lettersTo(plane.sink, sent.email).at(-1) ?? "";
  return { token: /\/signup\/verify#token=(opv_[\w-]+)/.exec(letter)?.[1] ?? "", email: sent.email };
}

const verify = (token: string) => plane.anyone.signup.verify({ body: { token, password: goodPassword } });
const provision = () => plane.schedules.runNow("tenants.provisioning");
const state = async (id: string) => (await plane.staff.api.tenants.get({ params: { id } })).provisioning;

test("a customer signs up, confirms the address, gets a tenant, and reads its temporary password in one email", async () => {
  const { token, email } = await signUp("acme");
  expect((await plane.staff.api.tenants.list({ query: { q: "acme" } })).total).toBe(0);
  expect(await verify(token)).toEqual({ tenant_id: "acme", email });
  await expect(verify(token)).rejects.toMatchObject({ code: "NOT_FOUND" });

  const ann = await plane.login(email, goodPassword, "acme");
  expect(ann.tokens.user).toMatchObject({ role: "admin", must_change_password: false });
  expect(await ann.api.subscriptions.get({ params: { tenant_id: "acme" } })).toMatchObject({
    plan_id: "midsize",
    status: "active",
  });

  await provision();
  await expect.poll(() => state("acme")).toBe("provisioned");
  const letter = await letterWith(plane.sink, email, "Temporary password");
  expect(letter).toContain("temporary-acme-1");
  expect(letter).toContain(tp.url);
  await provision();
  expect(lettersTo(plane.sink, email).filter((each) => each.includes("Temporary password"))).toHaveLength(1);
  expect(tp.at("/api/internal/tenants").filter(({ body }) => body.includes('"acme"'))).toHaveLength(1);
  expect((await ann.api.tenants.list()).items).toMatchObject([{ id: "acme", deployment_url: tp.url }]);
  await expect(ann.api.deployments.list()).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("an answer that got lost is made good by a new temporary password", async () => {
  tp.faults.push({ path: "/api/internal/tenants", fault: 503 }, { path: "/api/internal/tenants", fault: "lost" });
  const { token, email } = await signUp("lost");
  await verify(token);
  await expect
    .poll(async () => {
      await provision();
      return state("lost");
    })
    .toBe("provisioned");
  expect(tp.passwords.get("lost")).toHaveLength(2);
  const letter = await letterWith(plane.sink, email, "Temporary password");
  expect(letter).toContain("temporary-lost-2");
});

test("a tenant that exists for someone else fails the provisioning, and support retries it", async () => {
  tp.faults.push({ path: "/api/internal/tenants", fault: 409 });
  const { token } = await signUp("twice");
  await verify(token);
  await provision();
  await expect.poll(() => state("twice")).toBe("failed");
  const params = { id: "twice" };
  expect((await plane.staff.api.tenants.get({ params })).provisioning_error).toContain("someone uses already");
  expect(await plane.staff.api.tenants.retryProvisioning({ params })).toMatchObject({ provisioning: "pending" });
  await provision();
  await expect.poll(() => state("twice")).toBe("provisioned");
  await expect(plane.staff.api.tenants.retryProvisioning({ params })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("of two signups with the same id, confirmed at once, one succeeds", async () => {
  const [one, two] = [await signUp("same"), await signUp("same", { email: "bob@example.com" })];
  const results = await Promise.allSettled([verify(one.token), verify(two.token)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refused = results.find((each) => each.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "CONFLICT" });
  const again = plane.anyone.signup.create({ body: { ...body("same"), plan_id: "startup", billing_period: "annual" } });
  await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a link works for 24 hours, and once", async () => {
  const { token } = await signUp("late");
  plane.travel(24 * 3_600_000);
  await expect(verify(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const fresh = await signUp("late");
  plane.travel(24 * 3_600_000 - 60_000);
  const results = await Promise.allSettled([verify(fresh.token), verify(fresh.token), verify(fresh.token)]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(verify("opv_nothing")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("reserved ids, unknown plans and regions without a deployment are refused", async () => {
  const refused = (other: object) =>
    fetch(`${plane.url}/api/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body("other"), ...other }),
    }).then(({ status }) => status);
  expect(await refused({ tenant_id: "staff" })).toBe(422);
  expect(await refused({ tenant_id: "Not a slug" })).toBe(422);
  expect(await refused({ plan_id: "operations" })).toBe(422);
  expect(await refused({ region: "mars" })).toBe(503);
});

test("the answer is the same for an address that has an account", async () => {
  const known = "ann@acme.example.com";
  const answers = await Promise.all(
    [known, "new@example.com"].map((email, index) =>
      plane.anyone.signup.create({
        body: { ...body(`second-${index}`), plan_id: "midsize", billing_period: "monthly", email },
      }),
    ),
  );
  expect(answers.map((answer) => Object.keys(answer))).toEqual([
    ["email", "expires_at"],
    ["email", "expires_at"],
  ]);
});

test("neither tokens nor passwords are in a log line", () => {
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => /opv_[\w-]{20}|temporary-\w+-\d/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.includes(goodPassword))).toEqual([]);
});

test("signups are limited by address and by email", async () => {
  const strict = await startMailingPlane({ ROLE: "api", SIGNUP_RATE_LIMIT_PER_HOUR: "1" });
  try {
    await aDeployment(strict, { is_default: true });
    const attempt = (tenant_id: string, email: string) =>
      strict.anyone.signup
        .create({ body: { ...body(tenant_id), plan_id: "midsize", billing_period: "monthly", email } })
        .then(() => "sent")
        .catch((error: { code: string }) => error.code);
    expect(await attempt("a-1", "one@example.com")).toBe("sent");
    expect(await attempt("a-2", "one@example.com")).toBe("RATE_LIMIT");
    expect(await attempt("a-3", "two@example.com")).toBe("sent");
    expect(await attempt("a-4", "three@example.com")).toBe("sent");
    expect(await attempt("a-5", "four@example.com")).toBe("RATE_LIMIT");
  } finally {
    await strict.close();
  }
});

test("without a mail server signup is closed", async () => {
  const silent = await startControlPlane({ ROLE: "api" });
  try {
    const sent = { ...body("quiet"), plan_id: "midsize", billing_period: "monthly" } as const;
    await expect(silent.anyone.signup.create({ body: sent })).rejects.toMatchObject({ code: "UNAVAILABLE" });
  } finally {
    await silent.close();
  }
});
