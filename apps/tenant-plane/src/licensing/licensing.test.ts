import { newSigningKey } from "@opsplane/licensing";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aLicense, aSigningKey, day } from "../../test/licenses.ts";
import { goodPassword, type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

const second = 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);

const planes: Plane[] = [];
const closeAll = async () => {
  for (const plane of planes.splice(0)) await plane.close();
};
afterAll(closeAll);
const logged: string[] = [];
/** A plane that knows the Control Plane's key. A process has one durable engine, so the planes before it are closed. */
async function start(env: Record<string, string> = {}, other: Parameters<typeof startPlane>[1] = {}): Promise<Plane> {
  if (env.ROLE !== "api") await closeAll();
  const { publicPem } = await aSigningKey();
  const onLog = (line: string) => logged.push(line);
  const plane = await startPlane({ CP_LICENSE_PUBLIC_KEY: publicPem, ...env }, { onLog, ...other });
  planes.push(plane);
  return plane;
}

const statusOf = ({ api }: Person) => api.license.status();
const uploadTo = ({ api }: Person, license: string) => api.license.upload({ body: { license } });

describe("without a license", () => {
  let plane: Plane;
  beforeAll(async () => {
    plane = await start();
  });

  test("everything is on, and the status says so at the top level and under data", async () => {
    const answer = await fetch(`${plane.url}/api/admin/license`, { headers: plane.admin.headers });
    const { data, ...top }: Record<string, unknown> = JSON.parse(await answer.text());
    expect(data).toEqual(top);
    expect(top).toEqual({
      licensed_deployment: false,
      offline_mode: false,
      tp_version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      cp_license_public_key_configured: true,
      deployment_mode: null,
      license: null,
      subscription: null,
      blocked: [],
    });
    expect((await plane.admin.api.auth.me()).banner).toBeNull();
  });

  test("an upload takes effect at once, for the plan, its modules and its limits", async () => {
    const boss = await plane.tenant();
    const tenantId = boss.tokens.user.tenant_id;
    const license = await aLicense(tenantId, inDays(100), {
      planId: "startup",
      addons: ["netflow"],
      limits: { users: 1 },
    });
    const installed = await uploadTo(boss, license);
    expect(installed).toMatchObject({
      licensed_deployment: true,
      license: {
        status: "active",
        valid: true,
        plan_id: "startup",
        plan_name: "Startup",
        deployment_mode: "on_prem",
        days_remaining: 100,
        active_addons: ["netflow"],
        last_phone_home: null,
        key_hint: license.slice(0, 12),
        source: "upload",
      },
    });
    const { modules, tenant, limits } = await boss.api.auth.me();
    expect(modules).toContain("netflow");
    expect(modules).not.toContain("automation");
    expect(tenant).toMatchObject({ plan_id: "startup", plan_name: "Startup" });
    expect(limits).toMatchObject({ users: 1, data_gb_per_month: 50 });
    await expect(boss.api.workflows.list()).rejects.toMatchObject({ code: "FEATURE_DISABLED" });
    const another = { email: "two@example.com", name: "Two", role: "viewer", password: goodPassword };
    expect((await refusalOf(boss.api.users.create({ body: another }))).message).toContain("Your plan allows 1 users");
    const { items } = await boss.api.audit.list({ query: { action: "license.upload" } });
    expect(items).toMatchObject([{ actor: boss.email, after: { status: "active", plan_id: "startup" } }]);
  });

  test("an upload is in force on another instance before its answer arrives there", async () => {
    const boss = await plane.tenant();
    const other = await start(
      { ROLE: "api", SECRETS_MASTER_KEY: plane.masterKey, BOOTSTRAP_TENANT_ID: plane.tenantId },
      { databaseUrl: plane.databaseUrl },
    );
    const there = await other.login(boss.email, goodPassword, boss.tokens.user.tenant_id);
    await there.api.workflows.list();
    await uploadTo(boss, await aLicense(boss.tokens.user.tenant_id, inDays(10), { planId: "startup" }));
    await expect
      .poll(() =>
        there.api.workflows.list().then(
          () => "allowed",
          ({ code }) => code,
        ),
      )
      .toBe("FEATURE_DISABLED");
  });

  describe("a bad one is refused with 422, and changes nothing:", () => {
    let boss: Person;
    beforeAll(async () => {
      boss = await plane.tenant();
      await uploadTo(boss, await aLicense(boss.tokens.user.tenant_id, inDays(50), { issuedAt: inDays(-5) }));
    });
    const edited = (license: string) => {
      const [head = "", payload = "", signature = ""] = license.split(".");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
      const more = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9_999_999 })).toString("base64url");
      return [head, more, signature].join(".");
    };
    const withHeader = (license: string, header: object) =>
      [Buffer.from(JSON.stringify(header)).toString("base64url"), ...license.split(".").slice(1)].join(".");

    test.each<[string, (tenantId: string) => Promise<string>]>([
      ["another tenant's", () => aLicense("someone-else", inDays(50))],
      ["signed with another key", async (id) => aLicense(id, inDays(50), { key: await newSigningKey() })],
      ["with edited claims", async (id) => edited(await aLicense(id, inDays(50)))],
      ["without a signature (alg none)", async (id) => withHeader(await aLicense(id, inDays(50)), { alg: "none" })],
      ["with HS256", async (id) => withHeader(await aLicense(id, inDays(50)), { alg: "HS256" })],
      ["an expired one", (id) => aLicense(id, inDays(-1), { issuedAt: inDays(-4) })],
      ["one that was issued before the one in force", (id) => aLicense(id, inDays(300), { issuedAt: inDays(-6) })],
      ["no license at all", async () => "nonsense"],
      ["a giant one", async () => "a".repeat(1_000_000)],
    ])("%s", async (_, make) => {
      const before = await statusOf(boss);
      const license = await make(boss.tokens.user.tenant_id);
      const refusal = await refusalOf(uploadTo(boss, license));
      expect(refusal).toMatchObject({ code: "VALIDATION_ERROR" });
      expect(["license", ""]).toContain(refusal.details[0]?.path);
      expect(JSON.stringify(refusal)).not.toContain(license.slice(0, 60).padEnd(60, "-"));
      expect(await statusOf(boss)).toEqual(before);
    });
  });

  test("only those with admin:license see or change it", async () => {
    const operator = await plane.person("operator");
    await expect(statusOf(operator)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(uploadTo(operator, "a.b.c")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("the usage counts users, data and credits against the limits", async () => {
    const boss = await plane.tenant("midsize");
    const { resets_at, ...users } = (await boss.api.license.usage()).users;
    expect(users).toEqual({ used: 1, limit: 50 });
    expect(resets_at).toBeNull();
    const { data_gb, ai_credits, retention_days } = await boss.api.license.usage();
    expect(data_gb).toMatchObject({ used: 0, limit: 500, resets_at: expect.stringMatching(/-01T00:00:00.000Z$/) });
    expect(ai_credits).toMatchObject({ used: 0, limit: 5000 });
    expect(retention_days).toEqual({ limit: 30 });
  });
});

describe("as time passes", () => {
  let plane: Plane;
  let viewer: Person;
  /** API keys outlive the days that the test travels. */
  let key: Person["api"];
  const expires = new Date(Math.ceil(Date.now() / 1000) * 1000 + day);

  beforeAll(async () => {
    plane = await start({ DEPLOYMENT_MODE: "on_prem" });
    // Without a license such a deployment is blocked, so the license comes first.
    await uploadTo(plane.admin, await aLicense(plane.tenantId, expires));
    viewer = await plane.person("viewer");
    const { key: secret } = await plane.admin.api.apiKeys.create({ body: { name: "watch", role: "admin" } });
    key = plane.api({ authorization: `Bearer ${secret}`, "x-tenant-id": plane.tenantId });
    await key.incidents.create({ body: { title: "Before" } });
  });

  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => "allowed",
      ({ code }) => code as string,
    );
  const write = () => codeOf(key.incidents.create({ body: { title: "Another" } }));
  const read = () => codeOf(key.incidents.list());
  const ask = () => codeOf(key.silences.preview({ body: { matchers: [], starts_at: null } as never }));
  let travelled = 0;
  /** To this time after the expiry. */
  const travelTo = (afterExpiry: number) => {
    const now = Date.now() + travelled;
    const by = expires.getTime() + afterExpiry - now;
    plane.travel(by);
    travelled += by;
  };

  test("it is active until the last second", async () => {
    travelTo(-30 * second);
    expect(await write()).toBe("allowed");
    expect((await key.license.status()).license).toMatchObject({ status: "active", days_remaining: 1 });
  });

  test("in grace records can be read, not changed, and a banner counts the days", async () => {
    travelTo(0);
    expect(await write()).toBe("LICENSE_GRACE");
    expect(await read()).toBe("allowed");
    expect(await ask()).not.toMatch(/LICENSE/);
    const { banner } = await key.auth.me();
    expect(banner).toMatchObject({ state: "grace", days_remaining: 30 });
    expect(banner?.message).toContain(expires.toISOString().slice(0, 10));
    expect((await key.license.status()).license).toMatchObject({ status: "grace", valid: false, days_remaining: 0 });
  });

  test("after 30 days only GET is allowed", async () => {
    travelTo(30 * day - 30 * second);
    expect(await write()).toBe("LICENSE_GRACE");
    travelTo(30 * day);
    expect([await write(), await read(), await ask()]).toEqual(["LICENSE_READ_ONLY", "allowed", "LICENSE_READ_ONLY"]);
    expect((await key.license.status()).license).toMatchObject({ status: "read-only" });
    expect((await key.auth.me()).banner).toMatchObject({ state: "read_only", days_remaining: 30 });
  });

  test("after 30 more days it is locked: health and upload answer, and only admins sign in", async () => {
    travelTo(60 * day - 30 * second);
    expect(await read()).toBe("allowed");
    travelTo(60 * day);
    expect([await write(), await read()]).toEqual(["LICENSE_LOCKED", "LICENSE_LOCKED"]);
    expect(await codeOf(key.license.status())).toBe("LICENSE_LOCKED");
    expect((await plane.anyone.system.health()).status).not.toBe("down");
    expect(await codeOf(plane.login(viewer.email, goodPassword, plane.tenantId))).toBe("LICENSE_LOCKED");
    const admin = await plane.login("admin@opsplane.local", goodPassword, plane.tenantId);
    expect(await codeOf(admin.api.auth.me())).toBe("LICENSE_LOCKED");
  });

  test("a new license unlocks it at once, and nothing was lost", async () => {
    const admin = await plane.login("admin@opsplane.local", goodPassword, plane.tenantId);
    const now = Date.now() + travelled;
    const license = await aLicense(plane.tenantId, new Date(now + 365 * day), { issuedAt: new Date(now) });
    expect((await uploadTo(admin, license)).license).toMatchObject({ status: "active", days_remaining: 365 });
    expect(await write()).toBe("allowed");
    expect((await key.incidents.list()).items.map(({ title }) => title)).toContain("Before");
    expect((await key.auth.me()).banner).toBeNull();
  });
});

describe("from the environment", () => {
  const envTenant = "from-env";

  test("with \\n in the key it is loaded at the start, and stays after it is taken out of the environment", async () => {
    const { publicPem } = await aSigningKey();
    const license = await aLicense(envTenant, inDays(20));
    const settings = { BOOTSTRAP_TENANT_ID: envTenant, SECRETS_MASTER_KEY: Buffer.alloc(32, 3).toString("base64") };
    const escaped = { CP_LICENSE_PUBLIC_KEY: publicPem.trim().replaceAll("\n", "\\n") };
    const first = await start({ ...settings, ...escaped, SERVICE_LICENSE_KEY: license });
    expect((await statusOf(first.admin)).license).toMatchObject({ status: "active", source: "environment" });
    const next = await start(settings, { databaseUrl: first.databaseUrl });
    expect(await statusOf(next.admin)).toMatchObject({ licensed_deployment: true, license: { status: "active" } });
  });

  test("one that another key signed is invalid: the status says why, and nothing else answers", async () => {
    const license = await aLicense(envTenant, inDays(20), { key: await newSigningKey() });
    const plane = await start({ BOOTSTRAP_TENANT_ID: envTenant, SERVICE_LICENSE_KEY: license });
    const { license: shown } = await statusOf(plane.admin);
    expect(shown).toMatchObject({ status: "invalid", valid: false, key_hint: license.slice(0, 12), plan_id: null });
    expect(shown?.problem).toContain("does not match");
    await expect(plane.admin.api.incidents.list()).rejects.toMatchObject({ code: "LICENSE_INVALID" });
    await uploadTo(plane.admin, await aLicense(envTenant, inDays(20)));
    await expect(plane.admin.api.incidents.list()).resolves.toBeDefined();
  });

  test("a deployment that needs a license and has none is blocked until one is installed", async () => {
    const plane = await start({ DEPLOYMENT_MODE: "byoc" });
    await expect(plane.admin.api.incidents.list()).rejects.toMatchObject({ code: "LICENSE_INVALID" });
    expect((await statusOf(plane.admin)).license?.problem).toBe("No license is installed.");
  });

  test("a public key that is none stops the start with one clear line", async () => {
    await closeAll();
    const starting = startPlane({ CP_LICENSE_PUBLIC_KEY: "-----BEGIN NONSENSE-----" });
    await expect(starting).rejects.toThrow(/^CP_LICENSE_PUBLIC_KEY is not usable: /);
  });
});

test("a refused license moves the time of nobody, and one from the future is refused with both times", async () => {
  const plane = await start({ BOOTSTRAP_TENANT_ID: "ahead" });
  await uploadTo(plane.admin, await aLicense("ahead", inDays(20)));
  for (const issuedAt of [inDays(2), inDays(40)]) {
    const early = await aLicense("ahead", inDays(60), { issuedAt });
    await expect(uploadTo(plane.admin, early)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(
        `issued on ${issuedAt.toISOString().slice(0, 10)}.*the clock of this host says .*Check the clock`,
      ),
    });
  }
  await expect(plane.admin.api.incidents.create({ body: { title: "x" } })).resolves.toBeDefined();
  expect((await statusOf(plane.admin)).license).toMatchObject({ status: "active", days_remaining: 20 });
});

