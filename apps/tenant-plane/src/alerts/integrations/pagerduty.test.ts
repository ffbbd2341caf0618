import { beforeAll, expect, test } from "vitest";
import { aSender } from "../../../test/an-alert-sender.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";

let plane: SharedPlane;
let boss: Person;

beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
});

const trigger = (fields: object = {}, payload: object = {}) => ({
  event_action: "trigger",
  dedup_key: "disk",
  client: "Nagios",
  client_url: "https://nagios/1",
  payload: { summary: "Disk is full", source: "web-1", severity: "error", component: "disk", ...payload },
  ...fields,
});

test("trigger, acknowledge and resolve do to the incident what they do at PagerDuty", async () => {
  const sender = await aSender(plane, boss, "pagerduty");
  const custom_details = { free: "1%", nested: { a: 1 } };
  const sent = await sender.enqueue(trigger({}, { custom_details }));
  expect(sent).toMatchObject({
    status: 202,
    body: { status: "success", message: "Event processed", dedup_key: "disk" },
  });
  const [alert] = (await boss.api.alerts.list({ query: { integration_id: sender.id } })).items;
  expect(alert).toMatchObject({
    ...{ name: "Disk is full", severity: "P2", url: "https://nagios/1" },
    labels: { source: "web-1", component: "disk", free: "1%" },
  });
  expect(alert?.description).toContain('"a": 1');
  const incident = () => boss.api.incidents.get({ params: { id: alert?.incident?.id ?? "" } });
  expect(await incident()).toMatchObject({ title: "Disk is full", status: "triggered" });
  await sender.enqueue({ event_action: "acknowledge", dedup_key: "disk" });
  expect(await incident()).toMatchObject({ status: "acknowledged" });
  await sender.enqueue({ event_action: "acknowledge", dedup_key: "disk" });
  await sender.enqueue({ event_action: "resolve", dedup_key: "disk" });
  expect(await incident()).toMatchObject({ status: "resolved" });
  await sender.enqueue({ event_action: "resolve", dedup_key: "disk" });
  expect((await sender.events()).map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["ignored", "No open alert has this key."],
    ["resolved", ""],
    ["ignored", "The incident: It is already acknowledged."],
    ["acknowledged", ""],
    ["opened", ""],
  ]);
  expect((await sender.events())[4]).toMatchObject({ name: "Disk is full" });
  expect((await sender.events())[4]?.payload).not.toContain(sender.key);
});

test("an event without a key gets one", async () => {
  const sender = await aSender(plane, boss, "pagerduty");
  const { dedup_key: _key, ...event } = trigger();
  const { body } = await sender.enqueue(event);
  expect(body.dedup_key).toMatch(/^[0-9a-f-]{36}$/);
  expect(await sender.enqueue({ event_action: "resolve", dedup_key: body.dedup_key })).toMatchObject({ status: 202 });
  expect(await sender.outcomes()).toEqual(["resolved", "opened"]);
});

test("errors have PagerDuty's format", async () => {
  const sender = await aSender(plane, boss, "pagerduty");
  const invalid = { status: "invalid event", message: "Event object is invalid" };
  expect(await sender.enqueue({ event_action: "trigger", payload: { summary: "x", severity: "odd" } })).toMatchObject({
    status: 400,
    body: {
      ...invalid,
      errors: ["'payload.source' is required", "'payload.severity' must be one of critical, error, warning, info"],
    },
  });
  expect(await sender.enqueue({ event_action: "resolve" })).toMatchObject({
    status: 400,
    body: { ...invalid, errors: ["'dedup_key' is required"] },
  });
  expect(await sender.enqueue({ payload: {} })).toMatchObject({ status: 400, body: invalid });
  expect(await sender.enqueue(trigger(), "nonsense")).toMatchObject({
    status: 400,
    body: { ...invalid, errors: ["'routing_key' is not the key of an integration"] },
  });
  const answer = await fetch(`${plane.url}/api/alerts/pagerduty/v2/enqueue`, { method: "POST", body: "{" });
  expect([answer.status, await answer.json()]).toMatchObject([400, invalid]);
  await boss.api.alertIntegrations.update({ params: { id: sender.id }, body: { enabled: false } });
  expect(await sender.enqueue(trigger())).toMatchObject({ status: 403, body: { status: "error" } });
  expect(await sender.outcomes()).toEqual(["refused", "refused", "refused", "refused"]);
});

test("the same event may come with a bearer key", async () => {
  const sender = await aSender(plane, boss, "pagerduty");
  expect(await sender.send(trigger())).toMatchObject({
    status: 200,
    body: { data: { events: [{ outcome: "opened" }] } },
  });
});

test("a change event is kept with the configuration items that it names", async () => {
  const item = await boss.api.cmdb.create({ body: { name: "checkout", class: "service" } });
  const sender = await aSender(plane, boss, "pagerduty");
  const payload = { summary: "Deployed 1.4", source: "checkout", timestamp: new Date().toISOString() };
  expect(await sender.change({ payload, links: [{ href: "https://ci/1" }] })).toMatchObject({
    status: 202,
    body: { status: "success", message: "Change event processed" },
  });
  expect(await sender.events()).toMatchObject([
    { action: "change", outcome: "change", name: "Deployed 1.4", ci_ids: [item.id], alert_id: null, incident: null },
  ]);
  expect(await sender.change({ payload: {} })).toMatchObject({
    status: 400,
    body: { errors: ["'payload.summary' is required"] },
  });
  const incident = await boss.api.incidents.create({ body: { title: "Checkout fails", ci_ids: [item.id] } });
  const { causes } = await boss.api.response.rca({ body: { incident_id: incident.id } });
  expect(causes[0]).toMatchObject({ kind: "change", title: "Deployed 1.4", change_id: null, ci_id: item.id });
});
