import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aSender, aWebhook } from "../../test/an-alert-sender.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";

const hour = 3_600_000;
let plane: Plane;
let receiver: Receiver;
let boss: Person;
let itemId: string;
let sender: Awaited<ReturnType<typeof aSender>>;

beforeAll(async () => {
  receiver = await startReceiver();
  plane = await startPlane({ OUTBOUND_ALLOW_PRIVATE: "1" });
});
afterAll(async () => {
  await plane?.close();
  receiver.close();
});
beforeEach(async () => {
  boss = await plane.tenant();
  // An API key outlives the days that a test travels.
  const { key } = await boss.api.apiKeys.create({ body: { name: "watch", role: "admin" } });
  boss = { ...boss, api: plane.api({ ...boss.headers, authorization: `Bearer ${key}` }) };
  itemId = (await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } })).id;
  const config = { url: `${receiver.url}/chat` };
  const { id } = await boss.api.channels.create({ body: { name: "Chat", type: "webhook", config } });
  await boss.api.escalationPolicies.create({
    body: { name: "Everyone", is_default: true, steps: [{ targets: [{ type: "channel", id }] }] },
  });
  sender = await aSender(plane, boss, "alertmanager");
});

type Status = "firing" | "resolved";
/** An alert on web-1 in a group of its own name, unless another is given. */
const send = (alertname: string, status: Status = "firing", { severity = "warning", group = alertname } = {}) =>
  sender.send(aWebhook([{ status, labels: { alertname, instance: "web-1", severity } }], group));
const incidents = async () => (await boss.api.incidents.list({ query: { sort: "created_at" } })).items;
const first = async () => (await incidents())[0];
const pages = async (id = "") => (await boss.api.oncall.pages({ query: { incident_id: id } })).items;
const bodies = async (id = "") => (await boss.api.incidents.timeline({ params: { id } })).items.map(({ body }) => body);

/** A page was sent, and someone acknowledged the incident. */
async function acknowledged(count = 1): Promise<string> {
  const { id = "" } = (await first()) ?? {};
  await expect.poll(async () => (await pages(id))[0]).toMatchObject({ status: "active", reach: "reached" });
  expect(await pages(id)).toHaveLength(count);
  await boss.api.incidents.acknowledge({ body: { ids: [id] } });
  return id;
}

describe("an acknowledged incident", () => {
  test("pages again when a critical alert on the same item raises its severity", async () => {
    await send("Disk");
    const id = await acknowledged();
    await send("Database", "firing", { severity: "critical" });
    expect(await incidents()).toMatchObject([{ id, severity: "P1", status: "open" }]);
    expect(await bodies(id)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Alert "Database" fired on the same CI'),
        'Moved from acknowledged to open, and people are paged again, because the alert "Database" raised its severity to P1.',
      ]),
    );
    await acknowledged(2);
    expect((await pages(id)).map(({ status }) => status)).toEqual(["acknowledged", "acknowledged"]);
  });

  test("pages again when one of its own alerts gets worse", async () => {
    await send("Disk");
    const id = await acknowledged();
    await boss.api.incidents.update({ params: { id }, body: { status: "investigating" } });
    await send("Disk", "firing", { severity: "critical" });
    expect(await first()).toMatchObject({ status: "open", severity: "P1" });
    await acknowledged(2);
  });

  test("pages again when the fault comes back after all had recovered", async () => {
    await send("Disk");
    const id = await acknowledged();
    await send("Disk", "resolved");
    expect(await first()).toMatchObject({ status: "acknowledged" });
    await send("Disk");
    expect(await incidents()).toMatchObject([{ id, status: "open" }]);
    expect(await bodies(id)).toContain(
      "Moved from acknowledged to open, and people are paged again, because an alert fired after all had recovered.",
    );
    await acknowledged(2);
  });

  test("pages no one again for a further alert of the same severity while the first one fires", async () => {
    await send("Disk");
    const id = await acknowledged();
    const { body } = await send("Load");
    expect(body.data.events).toMatchObject([{ outcome: "joined" }]);
    expect(await first()).toMatchObject({ id, status: "acknowledged" });
    await send("Load", "resolved");
    await send("Load");
    expect(await first()).toMatchObject({ id, status: "acknowledged" });
  });

  test("is joined until 24 hours after its last alert recovered; then a new incident opens", async () => {
    await send("Disk");
    const id = await acknowledged();
    await send("Disk", "resolved");
    plane.travel(23 * hour);
    await send("Disk");
    expect(await incidents()).toMatchObject([{ id, status: "open" }]);
    await acknowledged(2);
    expect(await bodies(id)).toContain('Alert "Disk" fired in the same group: instance=web-1.');
    // A fault that lasts keeps its incident open for others of its group.
    plane.travel(25 * hour);
    await send("Load", "firing", { group: "Disk" });
    expect(await incidents()).toHaveLength(1);
    await send("Disk", "resolved");
    await send("Load", "resolved", { group: "Disk" });
    plane.travel(25 * hour);
    await send("Disk");
    const [old, fresh] = await incidents();
    expect(old).toMatchObject({ id, status: "acknowledged" });
    expect(fresh).toMatchObject({ status: "triggered" });
    await expect.poll(async () => (await pages(fresh?.id)).length).toBe(1);
  });
});

test("an alert that joins an incident which a person opened pages for it", async () => {
  const made = await boss.api.incidents.create({ body: { title: "Slow", severity: "P1", ci_ids: [itemId] } });
  await send("Disk");
  expect(await incidents()).toHaveLength(1);
  await expect.poll(async () => (await pages(made.id)).length).toBe(1);
});

test("an alert that makes an incident worse while it is paged leaves its page alone", async () => {
  await send("Disk");
  const { id = "" } = (await first()) ?? {};
  await expect.poll(async () => (await pages(id))[0]).toMatchObject({ status: "active" });
  await send("Database", "firing", { severity: "critical" });
  expect(await first()).toMatchObject({ severity: "P1", status: "triggered" });
  expect(await bodies(id)).not.toContain(expect.stringContaining("paged again"));
  expect(await pages(id)).toHaveLength(1);
});