describe("a clock that is set back", () => {
  test("does not prolong a license, not even after a restart", async () => {
    const settings = { SECRETS_MASTER_KEY: Buffer.alloc(32, 4).toString("base64"), BOOTSTRAP_TENANT_ID: "turned-back" };
    const plane = await start(settings);
    await uploadTo(plane.admin, await aLicense("turned-back", inDays(5)));
    const { key: secret } = await plane.admin.api.apiKeys.create({ body: { name: "watch", role: "admin" } });
    const keyed = (at: Plane) => at.api({ authorization: `Bearer ${secret}`, "x-tenant-id": "turned-back" });
    plane.travel(6 * day);
    await expect(keyed(plane).incidents.create({ body: { title: "x" } })).rejects.toMatchObject({
      code: "LICENSE_GRACE",
    });
    plane.travel(-6 * day);
    await expect(keyed(plane).incidents.create({ body: { title: "x" } })).rejects.toMatchObject({
      code: "LICENSE_GRACE",
    });
    await plane.schedules.runNow("licensing.clock");
    const restarted = await start(settings, { databaseUrl: plane.databaseUrl });
    await expect(keyed(restarted).incidents.create({ body: { title: "x" } })).rejects.toMatchObject({
      code: "LICENSE_GRACE",
    });
    // A license that is newer than any before proves the time.
    await keyed(restarted).license.upload({
      body: { license: await aLicense("turned-back", inDays(2), { issuedAt: new Date() }) },
    });
    await expect(keyed(restarted).incidents.create({ body: { title: "x" } })).resolves.toBeDefined();
  });
});

test("the license is sealed in the database, and no log line contains one", async () => {
  const plane = await start();
  const license = await aLicense(plane.tenantId, inDays(9));
  await uploadTo(plane.admin, license);
  await refusalOf(uploadTo(plane.admin, `${license}x`));
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select encode(sealed, 'escape') as sealed from licenses");
  await client.end();
  expect(rows).toHaveLength(1);
  const [, payload = ""] = license.split(".");
  expect(rows[0].sealed).not.toContain(payload.slice(0, 40));
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.filter((line) => line.includes(payload.slice(0, 40)) || line.includes("PRIVATE KEY"))).toEqual([]);
});
