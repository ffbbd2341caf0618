import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aSender, aWebhook } from "../../../test/an-alert-sender.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: Plane;
let boss: Person;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api", ACCESS_TOKEN_SECONDS: "86400" });
});
afterAll(() => plane?.close());
beforeEach(async () => {
  boss = await plane.tenant();
});

const incidents = async () => (await boss.api.incidents.list({ query: { sort: "created_at" } })).items;
const alerts = async (status: "firing" | "resolved") =>
  (await boss.api.alerts.list({ query: { status: [status] } })).items;
const entries = async (id: string) =>
  (await boss.api.incidents.timeline({ params: { id } })).items
    .filter(({ kind }) => kind === "alert")
    .map(({ body }) => body);

test("a webhook of Alertmanager opens one incident for its group, and its alerts are resolved one by one", async () => {
  const item = await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } });
  const sender = await aSender(plane, boss, "alertmanager", { labels: { site: "eu" }, auto_resolve: true });
  const [web1, web2] = [
    { labels: { instance: "web-1:9100" }, annotations: { summary: "web-1 is down", runbook_url: "https://wiki/1" } },
    { labels: { instance: "web-2:9100", severity: "warning" } },
  ];
  const sent = await sender.send(aWebhook([web1, web2]));
  expect(sent).toMatchObject({ status: 200, body: { data: { received: 2 } } });
  expect(sent.body.data.events).toMatchObject([{ outcome: "opened" }, { outcome: "joined" }]);
  const [incident, ...others] = await incidents();
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    ...{ title: "HostDown: web-1 is down", severity: "P1", ci_ids: [item.id] },
    ...{ source: sender.integration.name, created_by: `integration:${sender.integration.name}` },
  });
  expect(incident?.description).toContain("[Runbook](<https://wiki/1>)");
  expect(await alerts("firing")).toMatchObject([
    { name: "HostDown", severity: "P3", summary: "instance=web-2:9100", incident: { id: incident?.id } },
    {
      ...{ severity: "P1", summary: "web-1 is down", labels: { instance: "web-1:9100", site: "eu" } },
      ...{ started_at: "2026-01-05T10:00:00.000Z", url: "http://prometheus:9090/graph?g0.expr=up" },
      ...{ integration_id: sender.id, ci_ids: [item.id] },
    },
  ]);

  await sender.send(aWebhook([web1, { ...web2, status: "resolved" }]));
  expect(await sender.outcomes()).toEqual(["resolved", "updated", "joined", "opened"]);
  expect((await incidents())[0]).toMatchObject({ status: "triggered" });
  await sender.send(aWebhook([{ ...web1, status: "resolved" }]));
  expect((await incidents())[0]).toMatchObject({ status: "resolved", resolution_notes: "All alerts have recovered." });
  expect(await entries(incident?.id ?? "")).toEqual([
    "Labels name the affected CIs: web-1 (instance=web-1:9100).",
    'Alert "HostDown" fired in the same group: instance=web-2:9100.',
    'Alert "HostDown" recovered.',
    'Alert "HostDown" recovered.',
  ]);
  expect(await sender.get()).toMatchObject({ open_alerts: 0, events_24h: 5, last_error: null });
});

test("what is sent again or at once is one alert, and a resolve without an alert is ignored", async () => {
  const sender = await aSender(plane, boss, "alertmanager");
  const body = aWebhook([{ labels: { instance: "web-1" } }]);
  const answers = await sender.sendMany(Array.from({ length: 6 }, () => body));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await sender.outcomes()).sort()).toEqual(["opened", ...Array<string>(5).fill("updated")]);
  expect(await incidents()).toHaveLength(1);
  const gone = aWebhook([{ labels: { instance: "web-1" }, status: "resolved" }]);
  await sender.sendMany([gone, gone]);
  expect((await sender.outcomes()).slice(0, 2).sort()).toEqual(["ignored", "resolved"]);
  expect((await sender.events()).find(({ outcome }) => outcome === "ignored")).toMatchObject({
    reason: "No open alert has this key.",
  });
});

