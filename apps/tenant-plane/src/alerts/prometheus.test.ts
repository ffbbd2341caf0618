import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { runWhen } from "../../test/a-runbook.ts";
import { type Plane, startPlane } from "../../test/plane.ts";
import { isSignedBy, type Receiver, startReceiver } from "../../test/receiver.ts";
import { freePort, type Sink, startSink } from "../../test/smtp-sink.ts";

// The whole way, with nothing simulated: Debian's Prometheus scrapes a program and writes here; a policy fires; a person is paged.

const patience = { timeout: 300_000, interval: 100 };

describe.skipIf(inject("clickhouseProblem") !== "")("from a sample of Prometheus to a page", () => {
  let plane: Plane;
  let sink: Sink;
  let receiver: Receiver;
  let exporter: Server;
  let prometheus: ChildProcess;
  let folder: string;
  /** When a page arrived, by its way. */
  const arrived = new Map<string, number>();
  let depth = 3;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "opsplane-paging-"));
    const smtpPort = await freePort();
    sink = await startSink(smtpPort);
    receiver = await startReceiver((_, response) => {
      if (!arrived.has("webhook")) arrived.set("webhook", Date.now());
      response.writeHead(204).end();
    });
    plane = await startPlane(
      { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, OUTBOUND_ALLOW_PRIVATE: "1" },
      { telemetry: true },
    );
    exporter = createServer((_, response) =>
      response
        .setHeader("content-type", "text/plain")
        .end(`# TYPE queue_depth gauge\nqueue_depth{queue="orders"} ${depth}\n`),
    ).listen(0, "127.0.0.1");
    await once(exporter, "listening");
    const { token } = await plane.admin.api.collectors.create({ body: { name: "Prometheus" } });
    await startPrometheus(token);
  });
  afterAll(async () => {
    prometheus?.kill("SIGKILL");
    if (prometheus && prometheus.exitCode === null && prometheus.signalCode === null) await once(prometheus, "exit");
    await plane?.close();
    exporter?.close();
    receiver?.close();
    await sink?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function startPrometheus(token: string): Promise<void> {
    const address = exporter.address();
    const target = typeof address === "object" ? address?.port : undefined;
    const config = join(folder, "prometheus.yml");
    await writeFile(
      config,
      `global: { scrape_interval: 1s }
scrape_configs:
  - { job_name: queues, static_configs: [{ targets: ["127.0.0.1:${target}"] }] }
remote_write:
  - url: ${plane.url}/api/ingest/prometheus
    remote_timeout: 60s
    authorization: { credentials: ${token} }
    queue_config: { batch_send_deadline: 1s }
`,
    );
    prometheus = spawn(
      "prometheus",
      [
        `--config.file=${config}`,
        `--storage.tsdb.path=${join(folder, "tsdb")}`,
        `--web.listen-address=127.0.0.1:${await freePort()}`,
      ],
      { cwd: folder, stdio: "ignore" },
    );
  }

  test("one incident, analyzed, with suggestions, one page by email and webhook, and its recovery", async () => {
    const { api, tokens } = plane.admin;
    const item = await api.cmdb.create({ body: { name: "orders", class: "service" } });
    const runbook = await api.runbooks.create({
      body: {
        name: "Drain the orders queue",
        tags: ["orders"],
        ci_classes: ["service"],
        steps: [{ type: "manual", title: "Look", instructions: "At the consumers." }],
        status: "published",
      },
    });
    const mine = { user_id: tokens.user.id, delay_seconds: 0 };
    await api.channels.create({
      body: { ...mine, name: "Mail", type: "email", config: { email: "oncall@example.com" }, position: 1 },
    });
    const { secret } = await api.channels.create({
      body: { ...mine, name: "Hook", type: "webhook", config: { url: receiver.url }, position: 2 },
    });
    const schedule = await api.oncallSchedules.create({
      body: {
        name: "Primary",
        timezone: "UTC",
        layers: [{ user_ids: [tokens.user.id], starts_at: new Date(Date.now() - 60_000).toISOString() }],
      },
    });
    await api.escalationPolicies.create({
      body: { name: "Shop", is_default: true, steps: [{ targets: [{ type: "schedule", id: schedule.id }] }] },
    });
    const workflow = await api.workflows.create({
      body: {
        name: "On every alert",
        triggers: [{ type: "alert_fired" }],
        steps: [{ id: "say", type: "notification", config: { message: "{{ input.name }}" } }],
      },
    });
    await api.alertPolicies.create({
      body: {
        name: "Queue grows",
        signal: "metrics",
        condition: {
          type: "threshold",
          metric_name: "queue_depth",
          operator: ">",
          threshold: 100,
          window: "15s",
          agg: "max",
        },
        group_by: ["queue"],
        ci_labels: ["queue"],
        interval: "5s",
        severity: "P1",
      },
    });
    const isKnown = async () => (await api.metrics.query({ query: { metric_name: "queue_depth" } })).series.length;
    await expect.poll(isKnown, patience).toBe(1);
    expect((await api.incidents.list({})).items).toEqual([]);

    const passed = Date.now();
    depth = 250;
    await expect.poll(() => sink.letters.length > 0 && receiver.received.length > 0, patience).toBe(true);
    const seconds = ((arrived.get("webhook") ?? 0) - passed) / 1000;
    console.log(`from the threshold to the page: ${seconds.toFixed(1)} s`);

    const [request] = receiver.received;
    expect(request && isSignedBy(secret ?? "", request)).toBe(true);
    expect(request?.event).toMatchObject({ type: "oncall.page" });
    const { items } = await api.incidents.list({});
    expect(items).toMatchObject([{ title: "Queue grows (queue=orders)", severity: "P1", ci_ids: [item.id] }]);
    const id = items[0]?.id ?? "";
    await expect.poll(async () => (await api.response.latestRca({ params: { id } })).status, patience).toBe("finished");
    const suggestions = await api.response.suggestions({ params: { id } });
    expect(suggestions).toMatchObject([{ runbook_id: runbook.id }]);
    const [letter] = sink.letters;
    expect(letter).toContain("oncall@example.com");
    expect(letter).toContain(items[0]?.reference ?? "");

    const runs = async () => (await api.workflows.runs({ query: { workflow_id: workflow.id } })).items;
    await expect.poll(async () => (await runs()).length, patience).toBe(1);
    expect((await runWhen(plane.admin, (await runs())[0]?.id ?? "")).input).toMatchObject({ name: "Queue grows" });

    depth = 3;
    const bodies = async () => (await api.incidents.timeline({ params: { id } })).items.map(({ body }) => body ?? "");
    for (const entry of [
      "Suggested the runbook Drain the orders queue.",
      "All alerts of this incident have recovered.",
    ])
      await expect.poll(bodies, patience).toContain(entry);
    expect((await api.incidents.list({})).items).toHaveLength(1);
    const [page] = (await api.oncall.pages({ query: { incident_id: id } })).items;
    expect(page?.notifications.map(({ step, status }) => [step, status])).toEqual([
      [1, "delivered"],
      [1, "delivered"],
    ]);
    expect([sink.letters.length, receiver.received.length]).toEqual([1, 1]);
  });
});
