import { newSigningKey } from "@opsplane/licensing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Example } from "../examples.ts";
import { aLicense, aSigningKey, aStatement, day, hosted } from "../licenses.ts";
import { goodPassword, type Person, type Plane, startPlane } from "../plane.ts";
import { call, everyOperation, type RawReply, unknownParams, type Walked, walk } from "./walk.ts";

/**
 * Every operation in every state of a license and of a subscription. What is expected is written down here as the specification says
 * it, by method and path; nothing is taken from the effect or the gate of an operation.
 */

interface State {
  /** Days until the expiry, and since the issue. A later state has a newer license, as in practice. */
  license: { expiresIn: number; issued: number };
  allows: (route: string) => boolean;
  refusal: [status: number, code: string] | null;
}

/** What each state allows besides health, and how it refuses. */
const licenseStates: Record<string, State> = {
  locked: {
    license: { expiresIn: -70, issued: 300 },
    allows: (route) => route === upload,
    refusal: [403, "LICENSE_LOCKED"],
  },
  read_only: {
    license: { expiresIn: -40, issued: 200 },
    allows: (route) => isGet(route) || route === upload || route === logout,
    refusal: [403, "LICENSE_READ_ONLY"],
  },
  grace: {
    license: { expiresIn: -10, issued: 100 },
    allows: (route) => isRead(route) || route === upload || route === logout,
    refusal: [403, "LICENSE_GRACE"],
  },
  active: { license: { expiresIn: 100, issued: 1 }, allows: () => true, refusal: null },
};

/** Not a GET, and yet it only reads: questions, previews and protocols that ask by POST. */
const readsByPost = new Set([
  "POST /api/copilot/query",
  "POST /api/mcp",
  "POST /api/alerts/policies/backtest",
  "POST /api/alerts/integrations/:id/test",
  "POST /api/alerts/silences/preview",
  "POST /api/dashboards/preview",
  "POST /api/oncall/links/read",
  "POST /api/oncall/schedules/preview",
  "POST /api/slos/preview",
  "POST /api/reports/preview",
  "POST /api/reports/:id/run",
  "POST /api/kpis/evaluate",
]);

const logout = "POST /api/auth/logout";
const health = "GET /api/health";
const upload = "POST /api/admin/license";
const status = "GET /api/admin/license";
/** Calls of the operator and of the Control Plane, which belong to no tenant. */
const outside = new Set(["POST /api/db/migrate", "POST /api/internal/tenants", "POST /api/internal/subscriptions"]);

function isGet(route: string): boolean {
  return route.startsWith("GET ");
}

function isRead(route: string): boolean {
  return isGet(route) || readsByPost.has(route);
}

const routeOf = ({ spec }: Walked) => `${spec.method} ${spec.path}`;
const codes = /"code":"((LICENSE|SUBSCRIPTION)_[A-Z_]+)"/;
const refusedBy = ({ text }: RawReply) => codes.exec(text)?.[1];

const masterKey = Buffer.alloc(32, 7).toString("base64");
let databaseUrl: string;
let tenantId: string;
/** Working calls of operations without a token, which find their tenant by a key. */
const examples = new Map<string, Example>();

beforeAll(async () => {
  const plane = await startPlane({ SECRETS_MASTER_KEY: masterKey });
  ({ databaseUrl, tenantId } = plane);
  for (const { id, spec, make } of everyOperation)
    if (spec.access === "public") examples.set(id, await make({ plane, owner: plane.admin }));
  await plane.close();
});

/** The same database with other settings. */
function startWith(env: Record<string, string>): Promise<Plane> {
  const shared = { ROLE: "api", SECRETS_MASTER_KEY: masterKey, BOOTSTRAP_TENANT_ID: tenantId };
  return startPlane({ ...shared, ...env }, { databaseUrl });
}

async function answerOf(plane: Plane, owner: Person, { id, spec }: Walked): Promise<RawReply> {
  const example: Example = examples.get(id) ?? unknownParams(spec);
  return call(plane, spec, { ...example, headers: { ...owner.headers, ...example.headers } });
}

/** Signing in has its own tests below. Signing out comes last, because it ends the session. */
const gated = everyOperation
  .filter(({ id }) => id !== "auth.token" && id !== "auth.refresh")
  .toSorted((a, b) => Number(routeOf(a) === logout) - Number(routeOf(b) === logout));

