import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@opsplane/contract";
import { controlOperations, staffTenant } from "@opsplane/contract/control-plane";
import { emptyDatabase, type RunningPlane, startProcess, stopAll } from "@opsplane/tenant-plane/testing/process";
import { freePort, startSink } from "@opsplane/tenant-plane/testing/smtp-sink";
import { afterEach, expect, test } from "vitest";
import { startTenantPlane } from "./a-tenant-plane.ts";
import { goodPassword } from "./control-plane.ts";
import { letterWith, serviceSecret } from "./customers.ts";

afterEach(stopAll);

const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));

async function staffOf({ url }: RunningPlane) {
  const anyone = createClient(controlOperations, { baseUrl: url });
  const body = { email: "admin@opsplane.local", password: goodPassword };
  const { token } = await anyone.auth.token({ body }, { headers: { "x-tenant-id": staffTenant } });
  return createClient(controlOperations, { baseUrl: url, headers: () => ({ authorization: `Bearer ${token}` }) });
}

test("a customer whose tenant was being created at kill -9 gets a tenant and a password that works", async () => {
  const folder = await mkdtemp(join(tmpdir(), "opsplane-control-"));
  const port = await freePort();
  const [sink, tp] = await Promise.all([startSink(port), startTenantPlane()]);
  const env = {
    DATA_DIR: folder,
    CONTROL_PLANE_DATABASE_URL: await emptyDatabase(),
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    BOOTSTRAP_STAFF_PASSWORD: goodPassword,
    OUTBOUND_ALLOW_PRIVATE: "1",
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  };
  const first = await startProcess(env, { program });
  const staff = await staffOf(first);
  const deployment = { id: "eu-1", name: "EU", mode: "shared_saas", region: "eu" } as const;
  await staff.deployments.create({ body: { ...deployment, url: tp.url, service_secret: serviceSecret } });
  // The Tenant Plane creates the tenant, and its answer never arrives.
  tp.faults.push({ path: "/api/internal/tenants", fault: "held" });
  const email = "ann@acme.example.com";
  const customer = { id: "acme", name: "Acme", contact_name: "Ann", contact_email: email } as const;
  const plan = { mode: "shared_saas", deployment_id: "eu-1", plan_id: "startup", billing_period: "monthly" } as const;
  await staff.tenants.create({ body: { ...customer, ...plan } });
  await expect.poll(() => tp.passwords.get("acme")?.length).toBe(1);
  await first.stop("SIGKILL");

  const again = await staffOf(await startProcess(env, { program }));
  await expect
    .poll(async () => (await again.tenants.get({ params: { id: "acme" } })).provisioning, { timeout: 180_000 })
    .toBe("provisioned");
  const newest = tp.passwords.get("acme")?.at(-1) ?? "no password";
  expect(newest).not.toBe("temporary-acme-1");
  expect(await letterWith(sink, email, newest)).not.toContain("temporary-acme-1");
  await stopAll();
  tp.close();
  await sink.stop();
  await rm(folder, { recursive: true, force: true });
});
