import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aSender } from "../../test/an-alert-sender.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";

let plane: Plane;
let receiver: Receiver;
let boss: Person;
let sender: Awaited<ReturnType<typeof aSender>>;

beforeAll(async () => {
  receiver = await startReceiver();
  plane = await startPlane({ OUTBOUND_ALLOW_PRIVATE: "1", ALERT_STORM_INCIDENTS: "3", ACCESS_TOKEN_SECONDS: "86400" });
});
afterAll(async () => {
  await plane?.close();
  receiver.close();
});
beforeEach(async () => {
  boss = await plane.tenant();
  const config = { url: `${receiver.url}/chat` };
  const { id } = await boss.api.channels.create({ body: { name: "Chat", type: "webhook", config } });
  await boss.api.escalationPolicies.create({
    body: { name: "Everyone", is_default: true, steps: [{ targets: [{ type: "channel", id }] }] },
  });
  sender = await aSender(plane, boss, "json", { auto_resolve: true });
});

/** Each in a group of its own. */
const send = (names: readonly string[], { severity = "P3", status = "firing", from = sender } = {}) =>
  from.send(names.map((name) => ({ name, dedup_key: name, severity, status })));
const many = (count: number, word = "Disk") => Array.from({ length: count }, (_, at) => `${word} ${at}`);
const incidents = async () => (await boss.api.incidents.list({ query: { sort: "created_at" } })).items;
const storms = async () => (await incidents()).filter(({ title }) => title.startsWith("Alert storm"));
const alertsOf = async (id = "") => (await boss.api.alerts.list({ query: { incident_id: id, limit: 100 } })).items;
const bodies = async (id = "") => (await boss.api.incidents.timeline({ params: { id } })).items.map(({ body }) => body);
const pages = async (id = "") => (await boss.api.oncall.pages({ query: { incident_id: id } })).items;
const isPaged = (id: string, count = 1) =>
  expect.poll(async () => (await pages(id)).filter(({ reach }) => reach === "reached")).toHaveLength(count);

test("beyond so many new incidents in five minutes, a sender's alerts join one incident, which pages", async () => {
  const { body } = await send(many(9));
  expect(body.data.events.map(({ outcome }) => outcome)).toEqual([
    ...["opened", "opened", "opened", "opened"],
    ...["joined", "joined", "joined", "joined", "joined"],
  ]);
  expect(await incidents()).toHaveLength(4);
  const [storm] = await storms();
  expect(storm).toMatchObject({
    title: `Alert storm: ${sender.integration.name}`,
    severity: "P3",
    status: "triggered",
  });
  expect(await boss.api.incidents.get({ params: { id: storm?.id ?? "" } })).toMatchObject({
    description: expect.stringContaining("More than 3 incidents"),
  });
  expect((await alertsOf(storm?.id)).map(({ name }) => name).sort()).toEqual(many(9).slice(3));
  await isPaged(storm?.id ?? "");
  // The list of alerts says what joined.
  expect((await bodies(storm?.id)).filter((body) => body.includes("Disk"))).toEqual([]);

  // Another sender of the same tenant, and another tenant's, are not in a storm.
  await send(["Load"], { from: await aSender(plane, boss, "json") });
  expect(await incidents()).toHaveLength(5);
  const other = await plane.tenant();
  const { body: outside } = await send(["Load"], { from: await aSender(plane, other, "json") });
  expect(outside.data.events).toMatchObject([{ outcome: "opened" }]);
});

test("what comes later joins the storm while it lasts, and opens incidents again after five quiet minutes", async () => {
  await send(many(5));
  expect((await send(many(2, "Load"))).body.data.events).toMatchObject([{ outcome: "joined" }, { outcome: "joined" }]);
  plane.travel(5 * 60_000 + 1_000);
  expect((await send(["Memory"])).body.data.events).toMatchObject([{ outcome: "opened" }]);
  expect(await incidents()).toHaveLength(5);
  // The same storm goes on, unless it was quiet for an hour.
  await send(many(4, "Swap"));
  expect(await storms()).toHaveLength(1);
  plane.travel(61 * 60_000);
  await send(many(5, "Fan"));
  expect(await storms()).toHaveLength(2);
});

test("a storm that is acknowledged pages again when an alert is worse, and when it comes back after all recovered", async () => {
  sender = await aSender(plane, boss, "json");
  await send(many(6));
  const [storm] = await storms();
  const id = storm?.id ?? "";
  await isPaged(id);
  await boss.api.incidents.acknowledge({ body: { ids: [id] } });
  await send(many(2, "Load"));
  expect((await storms())[0]).toMatchObject({ status: "acknowledged", severity: "P3" });
  await send(["Database"], { severity: "P1" });
  expect((await storms())[0]).toMatchObject({ status: "open", severity: "P1" });
  expect(await bodies(id)).toContainEqual(expect.stringContaining('the alert "Database" raised its severity to P1'));
  await isPaged(id, 2);

  await boss.api.incidents.acknowledge({ body: { ids: [id] } });
  await send([...many(6), ...many(2, "Load"), "Database"], { status: "resolved" });
  expect(await bodies(id)).toContain("All alerts of this incident have recovered.");
  await send(["Database"], { severity: "P1" });
  expect((await storms())[0]).toMatchObject({ status: "open" });
  await isPaged(id, 3);
});

test("a storm whose alerts all recovered is resolved, with one entry", async () => {
  await send(many(8));
  const [storm] = await storms();
  await send(many(8), { status: "resolved" });
  expect((await incidents()).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => "resolved"));
  expect((await bodies(storm?.id)).filter((body) => body.includes("recovered"))).toEqual([]);
  expect(await boss.api.incidents.get({ params: { id: storm?.id ?? "" } })).toMatchObject({
    resolution_notes: "All alerts have recovered.",
  });
});
