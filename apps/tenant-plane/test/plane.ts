import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient, type Operations, operations, type Tokens } from "@opsplane/contract";
import { createLog, openPasswords } from "@opsplane/runtime";
import pg from "pg";
import { inject, vi } from "vitest";
import { startTenantPlane } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { sharedDatabase, template } from "./engines.ts";

export type Api = Client<Operations>;

/** Somebody who is logged in: their client, tokens and headers. */
export interface Person {
  api: Api;
  email: string;
  password: string;
  tokens: Tokens;
  headers: Record<string, string>;
}

export interface Plane {
  url: string;
  databaseUrl: string;
  serviceSecret: string;
  /** The first admin. */
  admin: Person;
  /** The tenant of the first admin. */
  tenantId: string;
  /** Without a token. */
  anyone: Api;
  api(headers: Record<string, string>): Api;
  login(email: string, password: string, tenantId?: string): Promise<Person>;
  /** A new person with a role, logged in. */
  person(role: string, of?: Person): Promise<Person>;
  /** A new tenant's admin, logged in. */
  tenant(planId?: "startup" | "midsize" | "enterprise" | "operations"): Promise<Person>;
  close(): Promise<void>;
}

export const goodPassword = "correct horse battery staple";
/** Tests log in hundreds of times. packages/runtime/src/passwords.test.ts keeps the cost of the product. */
const passwords = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });
let counter = 0;
/** Planes share one ClickHouse database, so no two of them may have a tenant of the same name. */
const newTenantId = () => `tenant-${randomBytes(5).toString("hex")}`;

/** A Tenant Plane in this process, on a database of its own that was cloned from the migrated template. */
export async function startPlane(
  env: Record<string, string> = {},
  other: { clickhouseUrl?: string; telemetry?: boolean } = {},
): Promise<Plane> {
  const databaseUrl = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "opsplane-plane-"));
  const serviceSecret = randomBytes(12).toString("hex");
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    BOOTSTRAP_TENANT_ID: newTenantId(),
    BOOTSTRAP_ADMIN_PASSWORD: goodPassword,
    SERVICE_SECRET: serviceSecret,
    LOGIN_RATE_LIMIT_PER_MINUTE: "0",
    API_RATE_LIMIT_PER_MINUTE: "0",
    CLICKHOUSE_DATABASE: sharedDatabase,
    // ClickHouse shares its cores with every other test.
    TELEMETRY_QUERY_SECONDS: "100",
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "fatal",
    ...env,
  });
  // Without telemetry no file waits for ClickHouse.
  const clickhouseUrl = other.clickhouseUrl ?? (other.telemetry ? inject("clickhouseUrl") : undefined);
  const engines = { postgresUrl: databaseUrl, clickhouseUrl, clickhouseState: () => undefined };
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const plane = await startTenantPlane(config, engines, createLog(config.logLevel), onFatal, passwords);
  const url = plane.address;
  const api = (headers: Record<string, string>) => createClient(operations, { baseUrl: url, headers: () => headers });
  const anyone = api({});
  if (other.telemetry) {
    const telemetryIsUp = async () =>
      (await anyone.system.health()).components.find(({ name }) => name === "clickhouse")?.status;
    await vi.waitUntil(async () => (await telemetryIsUp()) === "up", { timeout: 100_000, interval: 20 });
  }

  const login = async (email: string, password: string, tenantId?: string): Promise<Person> => {
    const tokens = await anyone.auth.token(
      { body: { email, password } },
      { headers: tenantId ? { "x-tenant-id": tenantId } : {} },
    );
    const headers = { authorization: `Bearer ${tokens.token}`, "x-tenant-id": tokens.user.tenant_id };
    return { api: api(headers), email, password, tokens, headers };
  };
  const admin = await login("admin@opsplane.local", goodPassword, config.bootstrapTenant);
  return {
    url,
    databaseUrl,
    serviceSecret,
    admin,
    tenantId: config.bootstrapTenant,
    anyone,
    api,
    login,
    person: async (role, of = admin) => {
      const email = `${role}-${++counter}@example.com`;
      await of.api.users.create({ body: { email, name: `${role} ${counter}`, role, password: goodPassword } });
      return login(email, goodPassword, of.tokens.user.tenant_id);
    },
    tenant: async (planId) => {
      const id = newTenantId();
      const email = `boss-${++counter}@example.com`;
      const body = {
        id,
        name: id,
        admin_email: email,
        admin_password: goodPassword,
        ...(planId ? { plan_id: planId } : {}),
      };
      await anyone.system.createTenant({ body }, { headers: { "x-service-secret": serviceSecret } });
      return login(email, goodPassword, id);
    },
    close: async () => {
      await plane.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function cloneDatabase(): Promise<string> {
  const server = inject("postgresUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  // Two files that clone at once would each find the template in use; the lock makes them take turns.
  await client.query("select pg_advisory_lock(1)");
  await client.query(`create database ${name} template ${template}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
