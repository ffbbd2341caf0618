import { randomBytes } from "node:crypto";
import { fillTenant } from "@opsplane/demo";
import pg from "pg";
import { anExport, type TestSpan } from "./an-export.ts";
import { seedMore } from "./copilot-seed-more.ts";
import { goodPassword, type People, type Person } from "./people.ts";

// A tenant with the records of the demo shop and more: incidents of two months, alerts, schedules, runbooks, and one batch of telemetry.

export interface CopilotTenant {
  owner: Person;
  /** A row of the database, without the server's code. `$1` is the tenant. */
  rows(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  items: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;

export async function seedTenant(
  plane: Pick<People, "login"> & { databaseUrl: string },
  owner: Person,
  telemetry: boolean,
): Promise<CopilotTenant> {
  const tenantId = owner.tokens.user.tenant_id;
  const client = new pg.Client({
    connectionString: plane.databaseUrl,
    options: `-c app.tenant_id=${tenantId} -c timezone=UTC`,
  });
  await client.connect();
  const now = Date.now();
  const as = async (email: string) => (await plane.login(email, goodPassword, tenantId)).api;
  const items = await fillTenant({ api: owner.api, as, password: goodPassword, now });
  await insertIncidents(client, items, now);
  await insertAlerts(client, items, now);
  await makeOthers(owner);
  await seedMore({ client, api: owner.api, as, items, now });
  if (telemetry) await sendTelemetry(owner, now);
  const rows = async (text: string, ...values: unknown[]) => {
    const result = await client.query<Record<string, unknown>>(
      text,
      text.includes("$1") ? [tenantId, ...values] : values,
    );
    return result.rows;
  };
  return { owner, rows, items, close: () => client.end() };
}

const titles = [
  "Checkout times out",
  "Payments are declined",
  "Search is slow",
  "Disk is filling up",
  "Certificate expires soon",
];
const affected = ["checkout", "payments", "search", "shop-db-1", "storefront", "orders-db", "shipping"];
const people = ["mara.lindqvist", "jonas.weber", "kenji.sato", "priya.nair", "tomas.silva"];
const statuses = [
  "closed",
  "resolved",
  "open",
  "closed",
  "acknowledged",
  "investigating",
  "closed",
  "triggered",
  "resolved",
  "reopened",
];

/** Incidents of the last two months, denser towards today. */
async function insertIncidents(client: pg.Client, items: ReadonlyMap<string, string>, now: number): Promise<void> {
  const { rows: users } = await client.query<{ id: string; email: string }>("select id, email from users");
  const userId = (name: string) => users.find(({ email }) => email.startsWith(name))?.id ?? null;
  const { rows: counters } = await client.query<{ value: string }>(
    "select value from counters where name = 'incident'",
  );
  let number = Number(counters[0]?.value ?? 0);
  for (let index = 0; index < 60; index += 1) {
    number += 1;
    const times = timesOf(index, now);
    const item = items.get(affected[index % affected.length] ?? "");
    const person = index % 4 === 0 ? null : userId(people[index % people.length] ?? "");
    await client.query(
      `insert into incidents (id, number, title, description, severity, status, source, ci_ids, assigned_to, created_by, acknowledged_at, resolved_at, closed_at, created_at, updated_at)
       values (uuidv7(), $1, $2, $3, $4, $5, $6, $7, $8, 'seed', $9, $10, $11, $12, $12)`,
      [
        ...[number, titles[index % titles.length], index % 6 === 0 ? "The upstream gateway answers 502." : ""],
        ...[`P${1 + ((index * 7 + Math.floor(index / 10)) % 5)}`, times.status],
        ...[index % 3 === 0 ? "monitoring" : "email", item ? [item] : [], person],
        ...[times.acknowledged, times.resolved, times.closed, times.created],
      ],
    );
  }
  await client.query("update counters set value = $1 where name = 'incident'", [number]);
}

function timesOf(index: number, now: number) {
  const created = now - (index * index * 0.42 + index * 1.7 + 0.6) * hour;
  const status = statuses[index % statuses.length] ?? "open";
  const isOver = status === "closed" || status === "resolved";
  const at = (time: number, isSet: boolean) => (isSet ? new Date(Math.min(time, now)) : null);
  const resolved = created + (40 + (index % 9) * 55) * minute;
  return {
    ...{ status, created: new Date(created) },
    acknowledged: at(created + (5 + (index % 7) * 6) * minute, status !== "triggered" && status !== "open"),
    resolved: at(resolved, isOver),
    closed: at(resolved + hour, status === "closed"),
  };
}

async function insertAlerts(client: pg.Client, items: ReadonlyMap<string, string>, now: number): Promise<void> {
  const rows = [
    ["High latency of checkout", "firing", "P1", "checkout", 0.4],
    ["Error rate of payments", "firing", "P2", "payments", 1.2],
    ["Disk of shop-db-2", "firing", "P4", "shop-db-2", 7],
    ["Queue length", "pending", "P3", "orders-queue", 0.1],
    ["Old latency", "resolved", "P2", "search", 30],
    ["CPU of shop-app-1", "resolved", "P3", "shop-app-1", 3],
  ] as const;
  for (const [name, status, severity, item, hours] of rows) {
    const started = new Date(now - hours * hour);
    await client.query(
      `insert into alerts (id, source, group_key, name, status, severity, labels, summary, description, started_at, fired_at, resolved_at, last_seen_at, ci_ids)
       values (uuidv7(), 'test', $1, $1, $2, $3, '{}', $1, '', $4, $4, $5, $4, $6)`,
      [
        name,
        status,
        severity,
        started,
        status === "resolved" ? new Date(started.getTime() + 20 * minute) : null,
        [items.get(item)],
      ],
    );
  }
}

async function makeOthers({ api }: Person): Promise<void> {
  const { items: users } = await api.users.list({ query: { limit: 100 } });
  const id = (name: string) => users.find((user) => user.name === name)?.id ?? "";
  const layer = (names: string[]) => [
    { name: "Weekly", user_ids: names.map(id), starts_at: "2026-01-05T08:00:00.000Z", rotation: "weekly" as const },
  ];
  await api.oncallSchedules.create({
    body: { name: "Primary", timezone: "UTC", layers: layer(["Mara Lindqvist", "Jonas Weber"]) },
  });
  await api.oncallSchedules.create({
    body: { name: "Database", timezone: "UTC", layers: layer(["Tomás Silva", "Aisha Rahman"]) },
  });
  const steps = [{ id: "look", type: "manual" as const, title: "Look", instructions: "Look at the dashboard." }];
  const first = await api.runbooks.create({
    body: { name: "Restart checkout", description: "Restarts the pods one by one.", services: ["checkout"], steps },
  });
  await api.runbooks.publish({ params: { id: first.id }, body: {} });
  await api.runbooks.create({
    body: { name: "Free disk space", description: "Removes old logs from a disk.", tags: ["disk"], steps },
  });
  await api.runbooks.create({
    body: { name: "Fail over orders-db", description: "Promotes the standby.", services: ["orders-db"], steps },
  });
  await api.workflows.create({
    body: { name: "Notify managers", steps: [{ id: "wait", type: "delay", name: "Wait", config: { seconds: 60 } }] },
  });
  const ends = new Date(Date.now() + 5 * hour).toISOString();
  await api.silences.create({
    body: {
      matchers: [{ name: "service", operator: "=", value: "search" }],
      starts_at: new Date().toISOString(),
      ends_at: ends,
      comment: "Reindexing",
    },
  });
  await api.alertPolicies.create({
    body: {
      name: "Checkout latency",
      signal: "traces",
      condition: { type: "latency", service: ["checkout"], agg: "p95", operator: ">", threshold: 500 },
      enabled: false,
    },
  });
}

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

/** One request for each signal, so that the store is asked only a few times. */
async function sendTelemetry({ api }: Person, now: number): Promise<void> {
  const at = (minutes: number) => now - minutes * minute;
  const spans: TestSpan[] = [];
  for (let index = 0; index < 40; index += 1) {
    const trace = hex(16);
    const [root, child] = [hex(8), hex(8)];
    const when = at(2 + (index % 20));
    const failed = index % 8 === 0;
    spans.push({
      trace,
      id: root,
      service: "checkout",
      name: index % 2 ? "POST /orders" : "GET /cart",
      kind: "server",
      at: when,
      ms: 100 + index * 20,
      failed,
    });
    spans.push({
      trace,
      id: child,
      parent: root,
      service: "payments",
      name: "Charge",
      kind: "server",
      at: when,
      ms: 60 + index * 10,
      failed: index % 10 === 0,
    });
  }
  for (let index = 0; index < 12; index += 1)
    spans.push({
      trace: hex(16),
      id: hex(8),
      service: "search",
      name: "GET /search",
      kind: "server",
      at: at(3 + index),
      ms: 20 + index,
    });
  await api.ingest.otlpTraces({ body: anExport(spans) });
  const logs = Array.from({ length: 60 }, (_, index) => ({
    timestamp: new Date(at(1 + index)).toISOString(),
    service: ["checkout", "payments", "search"][index % 3] ?? "",
    level: index % 5 === 0 ? "error" : index % 7 === 0 ? "warn" : "info",
    message: index % 5 === 0 ? `connection ${index} to orders-db timed out` : `served request ${index}`,
  }));
  for (const log of [logs]) await api.ingest.logs({ body: log });
  const flows = Array.from({ length: 12 }, (_, index) => ({
    timestamp: new Date(at(5 + index)).toISOString(),
    ...{
      protocol: index % 4 === 0 ? "udp" : "tcp",
      src_ip: `10.1.0.${1 + (index % 3)}`,
      dst_ip: "10.2.0.9",
      dst_port: 443,
    },
    ...{ bytes: 1000 * (index + 1), packets: 10 },
  }));
  await api.ingest.flows({ body: { flows } });
}