const always = (route: string) => route === health || outside.has(route);

/** They answer in PagerDuty's format, which has no code. */
const withoutCode = new Set(["POST /api/alerts/pagerduty/v2/enqueue", "POST /api/alerts/pagerduty/v2/change/enqueue"]);

function walkThrough({ allows, refusal }: Omit<State, "license">, plane: () => Plane, owner: () => Person): void {
  test("every operation is allowed or refused as the specification says", (context) =>
    walk(context, gated, async (walked) => {
      const answer = await answerOf(plane(), owner(), walked);
      const route = routeOf(walked);
      const code = withoutCode.has(route) && answer.status === refusal?.[0] ? refusal[1] : refusedBy(answer);
      const isAllowed = refusal === null || always(route) || allows(route);
      const [found, wanted] = [code && `${answer.status} ${code}`, isAllowed ? undefined : refusal.join(" ")];
      if (found !== wanted) throw new Error(`answered ${found ?? answer.status} instead of ${wanted ?? "working"}`);
    }));
}

describe("with a license that another key signed", () => {
  let plane: Plane;
  beforeAll(async () => {
    const license = await aLicense(tenantId, new Date(Date.now() + 100 * day), { key: await newSigningKey() });
    plane = await startWith({ SERVICE_LICENSE_KEY: license, CP_LICENSE_PUBLIC_KEY: (await aSigningKey()).publicPem });
  });
  afterAll(() => plane.close());
  walkThrough(
    { allows: (route) => route === upload || route === status, refusal: [403, "LICENSE_INVALID"] },
    () => plane,
    () => plane.admin,
  );
});

describe.each(Object.keys(licenseStates))("with a license that is %s", (name) => {
  const state = licenseStates[name] as State;
  let plane: Plane;
  beforeAll(async () => {
    const inDays = (days: number) => new Date(Date.now() + days * day);
    const { expiresIn, issued } = state.license;
    const license = await aLicense(tenantId, inDays(expiresIn), { planId: "enterprise", issuedAt: inDays(-issued) });
    plane = await startWith({ SERVICE_LICENSE_KEY: license, CP_LICENSE_PUBLIC_KEY: (await aSigningKey()).publicPem });
  });
  afterAll(() => plane.close());
  walkThrough(
    state,
    () => plane,
    () => plane.admin,
  );

  test("an admin signs in", async () => {
    await expect(plane.login("admin@opsplane.local", goodPassword, tenantId)).resolves.toBeDefined();
  });
});

/** In a hosted deployment the Control Plane says what holds. */
describe("with a subscription", () => {
  const since = (days: number) => new Date(Date.now() - days * day);
  const states = {
    active: [{ status: "active" }, { allows: () => true, refusal: null }],
    past_due: [
      { status: "past_due", pastDueSince: since(6) },
      {
        allows: (route: string) => isRead(route) || route === upload || route === logout,
        refusal: [402, "SUBSCRIPTION_PAST_DUE"],
      },
    ],
    suspended: [
      { status: "past_due", pastDueSince: since(8) },
      { allows: () => false, refusal: [402, "SUBSCRIPTION_SUSPENDED"] },
    ],
  } as const;
  let plane: Plane;
  let serial = 0;
  beforeAll(async () => {
    plane = await startWith(await hosted());
  });
  afterAll(() => plane.close());

  describe.each(Object.keys(states) as (keyof typeof states)[])("that is %s", (name) => {
    const [stated, { allows, refusal }] = states[name];
    let owner: Person;
    beforeAll(async () => {
      owner = await plane.login("admin@opsplane.local", goodPassword, tenantId);
      const statement = await aStatement(tenantId, ++serial, stated);
      expect(await plane.anyone.system.subscription({ body: { statement } })).toMatchObject({ applied: true });
    });
    walkThrough(
      { allows, refusal: refusal && [...refusal] },
      () => plane,
      () => owner,
    );
  });

  test("nobody signs in to a suspended tenant", async () => {
    const login = plane.login("admin@opsplane.local", goodPassword, tenantId);
    await expect(login).rejects.toMatchObject({ status: 402, code: "SUBSCRIPTION_SUSPENDED" });
  });
});
