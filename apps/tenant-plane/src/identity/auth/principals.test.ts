import { randomBytes, randomUUID } from "node:crypto";
import { openPrincipals, type Principals } from "@opsplane/accounts";
import { createLog, type Db, openAccessTokens, openDatabase, openSignals, secretBox, sql } from "@opsplane/runtime";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Plane, startPlane } from "../../../test/plane.ts";
import { entitlementsOf } from "../../entitlements.ts";
import { rolePermissions } from "../roles/store.ts";
import { machineTokens } from "./machine-tokens.ts";

const masterKey = randomBytes(32);
const closers: (() => Promise<void>)[] = [];
let plane: Plane;
/** Another instance on the plane's database. Tests can pause its lookups after they have read. */
let other: Principals;
let held: Promise<void> | undefined;
let reading: () => void = () => undefined;
const heard = new Set<string>();
let settle: () => Promise<void>;

beforeAll(async () => {
  plane = await startPlane({ SECRETS_MASTER_KEY: masterKey.toString("base64") });
  const log = createLog("fatal");
  const database = openDatabase({ url: plane.databaseUrl, log, tenantConnections: 1, systemConnections: 2 });
  const signals = openSignals(plane.databaseUrl, ["opsplane_auth"], log);
  closers.push(
    () => plane.close(),
    () => database.close(),
    () => signals.close(),
  );
  const holdable: Db = {
    ...database.system,
    first: async <T>(...query: Parameters<Db["first"]>) => {
      const found = await database.system.first<T>(...query);
      reading();
      await held;
      return found;
    },
  };
  const tokens = await openAccessTokens(database, secretBox(masterKey), {
    plane: "tenant-plane",
    lifetimeSeconds: 900,
  });
  other = openPrincipals({
    ...{ system: holdable, tokens, signals, clock: () => new Date() },
    permissionsOf: rolePermissions,
    entitlementsOf: async () => entitlementsOf(null),
    kinds: machineTokens(),
  });
  signals.on("opsplane_auth", (payload) => heard.add(payload));
  // PostgreSQL delivers signals in commit order, so after this one all earlier ones have arrived.
  settle = async () => {
    const marker = randomUUID();
    await database.system.run(sql`select pg_notify('opsplane_auth', ${marker})`);
    await vi.waitUntil(() => heard.has(marker), { timeout: 180_000 });
  };
  await vi.waitUntil(() => signals.connected(), { timeout: 180_000 });
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** Starts a lookup, lets it read, and runs `change` before the lookup continues. */
async function changeDuringLookup(token: string, change: () => Promise<unknown>): Promise<void> {
  await settle();
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const hasRead = new Promise<void>((resolve) => {
    reading = resolve;
  });
  const lookup = other.authenticate(token);
  await hasRead;
  await change();
  await settle();
  held = undefined;
  release();
  expect(await lookup).toMatchObject({ tenantId: plane.tenantId });
}

const revocable: Record<string, () => Promise<{ token: string; revoke(): Promise<unknown> }>> = {
  "an API key": async () => {
    const { id, key } = await plane.admin.api.apiKeys.create({ body: { name: "brief", role: "viewer" } });
    return { token: key, revoke: () => plane.admin.api.apiKeys.revoke({ params: { id } }) };
  },
  "a collector token": async () => {
    const { id, token } = await plane.admin.api.collectors.create({ body: { name: "brief" } });
    return { token, revoke: () => plane.admin.api.collectors.revoke({ params: { id } }) };
  },
  "a session": async () => {
    const person = await plane.person("viewer");
    return { token: person.tokens.token, revoke: () => person.api.auth.logout() };
  },
};

describe.each(Object.entries(revocable))("%s", (_, make) => {
  test("that is revoked during its lookup is not cached", async () => {
    const { token, revoke } = await make();
    await changeDuringLookup(token, revoke);
    expect(await other.authenticate(token)).toBeUndefined();
  });

  test("is cached when only another tenant's rights change during the lookup", async () => {
    const { token } = await make();
    const stranger = await plane.tenant();
    await changeDuringLookup(token, () => stranger.api.auth.logout());
    // Returned synchronously, so without a lookup.
    expect(other.authenticate(token)).toMatchObject({ tenantId: plane.tenantId });
  });
});

test("a key whose row is locked works without waiting", async () => {
  const { id, key } = await plane.admin.api.apiKeys.create({ body: { name: "locked", role: "viewer" } });
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select from api_keys where id = $1 for update", [id]);
    await plane.api({ authorization: `Bearer ${key}`, "x-tenant-id": plane.tenantId }).incidents.list();
  } finally {
    await client.end();
  }
});
