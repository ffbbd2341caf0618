import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { automaticIncidents } from "../../test/automatic-incidents.ts";
import { adminOf, migratedDatabase, noClickHouse, startProcess, stopAll } from "../../test/process.ts";
import { startReceiver } from "../../test/receiver.ts";

afterEach(stopAll);

test("an incident that is committed before kill -9 is paged exactly once a step after the next start", async () => {
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), "opsplane-oncall-"));
  const databaseUrl = await migratedDatabase();
  const env = {
    ...noClickHouse,
    DATA_DIR: folder,
    TENANT_PLANE_DATABASE_URL: databaseUrl,
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    OUTBOUND_ALLOW_PRIVATE: "1",
  };
  const first = await startProcess(env);
  const { api, headers } = await adminOf(first);
  const config = { url: receiver.url };
  const { id } = await api.channels.create({ body: { name: "Chat", type: "webhook", config } });
  const targets = [{ type: "channel" as const, id }];
  const steps = [{ targets }, { targets, delay_seconds: 2 }];
  await api.escalationPolicies.create({ body: { name: "Default", is_default: true, steps } });
  const automatic = await automaticIncidents(databaseUrl);
  const incident_id = await automatic.open(headers["x-tenant-id"] ?? "");
  await first.stop("SIGKILL");
  await automatic.close();

  const { api: again } = await adminOf(await startProcess(env));
  const notifications = async () =>
    (await again.oncall.pages({ query: { incident_id } })).items[0]?.notifications ?? [];
  await expect
    .poll(async () => (await notifications()).map(({ step, status }) => [step, status]))
    .toEqual([
      [1, "delivered"],
      [2, "delivered"],
    ]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(2);
  await stopAll();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});
