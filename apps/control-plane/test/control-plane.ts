import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, createClient, type Tokens } from "@opsplane/contract";
import { type ControlOperations, controlOperations, staffTenant } from "@opsplane/contract/control-plane";
import { newSigningKey, type SigningKey } from "@opsplane/licensing";
import {
  createLog,
  openPasswords,
  type Schedules,
  type TravelingClock,
  travelingClock,
  type WriteScope,
} from "@opsplane/runtime";
import { madeOnce } from "@opsplane/tenant-plane/testing";
import { createDatabase, makeTemplate } from "@opsplane/tenant-plane/testing/databases";
import { inject } from "vitest";
import { startControlPlane as start } from "../src/app.ts";
import { readConfig } from "../src/config.ts";

export type ControlApi = Client<ControlOperations>;

/** A logged-in person of the staff or of a customer. */
export interface ControlPerson {
  api: ControlApi;
  email: string;
  tokens: Tokens;
  headers: Record<string, string>;
}

export interface TestControlPlane {
  url: string;
  databaseUrl: string;
  schedules: Schedules;
  /** The first member of staff. */
  staff: ControlPerson;
  /** Without a token. */
  anyone: ControlApi;
  login(email: string, password: string, tenantId?: string): Promise<ControlPerson>;
  /** Moves the clock of the plane and of its database. */
  travel(ms: number): void;
  now(): Date;
  /** A write of another feature in a customer's account. Work that returns false changed nothing. */
  write(tenantId: string, work: (write: WriteScope) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

export const goodPassword = "correct horse battery staple";

/** Tests log in hundreds of times. packages/runtime/src/passwords.test.ts keeps the cost of the product. */
const passwords = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

let firstKey: Promise<SigningKey> | undefined;

/** Making an RSA key takes long on a busy machine, so the planes of a process share the first one. */
function sharedSigningKey(): Promise<SigningKey> {
  firstKey ??= newSigningKey();
  return firstKey;
}

/** The migrated database that each Control Plane gets a clone of. */
function controlPlaneTemplate(): Promise<string> {
  return madeOnce("the database of a Control Plane", async () => {
    const name = "control_plane_template";
    await makeTemplate(inject("postgresUrl"), name, fileURLToPath(new URL("../migrations/postgres", import.meta.url)));
    return name;
  });
}

/** A Control Plane in this process, with its own PostgreSQL database. */
export async function startControlPlane(
  env: Record<string, string> = {},
  other: { clock?: TravelingClock; databaseUrl?: string; onLog?: (line: string) => void } = {},
): Promise<TestControlPlane> {
  const { clock = travelingClock(), onLog } = other;
  const databaseUrl = other.databaseUrl ?? (await createDatabase(inject("postgresUrl"), await controlPlaneTemplate()));
  const dataDir = await mkdtemp(join(tmpdir(), "opsplane-control-"));
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    BOOTSTRAP_STAFF_PASSWORD: goodPassword,
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    LOGIN_RATE_LIMIT_PER_MINUTE: "0",
    API_RATE_LIMIT_PER_MINUTE: "0",
    SIGNUP_RATE_LIMIT_PER_HOUR: "0",
    PHONE_HOME_RATE_LIMIT_PER_MINUTE: "0",
    OUTBOUND_ALLOW_PRIVATE: "1",
    QUEUE_POLL_MS: "200",
    STOP_SECONDS: "1",
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "fatal",
    ...env,
  });
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const log = onLog ? createLog("trace", { write: onLog }) : createLog(config.logLevel);
  const testing = { clock, passwords, newSigningKey: sharedSigningKey };
  const plane = await start({ config, postgresUrl: databaseUrl, log, onFatal, testing });
  const url = plane.address;
  const api = (headers: () => Promise<Record<string, string>>) =>
    createClient(controlOperations, { baseUrl: url, headers });
  const anyone = api(async () => ({}));
  const login: TestControlPlane["login"] = async (email, password, tenantId) => {
    const named = tenantId === undefined ? {} : { headers: { "x-tenant-id": tenantId } };
    const tokens = await anyone.auth.token({ body: { email, password } }, named);
    let latest = { token: tokens.token, at: clock.now().getTime() };
    const headersNow = async () => {
      // The plane's time travels, so a token may expire during a test.
      if (clock.now().getTime() - latest.at > 10 * 60_000) {
        const { token } = await anyone.auth.token({ body: { email, password } }, named);
        latest = { token, at: clock.now().getTime() };
      }
      return { authorization: `Bearer ${latest.token}` };
    };
    return { api: api(headersNow), email, tokens, headers: { authorization: `Bearer ${tokens.token}` } };
  };
  return {
    ...{ url, databaseUrl, anyone, login, schedules: plane.schedules, travel: clock.travel, now: clock.now },
    write: (tenantId, work) =>
      plane.asAutomation(tenantId, "test.write", async (write) => ((await work(write)) ? undefined : false)),
    staff: await login("admin@opsplane.local", goodPassword, staffTenant),
    close: async () => {
      await plane.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