test("a worse severity raises the incident, and other groups open their own", async () => {
  const sender = await aSender(plane, boss, "alertmanager", { severity_map: { meh: "P4" } });
  await sender.send(aWebhook([{ labels: { severity: "Meh" }, fingerprint: "f1" }]));
  await sender.send(aWebhook([{ labels: { severity: "critical" }, fingerprint: "f1" }]));
  expect(await incidents()).toMatchObject([{ severity: "P1" }]);
  expect((await sender.events())[0]).toMatchObject({ outcome: "updated", reason: "It is now P1." });
  await sender.send(aWebhook([{ labels: { severity: "unheard of" }, fingerprint: "f2" }], "another group"));
  expect((await incidents()).map(({ severity }) => severity)).toEqual(["P1", "P3"]);
});

test("an alert joins the incident of what its configuration item depends on", async () => {
  const make = (name: string) => boss.api.cmdb.create({ body: { name, class: "server" } });
  const [web, database] = [await make("web"), await make("database")];
  await boss.api.cmdb.relate({ body: { source_id: web.id, target_id: database.id, type: "depends_on" } });
  const sender = await aSender(plane, boss, "json");
  await sender.send({ name: "Database is slow", labels: { host: "database" } });
  await sender.send({ name: "Web is slow", labels: { host: "web:80" } });
  expect(await sender.outcomes()).toEqual(["joined", "opened"]);
  expect(await incidents()).toHaveLength(1);
});

test("a silence mutes what is received, and the alert opens its incident when the silence ends", async () => {
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  const matchers = [{ name: "instance", operator: "=~" as const, value: "web-.*" }];
  const silence = await boss.api.silences.create({ body: { comment: "Patching", matchers, ends_at } });
  const sender = await aSender(plane, boss, "alertmanager");
  const body = aWebhook([{ labels: { instance: "web-1" } }, { labels: { instance: "db-1" } }]);
  await sender.send(body);
  await sender.send(body);
  expect((await sender.events()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["updated", ""],
    ["muted", "Muted by a silence: Patching."],
    ["opened", ""],
    ["muted", "Muted by a silence: Patching."],
  ]);
  await boss.api.silences.end({ params: { id: silence.id } });
  await plane.schedules.runNow("alerts.mutes");
  expect(await alerts("firing")).toMatchObject([{ muted: null }, { muted: null }]);
  expect((await alerts("firing")).every(({ incident }) => incident !== null)).toBe(true);
});

test("an alert that comes back again and again flaps, and is resolved after it was quiet", async () => {
  const sender = await aSender(plane, boss, "alertmanager");
  const [on, off] = [aWebhook([{}]), aWebhook([{ status: "resolved" }])];
  for (const body of [on, off, on, off, on, off]) await sender.send(body);
  expect((await sender.events())[0]).toMatchObject({ outcome: "updated", reason: expect.stringContaining("flaps") });
  expect(await alerts("firing")).toMatchObject([{ flapping: true, fired_count: 3 }]);
  expect(await incidents()).toHaveLength(1);
  await plane.schedules.runNow("alerts.quiet");
  expect(await alerts("firing")).toHaveLength(1);
  plane.travel(11 * 60_000);
  await plane.schedules.runNow("alerts.quiet");
  expect(await alerts("firing")).toEqual([]);
});

test("a trigger after a person resolved the incident opens another, but the same occurrence does not", async () => {
  const sender = await aSender(plane, boss, "alertmanager");
  const body = aWebhook([{}]);
  await sender.send(body);
  const resolve = async () => {
    const [incident] = await incidents();
    for (const status of ["open", "acknowledged", "investigating", "resolved"] as const)
      await boss.api.incidents.update({ params: { id: incident?.id ?? "" }, body: { status } });
  };
  await resolve();
  await sender.send(body);
  expect(await incidents()).toHaveLength(1);
  await sender.send(aWebhook([{ startsAt: new Date(Date.now() + 3_600_000).toISOString() }]));
  expect(await incidents()).toHaveLength(2);
  expect(await sender.outcomes()).toEqual(["opened", "updated", "opened"]);
});

