import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient, type Operations, operations } from "@opsplane/contract";
import type { Scope } from "../scope.ts";
import { type ServerProcess, startProduct } from "../server-process.ts";
import { tempFolder } from "../temp-folder.ts";

export const fairnessPassword = "correct horse battery staple";
const serviceSecret = "a secret of this bench alone";

export interface Tenant {
  api: Client<Operations>;
  headers: Record<string, string>;
}

/** The product with its embedded engines, and a tenant that is measured beside one that floods. */
export async function startForFairness(scope: Scope, settings: Record<string, string> = {}) {
  const folder = await tempFolder(scope);
  logStep("starting the product with its embedded engines");
  const server = await startProduct(scope, {
    DATA_DIR: `${folder}/data`,
    API_RATE_LIMIT_PER_MINUTE: "0",
    BOOTSTRAP_ADMIN_PASSWORD: fairnessPassword,
    SERVICE_SECRET: serviceSecret,
    STOP_SECONDS: "1",
    LOG_LEVEL: "fatal",
    ...settings,
  });
  await untilOk(server);
  return { server, quiet: await newTenant(server, "quiet"), flooder: await newTenant(server, "flooder") };
}

async function newTenant(server: ServerProcess, id: string): Promise<Tenant> {
  const anyone = createClient(operations, { baseUrl: server.url });
  const email = `${id}@example.com`;
  await anyone.system.createTenant(
    { body: { id, name: id, admin_email: email, admin_password: fairnessPassword } },
    { headers: { "x-service-secret": serviceSecret } },
  );
  const { token } = await anyone.auth.token(
    { body: { email, password: fairnessPassword } },
    { headers: { "x-tenant-id": id } },
  );
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": id };
  return { headers, api: createClient(operations, { baseUrl: server.url, headers: () => headers }) };
}

export async function untilOk({ url }: ServerProcess): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const health = (await (await fetch(`${url}/api/health`)).json()) as { status: string };
    if (health.status === "ok") return;
    await pause(100);
  }
  throw new Error("the product did not become healthy");
}

export function logStep(what: string): void {
  console.log(`bench: ${what}`);
}

export interface Spread {
  p50: number;
  p99: number;
}

export function spreadOf(taken: readonly number[]): Spread {
  const sorted = taken.toSorted((one, two) => one - two);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
