import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { adminOf, migratedDatabase, noClickHouse, startProcess, stopAll } from "../../test/process.ts";
import { startReceiver } from "../../test/receiver.ts";

afterEach(stopAll);

test("a delivery that was being sent at kill -9 is sent again after the next start", async () => {
  // The first request is never answered.
  const receiver = await startReceiver((_, response, count) => void (count > 1 && response.writeHead(204).end()));
  const folder = await mkdtemp(join(tmpdir(), "opsplane-webhooks-"));
  const env = {
    ...noClickHouse,
    DATA_DIR: folder,
    TENANT_PLANE_DATABASE_URL: await migratedDatabase(),
    SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    OUTBOUND_ALLOW_PRIVATE: "1",
  };
  const first = await startProcess(env);
  const { api } = await adminOf(first);
  const { id } = await api.webhooks.create({ body: { name: "Kept", url: receiver.url, event_types: ["ci.created"] } });
  await api.cmdb.create({ body: { name: "db-1", class: "database" } });
  await expect.poll(() => receiver.received.length).toBe(1);
  await first.stop("SIGKILL");

  const { api: again } = await adminOf(await startProcess(env));
  await expect
    .poll(async () => (await again.webhooks.deliveries({ params: { id } })).items)
    .toMatchObject([{ status: "delivered", attempts: 1 }]);
  const [one, two] = receiver.received;
  expect(two?.headers["webhook-id"]).toBe(one?.headers["webhook-id"]);
  await stopAll();
  receiver.close();
  await rm(folder, { recursive: true, force: true });
});