test("Grafana's links and value are kept", async () => {
  const sender = await aSender(plane, boss, "grafana");
  const { alerts: sent, ...rest } = aWebhook([
    { annotations: { summary: "Memory is high", description: "Look at it" } },
  ]);
  const extra = {
    ...{ values: { B: 44.2 }, fingerprint: "c6eadffa33fcdf37", silenceURL: "https://grafana/silence" },
    ...{ dashboardURL: "https://grafana/d/1", panelURL: "https://grafana/d/1?viewPanel=2" },
  };
  await sender.send({
    ...{ ...rest, orgId: 1, title: "[FIRING:1] HostDown", state: "alerting", message: "**Firing**" },
    alerts: [{ ...sent[0], ...extra }],
  });
  const [alert] = await alerts("firing");
  expect(alert).toMatchObject({ value: 44.2, url: "https://grafana/d/1?viewPanel=2", summary: "Memory is high" });
  expect(alert?.description).toBe(
    "Look at it\n\n[Dashboard](<https://grafana/d/1>) · [Panel](<https://grafana/d/1?viewPanel=2>) · [Silence in Grafana](<https://grafana/silence>)",
  );
  expect((await sender.events())[0]).toMatchObject({ dedup_key: "c6eadffa33fcdf37" });
});

test("a request has at most a thousand alerts, and those of one group share an incident", async () => {
  const sender = await aSender(plane, boss, "alertmanager");
  const many = (count: number) =>
    aWebhook(Array.from({ length: count }, (_, n) => ({ fingerprint: `f${n}`, labels: { n: `${n}` } })));
  const refused = await sender.send(many(1001));
  expect(refused).toMatchObject({
    status: 422,
    body: { code: "VALIDATION_ERROR", error: "alerts: has 1001 alerts; send at most 1000" },
  });
  expect(await alerts("firing")).toEqual([]);
  expect((await sender.send(many(200))).body.data.received).toBe(200);
  expect(await incidents()).toHaveLength(1);
  expect(await sender.get()).toMatchObject({ open_alerts: 200, last_error: null });
});

test("what cannot be used is refused with its reason and kept in the log", async () => {
  const sender = await aSender(plane, boss, "alertmanager");
  expect(await sender.send('{"alerts": [')).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining("not valid JSON") },
  });
  expect(await sender.send("")).toMatchObject({ status: 422 });
  expect(await sender.send({ hello: "there" })).toMatchObject({
    status: 422,
    body: { error: expect.stringContaining("not a webhook of Alertmanager") },
  });
  expect(await sender.send(`"${"x".repeat(1024 * 1024)}"`)).toMatchObject({ status: 413 });
  expect(await sender.send(`"${"x".repeat(3 * 1024 * 1024)}"`)).toMatchObject({ status: 413 });
  expect(await sender.send(`${"[".repeat(100)}${"]".repeat(100)}`)).toMatchObject({ status: 422 });
  const half = aWebhook([{}, { fingerprint: "second" }]);
  const [first, ...others] = half.alerts;
  expect(await sender.send({ ...half, alerts: [{ ...first, status: "odd" }, ...others] })).toMatchObject({
    status: 200,
  });
  expect((await sender.events()).map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual([
    "opened ",
    "refused alerts[0].status: must be firing or resolved",
    "refused The body is nested deeper than 64 levels.",
    "refused The body is larger than 1 MiB.",
    "refused The body is not a webhook of Alertmanager: it has no list of alerts with a groupKey or receiver.",
    "refused The body is not valid JSON.",
    "refused The body is not valid JSON.",
  ]);
  expect(await sender.get()).toMatchObject({ last_error: "alerts[0].status: must be firing or resolved" });
  await sender.send(aWebhook([{ fingerprint: "second" }]));
  expect(await sender.get()).toMatchObject({ last_error: null });
});

test("characters that a database cannot store do not stop an alert", async () => {
  const sender = await aSender(plane, boss, "json");
  const sent = await sender.send(
    '{"name":"bad \\u0000 \\ud800 name","labels":{"a\\u0000":"b\\udfff"},"dedup_key":"\\u0000k"}',
  );
  expect(sent).toMatchObject({ status: 200, body: { data: { events: [{ outcome: "opened", dedup_key: "k" }] } } });
  expect(await alerts("firing")).toMatchObject([{ name: "bad  � name", labels: { a: "b�" } }]);
});

