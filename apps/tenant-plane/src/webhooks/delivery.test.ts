import type { WebhookDelivery } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { isSignedBy, type Receiver, startReceiver } from "../../test/receiver.ts";
import { refusalOf } from "../../test/refusal.ts";

const hour = 3_600_000;
let plane: Plane;
let boss: Person;
let receiver: Receiver;
let database: pg.Client;

beforeAll(async () => {
  plane = await startPlane({ OUTBOUND_ALLOW_PRIVATE: "1", ACCESS_TOKEN_SECONDS: "86400" });
  boss = await plane.tenant();
  receiver = await startReceiver(({ path }, response, count) => {
    if (path === "/fails-twice" && count <= 2) return response.writeHead(500).end(`no ${count}`);
    if (path === "/fails") return response.writeHead(503).end("never");
    if (path === "/gone") return response.writeHead(410).end();
    if (path === "/long") return response.end("x".repeat(5000));
    return response.writeHead(204).end();
  });
  database = new pg.Client({ connectionString: plane.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await plane.close();
  receiver.close();
});

/** Tests travel for days, so each has a login of its own. */
async function newTenant(): Promise<Person> {
  boss = await plane.tenant();
  return boss;
}

const subscribe = (path: string, by: Person = boss) =>
  by.api.webhooks.create({ body: { name: path, url: receiver.url + path, event_types: ["incident.created"] } });
const openIncident = (title: string, by: Person = boss) => by.api.incidents.create({ body: { title } });
const deliveriesOf = async (id: string) => (await boss.api.webhooks.deliveries({ params: { id } })).items;
const newest = async (id: string): Promise<WebhookDelivery | undefined> => (await deliveriesOf(id))[0];
/** Runs what is due after so long. */
async function wait(ms: number) {
  plane.travel(ms);
  await plane.schedules.runNow("webhooks.retries");
}

test("an event arrives as JSON with a signature that the secret verifies", async () => {
  const { id, secret } = await subscribe("/signed");
  const incident = await openIncident("Disk full");
  await expect.poll(() => receiver.at("/signed").length).toBe(1);
  const [got] = receiver.at("/signed");
  if (!got) throw new Error("nothing came");
  expect(got.event).toMatchObject({
    type: "incident.created",
    tenant_id: boss.tokens.user.tenant_id,
    subject_id: incident.id,
    data: { title: "Disk full" },
  });
  expect(got.headers).toMatchObject({ "content-type": "application/json", "webhook-id": got.event.id });
  expect(Math.abs(Number(got.headers["webhook-timestamp"]) - Date.parse(got.event.occurred_at) / 1000)).toBeLessThan(
    100,
  );
  expect(isSignedBy(secret, got)).toBe(true);
  expect(isSignedBy(secret, { ...got, body: `${got.body} ` })).toBe(false);
  await expect.poll(() => newest(id)).toMatchObject({ status: "delivered", attempts: 1, response_status: 204 });
  const figures = await (await fetch(`${plane.url}/metrics`)).text();
  expect(figures).toContain('opsplane_outbound_requests_total{outcome="answered"}');
});

test("another type of event and another tenant's events do not arrive", async () => {
  await subscribe("/own");
  const other = await plane.tenant();
  await subscribe("/others", other);
  await boss.api.groups.create({ body: { name: "Not subscribed" } });
  await openIncident("Theirs", other);
  await openIncident("Ours");
  const titles = (path: string) => receiver.at(path).map(({ event }) => Reflect.get(event.data, "title"));
  await expect.poll(() => titles("/others")).toEqual(["Theirs"]);
  await expect.poll(() => titles("/own")).toEqual(["Ours"]);
});

test("a write that is rolled back sends nothing", async () => {
  const { id } = await subscribe("/rolled-back");
  await database.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create constraint trigger refuse after insert on incidents deferrable initially deferred
    for each row when (new.title = 'Rolled back') execute function refuse()`);
  expect(await refusalOf(openIncident("Rolled back"))).toMatchObject({ status: 500 });
  await openIncident("Committed");
  await expect.poll(() => newest(id)).toMatchObject({ status: "delivered" });
  expect(await deliveriesOf(id)).toHaveLength(1);
  expect(receiver.at("/rolled-back").map(({ event }) => Reflect.get(event.data, "title"))).toEqual(["Committed"]);
});

test("a failed delivery is tried again after growing waits, with the same id, until it succeeds", async () => {
  const { id } = await subscribe("/fails-twice");
  await openIncident("Retried");
  await expect
    .poll(() => newest(id))
    .toMatchObject({
      status: "pending",
      attempts: 1,
      response_status: 500,
      response_body: "no 1",
      error: "The server answered 500.",
    });
  const waits = (delivery: WebhookDelivery | undefined) =>
    Date.parse(delivery?.next_attempt_at ?? "") - Date.parse(delivery?.last_attempt_at ?? "");
  const first = waits(await newest(id));
  await wait(first);
  await expect.poll(() => newest(id)).toMatchObject({ status: "pending", attempts: 2, response_body: "no 2" });
  const second = waits(await newest(id));
  expect(second).toBeGreaterThan(3 * first);
  await wait(second);
  await expect.poll(() => newest(id)).toMatchObject({ status: "delivered", attempts: 3, error: null });
  const got = receiver.at("/fails-twice");
  expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(got.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
});

test("an answer is kept up to 1 KiB", async () => {
  const { id } = await subscribe("/long");
  await openIncident("Long answer");
  await expect.poll(() => newest(id)).toMatchObject({ status: "delivered", response_body: "x".repeat(1024) });
});

test("410 disables the webhook, ends its deliveries and is audited", async () => {
  const { id } = await subscribe("/gone");
  await openIncident("Gone");
  await expect
    .poll(() => boss.api.webhooks.get({ params: { id } }))
    .toMatchObject({ enabled: false, disabled_reason: "gone", last_response_status: 410 });
  expect(await newest(id)).toMatchObject({ status: "failed", attempts: 1, response_status: 410 });
  const { items } = await boss.api.audit.list({ query: { action: "webhooks.disable" } });
  expect(items).toMatchObject([{ actor: "automation", target_id: id, after: { enabled: false, reason: "gone" } }]);
  await openIncident("Not sent");
  expect(await deliveriesOf(id)).toHaveLength(1);
});

test("a webhook that fails for three days is disabled, and its event is not delivered to any webhook", async () => {
  const { api } = await newTenant();
  const { id } = await subscribe("/fails");
  await api.webhooks.create({ body: { name: "All", url: `${receiver.url}/all` } });
  await openIncident("First");
  await expect.poll(() => newest(id)).toMatchObject({ status: "pending", attempts: 1 });
  plane.travel(73 * hour);
  boss = await plane.login(boss.email, boss.password, boss.tokens.user.tenant_id);
  await openIncident("Second");
  await expect
    .poll(() => boss.api.webhooks.get({ params: { id } }))
    .toMatchObject({ enabled: false, disabled_reason: "failing" });
  expect((await deliveriesOf(id)).map(({ status }) => status).sort()).toEqual(["canceled", "failed"]);
  await boss.api.groups.create({ body: { name: "Last" } });
  const types = () => receiver.at("/all").map(({ event }) => event.type);
  await expect.poll(types).toContain("group.updated");
  expect(types().filter((type) => type.startsWith("webhook."))).toEqual([]);

  const enabled = await boss.api.webhooks.update({ params: { id }, body: { enabled: true } });
  expect(enabled).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
});

test("retries end with the webhook: after a disable they are canceled, after a delete they are gone", async () => {
  await newTenant();
  const { id } = await subscribe("/fails");
  const { id: deleted } = await subscribe("/fails");
  await openIncident("Stopped");
  for (const each of [id, deleted]) await expect.poll(() => newest(each)).toMatchObject({ status: "pending" });
  await boss.api.webhooks.update({ params: { id }, body: { enabled: false } });
  await boss.api.webhooks.remove({ params: { id: deleted } });
  const before = receiver.at("/fails").length;
  await wait(hour);
  const { id: other } = await subscribe("/after");
  await openIncident("Afterwards");
  await expect.poll(() => newest(other)).toMatchObject({ status: "delivered" });
  expect(await newest(id)).toMatchObject({ status: "canceled", attempts: 1, next_attempt_at: null });
  expect(receiver.at("/fails")).toHaveLength(before);
});

test("after eight attempts in a day a delivery has failed, and a person can send it again", async () => {
  await newTenant();
  const { id } = await subscribe("/fails");
  await openIncident("Given up");
  for (let attempts = 1; attempts < 8; attempts++) {
    await expect.poll(() => newest(id)).toMatchObject({ status: "pending", attempts });
    const { next_attempt_at, last_attempt_at } = (await newest(id)) ?? {};
    await wait(Date.parse(next_attempt_at ?? "") - Date.parse(last_attempt_at ?? ""));
  }
  boss = await plane.login(boss.email, boss.password, boss.tokens.user.tenant_id);
  await expect.poll(() => newest(id)).toMatchObject({ status: "failed", attempts: 8, next_attempt_at: null });
  const failed = await newest(id);
  await boss.api.webhooks.update({ params: { id }, body: { url: `${receiver.url}/repaired` } });
  const again = await boss.api.webhooks.redeliver({ params: { id, delivery_id: failed?.id ?? "" } });
  expect(again).toMatchObject({ kind: "redelivery", event_id: failed?.event_id });
  await expect.poll(() => newest(id)).toMatchObject({ id: again.id, status: "delivered" });
  expect(receiver.at("/repaired")[0]?.headers["webhook-id"]).toBe(failed?.event_id);
  expect(await boss.api.webhooks.get({ params: { id } })).toMatchObject({ failing_since: null });
});

test("for a day after a rotation both secrets sign, then the new one alone", async () => {
  await newTenant();
  const { id, secret: before } = await subscribe("/rotated");
  const { secret: after } = await boss.api.webhooks.rotateSecret({ params: { id } });
  await openIncident("Both");
  await expect.poll(() => receiver.at("/rotated").length).toBe(1);
  plane.travel(25 * hour);
  boss = await plane.login(boss.email, boss.password, boss.tokens.user.tenant_id);
  await openIncident("One");
  await expect.poll(() => receiver.at("/rotated").length).toBe(2);
  const [both, one] = receiver.at("/rotated");
  if (!both || !one) throw new Error("nothing came");
  expect([isSignedBy(before, both), isSignedBy(after, both)]).toEqual([true, true]);
  expect([isSignedBy(before, one), isSignedBy(after, one)]).toEqual([false, true]);
});

test("a delivery whose job was lost is sent by another one", async () => {
  await newTenant();
  const { id } = await subscribe("/lost");
  await openIncident("Lost");
  await expect.poll(() => newest(id)).toMatchObject({ status: "delivered" });
  await database.query(
    "update webhook_deliveries set status = 'sending', next_attempt_at = now() where webhook_id = $1",
    [id],
  );
  await wait(0);
  await expect.poll(() => newest(id)).toMatchObject({ status: "delivered", attempts: 2 });
});

test("a tenant sends so many at once; the rest waits for the schedule, and other tenants do not wait", async () => {
  await newTenant();
  const { id } = await subscribe("/many");
  const neighbor = await plane.tenant();
  await subscribe("/neighbor", neighbor);
  // As many as are sent at once, by jobs that never end.
  await database.query(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, kind, status, body, next_attempt_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), 'x', 'event', 'sending', '{}', now() + interval '1000 days'
     from generate_series(1, 20)`,
    [boss.tokens.user.tenant_id, id],
  );
  await openIncident("Waits");
  await openIncident("Goes", neighbor);
  await expect.poll(() => receiver.at("/neighbor").length).toBe(1);
  await wait(0);
  const statuses = async () => (await deliveriesOf(id)).map(({ event_type, status }) => `${event_type} ${status}`);
  expect(await statuses()).toContain("incident.created pending");
  await database.query("delete from webhook_deliveries where event_type = 'x'");
  await wait(0);
  await expect.poll(statuses).toEqual(["incident.created delivered"]);
});

test("of the deliveries that have ended, the newest 10,000 of a webhook are kept", async () => {
  await newTenant();
  const { id } = await subscribe("/surplus");
  await database.query(
    `insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, kind, status, body, created_at)
     select $1, lpad(n::text, 32, '0')::uuid, $2, gen_random_uuid(), 'x', 'event',
            case when n = 1 then 'pending' else 'delivered' end, '{}', now() + interval '400 days'
     from generate_series(1, 10005) n`,
    [boss.tokens.user.tenant_id, id],
  );
  await plane.schedules.runNow("webhooks.retention");
  const { rows } = await database.query(
    "select status, count(*)::int from webhook_deliveries where webhook_id = $1 group by status order by status",
    [id],
  );
  expect(rows).toEqual([
    { status: "delivered", count: 10_000 },
    { status: "pending", count: 1 },
  ]);
  await boss.api.webhooks.remove({ params: { id } });
});

test("deliveries are deleted after 30 days", async () => {
  await newTenant();
  const { id } = await subscribe("/old");
  await openIncident("Old");
  await expect.poll(() => newest(id)).toMatchObject({ status: "delivered" });
  await plane.schedules.runNow("webhooks.retention");
  expect(await deliveriesOf(id)).toHaveLength(1);
  plane.travel(31 * 24 * hour);
  await plane.schedules.runNow("webhooks.retention");
  boss = await plane.login(boss.email, boss.password, boss.tokens.user.tenant_id);
  expect(await deliveriesOf(id)).toEqual([]);
});
