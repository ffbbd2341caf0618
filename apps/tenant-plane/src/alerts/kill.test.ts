import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, describe, expect, inject, test } from "vitest";
import { aWrite } from "../../test/a-write.ts";
import { threshold } from "../../test/alert-stage.ts";
import { adminOf, migratedDatabase, type RunningPlane, startProcess, statusOf, stopAll } from "../../test/process.ts";
import { startReceiver } from "../../test/receiver.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("kill -9 after a policy has fired", () => {
  afterEach(stopAll);
  const patience = { timeout: 240_000, interval: 20 };

  const isUp = (plane: RunningPlane) => expect.poll(() => statusOf(plane), patience).toBe("ok");

  test("the incident is opened once and each step pages once, after the next start", async () => {
    let answers = false;
    const receiver = await startReceiver((_, response) => {
      // Before the kill no page is confirmed.
      if (answers) response.writeHead(204).end();
    });
    const folder = await mkdtemp(join(tmpdir(), "opsplane-fired-"));
    const databaseUrl = await migratedDatabase();
    const env = {
      DATA_DIR: folder,
      TENANT_PLANE_DATABASE_URL: databaseUrl,
      CLICKHOUSE_URL: inject("clickhouseUrl"),
      SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
      OUTBOUND_ALLOW_PRIVATE: "1",
    };
    const first = await startProcess(env);
    await isUp(first);
    const { api, headers } = await adminOf(first);
    const { id } = await api.channels.create({
      body: { name: "Chat", type: "webhook", config: { url: receiver.url } },
    });
    const targets = [{ type: "channel" as const, id }];
    await api.escalationPolicies.create({
      body: { name: "Default", is_default: true, steps: [{ targets }, { targets, delay_seconds: 2 }] },
    });
    // The engine is shared with other tests.
    const metric_name = `load_${randomBytes(4).toString("hex")}`;
    const condition = { ...threshold().condition, metric_name, window: "30m" };
    await api.alertPolicies.create({ body: threshold({ condition, interval: "5s" }) });
    const sample = aWrite([{ labels: { __name__: metric_name, host: "db" }, samples: [[99, Date.now()]] }]);
    const sent = await fetch(`${first.url}/api/ingest/prometheus`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
      body: new Uint8Array(sample),
    });
    expect(sent.status).toBe(200);
    const database = new pg.Client(databaseUrl);
    await database.connect();
    await expect
      .poll(async () => (await database.query("select from incidents")).rowCount, { ...patience, interval: 2 })
      .toBe(1);
    await first.stop("SIGKILL");
    await database.end();

    answers = true;
    const again = await startProcess(env);
    await isUp(again);
    const { api: after } = await adminOf(again);
    const [incident] = (await after.incidents.list({})).items;
    const incident_id = incident?.id ?? "";
    const notifications = async () =>
      (await after.oncall.pages({ query: { incident_id } })).items.flatMap((page) => page.notifications);
    await expect
      .poll(async () => (await notifications()).map(({ step, status }) => [step, status]), patience)
      .toEqual([
        [1, "delivered"],
        [2, "delivered"],
      ]);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    expect((await after.incidents.list({})).items).toHaveLength(1);
    expect((await after.alerts.list({})).items).toMatchObject([{ status: "firing", fired_count: 1 }]);
    await stopAll();
    receiver.close();
    await rm(folder, { recursive: true, force: true });
  });
});