test("a key works only for its tenant and until it is replaced, and a disabled integration refuses", async () => {
  const sender = await aSender(plane, boss, "alertmanager");
  const body = aWebhook([{}]);
  expect(await sender.send(body, "opi_unknown")).toMatchObject({ status: 401, body: { code: "UNAUTHORIZED" } });
  const { key } = await boss.api.alertIntegrations.rotateKey({ params: { id: sender.id } });
  expect(key).toHaveLength(32);
  expect(await sender.send(body)).toMatchObject({ status: 401 });
  expect(await sender.send(body, key)).toMatchObject({ status: 200 });
  await boss.api.alertIntegrations.update({ params: { id: sender.id }, body: { enabled: false } });
  expect(await sender.send(body, key)).toMatchObject({ status: 403, body: { code: "FORBIDDEN" } });
  expect((await sender.events())[0]).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("is disabled"),
  });
  expect(JSON.stringify(await sender.events())).not.toContain(key);
  const stranger = await plane.tenant();
  expect((await stranger.api.alerts.list({})).items).toEqual([]);
  expect(await refusalOf(stranger.api.alertIntegrations.get({ params: { id: sender.id } }))).toMatchObject({
    status: 404,
  });
  await boss.api.alertIntegrations.remove({ params: { id: sender.id } });
  expect(await sender.send(body, key)).toMatchObject({ status: 401 });
  expect(await alerts("firing")).toEqual([]);
});

test("only admins manage integrations, and their keys cannot call anything else", async () => {
  const sender = await aSender(plane, boss, "alertmanager");
  for (const role of ["operator", "viewer"])
    expect(await refusalOf((await plane.person(role, boss)).api.alertIntegrations.list({}))).toMatchObject({
      status: 403,
    });
  const asKey = plane.api({ authorization: `Bearer ${sender.key}`, "x-tenant-id": boss.tokens.user.tenant_id });
  expect(await refusalOf(asKey.alerts.list({}))).toMatchObject({ status: 401 });
  expect(
    await refusalOf(
      plane
        .api(boss.headers)
        .alertIntegrations.create({ body: { name: "x", type: "json", mapping: { name: "a..b" } } }),
    ),
  ).toMatchObject({
    status: 422,
    details: [{ path: "mapping.name", message: "'a..b' is not a path such as alert.tags[0].name" }],
  });
});

test("events are listed page by page and kept for 30 days", async () => {
  const sender = await aSender(plane, boss, "json");
  await sender.send([{ name: "one" }, { name: "two" }, { name: "three" }]);
  const first = await boss.api.alertIntegrations.events({ params: { id: sender.id }, query: { limit: 2 } });
  expect(first.items.map(({ name }) => name)).toEqual(["three", "two"]);
  const second = await boss.api.alertIntegrations.events({
    params: { id: sender.id },
    query: { limit: 2, next: first.next ?? "" },
  });
  expect([second.items.map(({ name }) => name), second.next]).toEqual([["one"], null]);
  plane.travel(31 * 86_400_000);
  await plane.schedules.runNow("alerts.retention");
  plane.travel(-31 * 86_400_000);
  expect(await sender.events()).toEqual([]);
});

test("of each integration the newest 5,000 events are kept", async () => {
  const sender = await aSender(plane, boss, "json");
  await sender.send({ name: "The newest" });
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  await client.query(
    `insert into alert_integration_events (tenant_id, id, integration_id, outcome, reason, name, ci_ids, occurred_at, payload)
     select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, 'ignored', '', 'old ' || n, '{}', now(), ''
     from generate_series(1, 5010) n`,
    [boss.tokens.user.tenant_id, sender.id],
  );
  await plane.schedules.runNow("alerts.retention");
  const { rows } = await client.query(
    "select count(*)::int as kept, min(id::text) as oldest from alert_integration_events where integration_id = $1",
    [sender.id],
  );
  await client.end();
  expect(rows).toEqual([{ kept: 5000, oldest: "00000000-0000-7000-8000-000000000012" }]);
  expect((await sender.events())[0]).toMatchObject({ name: "The newest" });
});
