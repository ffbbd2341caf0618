import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aSender } from "../../../test/an-alert-sender.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { freePort } from "../../../test/smtp-sink.ts";

const program = "prometheus-alertmanager";

let plane: SharedPlane;
let boss: Person;
let folder: string;
let alertmanager: ChildProcess | undefined;

beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
  folder = await mkdtemp(join(tmpdir(), "opsplane-alertmanager-"));
});
afterAll(async () => {
  if (alertmanager?.exitCode === null) {
    const ended = once(alertmanager, "exit");
    alertmanager.kill("SIGKILL");
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

/** A real Alertmanager that sends to us, by its webhook and as a client of PagerDuty. */
async function startAlertmanager(key: string, routingKey: string): Promise<string> {
  const port = await freePort();
  const config = join(folder, "alertmanager.yml");
  await writeFile(
    config,
    `route:
  receiver: opsplane
  group_by: [alertname]
  group_wait: 100ms
  group_interval: 200ms
receivers:
  - name: opsplane
    webhook_configs:
      - url: ${plane.url}/api/alerts/events
        send_resolved: true
        http_config:
          authorization:
            credentials: ${key}
    pagerduty_configs:
      - url: ${plane.url}/api/alerts/pagerduty/v2/enqueue
        routing_key: ${routingKey}
        send_resolved: true
`,
  );
  const address = `127.0.0.1:${port}`;
  alertmanager = spawn(
    program,
    [
      ...[`--config.file=${config}`, `--storage.path=${join(folder, "data")}`, `--web.listen-address=${address}`],
      "--cluster.listen-address=",
    ],
    { stdio: "ignore" },
  );
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 180_000, interval: 100 }).toBe(true);
  return `http://${address}`;
}

test("a real Alertmanager opens an incident and resolves it, by its webhook and as a client of PagerDuty", async () => {
  const webhook = await aSender(plane, boss, "alertmanager", { auto_resolve: true });
  const events = await aSender(plane, boss, "pagerduty");
  const address = await startAlertmanager(webhook.key, events.key);
  const alert = (fields: object) => [
    {
      labels: { alertname: "HostDown", instance: "web-1:9100", severity: "critical" },
      annotations: { summary: "web-1 is down" },
      ...fields,
    },
  ];
  const post = async (body: object) => {
    const answer = await fetch(`${address}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  const startsAt = new Date(Date.now() - 1000).toISOString();
  await post(alert({ startsAt }));
  const outcomes = async () => [await webhook.outcomes(), await events.outcomes()];
  await expect.poll(outcomes, { timeout: 180_000, interval: 100 }).toEqual([["opened"], ["opened"]]);
  expect((await boss.api.alerts.list({ query: { integration_id: webhook.id } })).items).toMatchObject([
    { name: "HostDown", severity: "P1", summary: "web-1 is down", labels: { instance: "web-1:9100" } },
  ]);
  await post(alert({ startsAt, endsAt: new Date(Date.now() - 10).toISOString() }));
  await expect
    .poll(async () => (await outcomes()).map(([last]) => last), { timeout: 180_000, interval: 100 })
    .toEqual(["resolved", "resolved"]);
  const { items } = await boss.api.incidents.list({});
  expect(items.map(({ status }) => status)).toEqual(["resolved", "resolved"]);
});
