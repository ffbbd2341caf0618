import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { newSigningKey } from "@opsplane/licensing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { aLicense, aSigningKey, aStatement, day, hosted } from "../../test/licenses.ts";
import { type Plane, startPlane } from "../../test/plane.ts";

const inDays = (days: number) => new Date(Date.now() + days * day);

/** The calls that a Control Plane on loopback received, and how it answers them. */
const calls: { path: string; headers: IncomingMessage["headers"]; body: Record<string, unknown> }[] = [];
let connections = 0;
let answer: (call: (typeof calls)[number]) => Promise<{ status: number; body: unknown }>;
let server: Server;
let url: string;

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const call = { path: request.url ?? "", headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) };
  calls.push(call);
  const { status, body } = await answer(call);
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

beforeAll(async () => {
  server = createServer((request, response) => void respond(request, response));
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

let plane: Plane | undefined;
afterEach(async () => {
  await plane?.close();
  plane = undefined;
  calls.length = 0;
});

async function start(env: Record<string, string> = {}): Promise<Plane> {
  const known = { CP_LICENSE_PUBLIC_KEY: (await aSigningKey()).publicPem, CP_URL: url };
  plane = await startPlane({ ROLE: "api", ...known, ...env });
  return plane;
}

const install = (at: Plane, license: string) => at.admin.api.license.upload({ body: { license } });
const statusOf = async (at: Plane) => (await at.admin.api.license.status()).license;
const callHome = (at: Plane) => at.schedules.runNow("licensing.phone-home");

describe("phone-home", () => {
  test("sends the license and the version, and takes the renewed license", async () => {
    const plane = await start();
    const first = await aLicense(plane.tenantId, inDays(20), { deploymentMode: "byoc" });
    const renewed = await aLicense(plane.tenantId, inDays(365), { deploymentMode: "byoc", issuedAt: new Date() });
    answer = async () => ({ status: 200, body: { data: { license: renewed } } });
    await install(plane, first);
    await callHome(plane);
    expect(calls).toMatchObject([
      { path: "/api/licenses/phone-home", body: { license: first, tp_version: expect.any(String) } },
    ]);
    expect(await statusOf(plane)).toMatchObject({
      source: "phone_home",
      days_remaining: 365,
      last_phone_home: expect.any(String),
      phone_home_problem: null,
    });
    const { items } = await plane.admin.api.audit.list({ query: { action: "license.renew" } });
    expect(items).toHaveLength(1);
  });

  test("comes again after the interval, not before", async () => {
    const plane = await start();
    const license = await aLicense(plane.tenantId, inDays(90), { deploymentMode: "byoc" });
    answer = async () => ({ status: 200, body: { data: { license } } });
    await install(plane, license);
    await callHome(plane);
    await callHome(plane);
    plane.travel(0.8 * day);
    await callHome(plane);
    expect(calls).toHaveLength(1);
    plane.travel(0.4 * day);
    await callHome(plane);
    expect(calls).toHaveLength(2);
  });

  test.each<[string, (tenantId: string) => Promise<{ status: number; body: unknown }>, RegExp]>([
    [
      "an error",
      async () => ({ status: 402, body: { code: "SUBSCRIPTION_SUSPENDED", error: "x" } }),
      /402 \(SUBSCRIPTION_SUSPENDED\)/,
    ],
    ["no license", async () => ({ status: 200, body: { data: {} } }), /no license/],
    [
      "a license that another key signed",
      async (id) => ({
        status: 200,
        body: { license: await aLicense(id, inDays(365), { key: await newSigningKey() }) },
      }),
      /does not match/,
    ],
    [
      "another tenant's license",
      async () => ({
        status: 200,
        body: { license: await aLicense("someone-else", inDays(365), { issuedAt: new Date() }) },
      }),
      /another tenant/,
    ],
    [
      "an expired license, replayed",
      async (id) => ({ status: 200, body: { license: await aLicense(id, inDays(-1), { issuedAt: inDays(-300) }) } }),
      /expired/,
    ],
    [
      "an older license, replayed",
      async (id) => ({ status: 200, body: { license: await aLicense(id, inDays(100), { issuedAt: inDays(-300) }) } }),
      /before the one that is in force/,
    ],
  ])("keeps the license when the answer is %s, and tries again soon", async (_, make, problem) => {
    const plane = await start();
    const license = await aLicense(plane.tenantId, inDays(20), { deploymentMode: "byoc", issuedAt: inDays(-200) });
    await install(plane, license);
    answer = () => make(plane.tenantId);
    await callHome(plane);
    const status = await statusOf(plane);
    expect(status).toMatchObject({ status: "active", source: "upload", days_remaining: 20, last_phone_home: null });
    expect(status?.phone_home_problem).toMatch(problem);
    expect(status?.phone_home_problem).not.toContain(license.slice(20, 60));
    plane.travel(2 * 60_000);
    await callHome(plane);
    expect(calls).toHaveLength(2);
  });

  test("never sends an air-gapped license", async () => {
    const plane = await start();
    await install(plane, await aLicense(plane.tenantId, inDays(20), { deploymentMode: "on_prem" }));
    await callHome(plane);
    expect(calls).toEqual([]);
  });

  test("does not exist in offline mode: no connection is opened", async () => {
    const before = connections;
    const plane = await start({
      SERVICE_OFFLINE_MODE: "1",
      LICENSE_PHONE_HOME_INTERVAL_MS: "1000",
      DEPLOYMENT_MODE: "byoc",
    });
    await install(plane, await aLicense(plane.tenantId, inDays(20), { deploymentMode: "byoc" }));
    expect((await plane.admin.api.license.status()).offline_mode).toBe(true);
    plane.travel(3 * day);
    expect(plane.schedules.planned.filter((name) => /phone-home|pull/.test(name))).toEqual([]);
    for (const name of plane.schedules.planned) await plane.schedules.runNow(name).catch(() => undefined);
    expect(connections).toBe(before);
  });
});

describe("statements about subscriptions", () => {
  const push = (at: Plane, statement: string) => at.anyone.system.subscription({ body: { statement } });
  const subscriptionOf = async (at: Plane) => (await at.admin.api.license.status()).subscription;

  test("are taken when they are newer, and an older one is ignored", async () => {
    const plane = await start(await hosted());
    const { tenantId } = plane;
    const startup = { planId: "startup", planName: "Startup", modules: ["incidents"] } as const;
    expect(await push(plane, await aStatement(tenantId, 2, startup))).toMatchObject({ applied: true, serial: 2 });
    await expect(plane.admin.api.workflows.list()).rejects.toMatchObject({ code: "FEATURE_DISABLED" });
    expect(await push(plane, await aStatement(tenantId, 1))).toMatchObject({ applied: false });
    expect(await subscriptionOf(plane)).toMatchObject({ plan_id: "startup", status: "active" });
    expect(await push(plane, await aStatement(tenantId, 3))).toMatchObject({ applied: true });
    await expect(plane.admin.api.workflows.list()).resolves.toBeDefined();
  });

  test.each<[string, (tenantId: string) => Promise<string>]>([
    ["that another key signed", async (id) => aStatement(id, 9, { key: await newSigningKey() })],
    ["for another deployment", (id) => aStatement(id, 9, { deploymentId: "us-1" })],
    ["that is a license", (id) => aLicense(id, inDays(20))],
  ])("one %s is refused", async (_, make) => {
    const plane = await start(await hosted());
    await expect(push(plane, await make(plane.tenantId))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await subscriptionOf(plane)).toBeNull();
  });

  test("refused ones count against the caller's address", async () => {
    const limits = { API_RATE_LIMIT_PER_MINUTE: "1000", REFUSED_RATE_LIMIT_PER_MINUTE: "2" };
    const plane = await start({ ...(await hosted()), ...limits });
    const forged = await aStatement(plane.tenantId, 9, { key: await newSigningKey() });
    for (const code of ["VALIDATION_ERROR", "VALIDATION_ERROR", "RATE_LIMIT"])
      await expect(push(plane, forged)).rejects.toMatchObject({ code });
    plane.travel(60_000);
    expect(await push(plane, await aStatement(plane.tenantId, 1))).toMatchObject({ applied: true });
  });

  test("one about an unknown tenant is 404, and a self-hosted deployment takes none", async () => {
    const plane = await start(await hosted());
    await expect(push(plane, await aStatement("nobody-here", 1))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await plane.close();
    const selfHosted = await start();
    await expect(push(selfHosted, await aStatement(selfHosted.tenantId, 1))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("writes are suspended when past due, all access seven days later, and a payment brings it back", async () => {
    const plane = await start(await hosted());
    const pastDueSince = new Date();
    const { key } = await plane.admin.api.apiKeys.create({ body: { name: "watch", role: "admin" } });
    const api = plane.api({ authorization: `Bearer ${key}`, "x-tenant-id": plane.tenantId });
    const stated = { status: "past_due", pastDueSince } as const;
    await push(plane, await aStatement(plane.tenantId, 1, stated));
    const code = (call: Promise<unknown>) =>
      call.then(
        () => "allowed",
        ({ code }) => code as string,
      );
    const states = async () => [
      await code(api.incidents.create({ body: { title: "x" } })),
      await code(api.incidents.list()),
    ];
    expect(await states()).toEqual(["SUBSCRIPTION_PAST_DUE", "allowed"]);
    expect((await api.auth.me()).banner).toMatchObject({ state: "past_due", days_remaining: 7 });

    // The Control Plane has not said so for a week, so the last known state holds.
    plane.travel(7 * day);
    expect(await states()).toEqual(["SUBSCRIPTION_PAST_DUE", "allowed"]);
    const confirmed = { ...stated, issuedAt: new Date(pastDueSince.getTime() + 6.5 * day) };
    expect(await push(plane, await aStatement(plane.tenantId, 1, confirmed))).toMatchObject({ applied: true });
    expect(await states()).toEqual(["SUBSCRIPTION_SUSPENDED", "SUBSCRIPTION_SUSPENDED"]);
    const paid = { issuedAt: new Date(pastDueSince.getTime() + 7.1 * day) };
    await push(plane, await aStatement(plane.tenantId, 2, paid));
    expect(await states()).toEqual(["allowed", "allowed"]);
  });

  test("are pulled with the deployment's token; when the Control Plane is gone, the last ones hold", async () => {
    const plane = await start({ ...(await hosted()), CP_DEPLOYMENT_TOKEN: "opd_secret-of-the-deployment" });
    const statement = await aStatement(plane.tenantId, 5, { planId: "startup", planName: "Startup" });
    answer = async () => ({ status: 200, body: { data: { statements: [statement, "nonsense"], next: null } } });
    await plane.schedules.runNow("licensing.pull");
    expect(calls).toMatchObject([
      {
        path: "/api/deployments/statements",
        headers: { authorization: "Bearer opd_secret-of-the-deployment" },
        body: { usage: [{ tenant_id: plane.tenantId, users: 1, data_gb: 0, ai_credits: 0 }] },
      },
    ]);
    expect(await subscriptionOf(plane)).toMatchObject({ plan_id: "startup" });

    const newer = await aStatement(plane.tenantId, 6, { planId: "midsize", planName: "Midsize" });
    answer = async ({ body }) => {
      const page = body.cursor === "page-2" ? { statements: [newer], next: null } : { statements: [], next: "page-2" };
      return { status: 200, body: { data: page } };
    };
    await plane.schedules.runNow("licensing.pull");
    expect(await subscriptionOf(plane)).toMatchObject({ plan_id: "midsize" });

    answer = async () => ({ status: 500, body: {} });
    await expect(plane.schedules.runNow("licensing.pull")).rejects.toThrow("answered 500");
    expect(await subscriptionOf(plane)).toMatchObject({ plan_id: "midsize", status: "active" });
  });
});
