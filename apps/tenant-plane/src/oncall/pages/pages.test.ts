import type { EscalationTargetType } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AutomaticIncidents, automaticIncidents } from "../../../test/automatic-incidents.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { type Receiver, startReceiver } from "../../../test/receiver.ts";
import { refusalOf } from "../../../test/refusal.ts";
import { freePort, type Sink, startSink } from "../../../test/smtp-sink.ts";

let plane: Plane;
let sink: Sink;
let receiver: Receiver;
let automatic: AutomaticIncidents;
beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  receiver = await startReceiver();
  plane = await startPlane({ SMTP_URL: `smtp://127.0.0.1:${port}`, OUTBOUND_ALLOW_PRIVATE: "1" });
  automatic = await automaticIncidents(plane.databaseUrl);
});
afterAll(async () => {
  await automatic.close();
  await plane.close();
  await sink.stop();
  receiver.close();
});

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;
const idOf = (person: Person) => person.tokens.user.id;

/** A tenant of its own with a shared webhook channel. */
async function aTenant() {
  const owner = await plane.tenant();
  const { api } = owner;
  const path = `/${unique("hook")}`;
  const channel = await api.channels.create({
    body: { name: "Chat", type: "webhook", config: { url: `${receiver.url}${path}` } },
  });
  const policy = (steps: object[], fields: object = {}) =>
    api.escalationPolicies.create({
      body: { name: unique("Policy"), is_default: true, steps: steps as never, ...fields },
    });
  const incident = (input: object = {}) => automatic.open(owner.tokens.user.tenant_id, input);
  const pageOf = async (incident_id: string) => (await api.oncall.pages({ query: { incident_id } })).items[0];
  const entriesOf = async (id: string) =>
    (await api.incidents.timeline({ params: { id } })).items
      .filter(({ kind }) => kind === "page")
      .map(({ body }) => body);
  const hooks = () => receiver.at(path).map(({ event }) => event.data as { page: { step: number; cycle: number } });
  return { owner, api, channel, policy, incident, pageOf, entriesOf, hooks, path };
}

const to = (type: EscalationTargetType, id: string) => ({ targets: [{ type, id }] });
const tick = async () => {
  await plane.schedules.runNow("oncall.escalation");
  await plane.schedules.runNow("oncall.deliveries");
};
const later = async (seconds: number) => {
  plane.travel(seconds * 1000);
  await tick();
};

test("an automatic incident pages the steps of the default policy until someone acknowledges", async () => {
  const { owner, api, channel, policy, incident, pageOf, entriesOf, hooks } = await aTenant();
  const made = await policy([
    to("channel", channel.id),
    { ...to("user", idOf(owner)), delay_seconds: 300 },
    { ...to("channel", channel.id), delay_seconds: 300 },
  ]);
  const id = await incident({ severity: "P1" });
  await expect.poll(hooks).toMatchObject([{ page: { step: 1, cycle: 0 } }]);
  await later(200);
  expect(await pageOf(id)).toMatchObject({ status: "active", step: 1, steps: 3, name: made.name });
  await later(101);
  await expect.poll(() => sink.letters.filter((letter) => letter.includes(owner.email)).length).toBe(1);
  expect(await pageOf(id)).toMatchObject({
    step: 2,
    notifications: [{ step: 1 }, { step: 2, user: { id: idOf(owner) } }],
  });
  await api.incidents.acknowledge({ body: { ids: [id] } });
  expect(await pageOf(id)).toMatchObject({ status: "acknowledged", ended_by: owner.email, next_at: null });
  await later(500);
  expect(hooks()).toHaveLength(1);
  expect(await entriesOf(id)).toEqual([
    `Step 1 of ${made.name}: paged Chat by webhook.`,
    `Step 2 of ${made.name}: paged ${owner.tokens.user.name} by email.`,
  ]);
});

test("an incident that a person made pages no one by itself", async () => {
  const { api, channel, policy, pageOf } = await aTenant();
  await policy([to("channel", channel.id)]);
  const { id } = await api.incidents.create({ body: { title: "By hand" } });
  await tick();
  expect(await pageOf(id)).toBeUndefined();
});

test("steps are repeated, and then the page is exhausted", async () => {
  const { channel, policy, incident, pageOf, entriesOf, hooks } = await aTenant();
  const { name } = await policy([to("channel", channel.id)], { repeat: 1 });
  const id = await incident();
  await expect.poll(() => hooks().length).toBe(1);
  await later(61);
  await expect.poll(() => hooks().length).toBe(2);
  expect(hooks()[1]).toMatchObject({ page: { step: 1, cycle: 1 } });
  expect(await pageOf(id)).toMatchObject({ status: "active", cycle: 1 });
  await later(61);
  expect(await pageOf(id)).toMatchObject({ status: "exhausted", next_at: null });
  await later(500);
  expect(hooks()).toHaveLength(2);
  expect((await entriesOf(id)).slice(-2)).toEqual([
    `No one acknowledged: every step of ${name} was used.`,
    expect.stringMatching(/^The admins are paged, because no one acknowledged: boss-\w+ by email\.$/),
  ]);
});

test("a step can be for some severities only", async () => {
  const { channel, policy, incident, pageOf, entriesOf, hooks } = await aTenant();
  const { name } = await policy([
    { ...to("channel", channel.id), severities: ["P1"] },
    { ...to("channel", channel.id), severities: ["P2", "P3"] },
  ]);
  await incident({ severity: "P3" });
  await expect.poll(hooks).toMatchObject([{ page: { step: 2 } }]);
  const none = await incident({ severity: "P5" });
  await expect.poll(() => entriesOf(none)).toEqual([`No one was paged, because no step of ${name} is for P5.`]);
  expect(await pageOf(none)).toMatchObject({ status: "exhausted", notifications: [] });
});

test("a gap in a schedule is on the timeline, and the next step follows at once", async () => {
  const { owner, api, channel, policy, incident, pageOf, entriesOf, hooks } = await aTenant();
  const layers = [{ user_ids: [idOf(owner)], starts_at: "2020-01-01T00:00:00Z", ends_at: "2020-02-01T00:00:00Z" }];
  const schedule = await api.oncallSchedules.create({ body: { name: "Empty", layers } });
  const { name } = await policy([to("schedule", schedule.id), { ...to("channel", channel.id), delay_seconds: 900 }]);
  const id = await incident();
  await expect.poll(() => hooks().length).toBe(1);
  expect(await entriesOf(id)).toEqual([
    `Step 1 of ${name} reached no one. No one is on call in the schedule Empty.`,
    `Step 2 of ${name}: paged Chat by webhook.`,
  ]);
  expect(await pageOf(id)).toMatchObject({ step: 2 });
});

test("a schedule and a team page active people, each once and by their own channels in order", async () => {
  const { owner, api, policy, incident, pageOf } = await aTenant();
  const [ada, bob] = [await plane.person("operator", owner), await plane.person("operator", owner)];
  const team = await api.groups.create({ body: { name: "Team", member_ids: [idOf(ada), idOf(bob)] } });
  const layers = [{ user_ids: [idOf(ada)], starts_at: "2020-01-01T00:00:00Z" }];
  const schedule = await api.oncallSchedules.create({ body: { name: "Primary", layers } });
  const path = `/${unique("push")}`;
  const config = { url: receiver.url, topic: path.slice(1), token: "tk_secret" };
  await ada.api.channels.create({ body: { name: "Push", type: "ntfy", config, user_id: "me", position: 1 } });
  await ada.api.channels.create({
    body: {
      name: "Mail",
      type: "email",
      config: { email: "ada@home.example" },
      user_id: "me",
      position: 2,
      delay_seconds: 60,
    },
  });
  await api.users.update({ params: { id: idOf(bob) }, body: { disabled: true } });
  await policy([
    {
      targets: [
        { type: "schedule", id: schedule.id },
        { type: "team", id: team.id },
      ],
    },
  ]);
  const id = await incident({ severity: "P1", title: "Datenbank läuft über" });
  await expect.poll(() => receiver.at(path).length).toBe(1);
  const [push] = receiver.at(path);
  expect(push?.headers).toMatchObject({ priority: "5", tags: "rotating_light,P1", authorization: "Bearer tk_secret" });
  expect(Buffer.from(String(push?.headers.title).slice(10, -2), "base64").toString()).toContain("Datenbank läuft über");
  expect(push?.body).toContain("Why you: schedule Primary");
  const sentTo = () => sink.letters.filter((letter) => letter.includes("ada@home.example")).length;
  expect(sentTo()).toBe(0);
  await later(61);
  await expect.poll(sentTo).toBe(1);
  // After these 61 seconds the only step counts as used, so the admins are paged.
  const notifications = (await pageOf(id))?.notifications.filter(({ step }) => step > 0) ?? [];
  expect(notifications.map(({ user, channel_name, via }) => [user?.id, channel_name, via])).toEqual([
    [idOf(ada), "Push", "schedule Primary"],
    [idOf(ada), "Mail", "schedule Primary"],
  ]);
});

test("an acknowledgment cancels what was not sent yet", async () => {
  const { owner, api, policy, incident, pageOf } = await aTenant();
  const config = { email: `${unique("late")}@example.com` };
  await api.channels.create({ body: { name: "Late", type: "email", config, user_id: "me", delay_seconds: 600 } });
  await policy([to("user", idOf(owner))]);
  const id = await incident();
  await expect.poll(async () => (await pageOf(id))?.notifications.map(({ status }) => status)).toEqual(["pending"]);
  const page = await pageOf(id);
  await api.oncall.acknowledge({ params: { id: page?.id ?? "" } });
  expect(await api.incidents.get({ params: { id } })).toMatchObject({ status: "acknowledged" });
  expect((await pageOf(id))?.notifications).toMatchObject([{ status: "canceled" }]);
  await later(700);
  expect(sink.letters.filter((letter) => letter.includes(config.email))).toEqual([]);
});

describe("a page by hand", () => {
  test("replaces the open page, and can be stopped", async () => {
    const { owner, api, channel, policy, hooks, pageOf } = await aTenant();
    const { id: escalation_policy_id } = await policy([
      to("channel", channel.id),
      { ...to("channel", channel.id), delay_seconds: 60 },
    ]);
    const { id: incident_id } = await api.incidents.create({ body: { title: "By hand" } });
    const first = await api.oncall.page({ body: { incident_id, escalation_policy_id } });
    await expect.poll(() => hooks().length).toBe(1);
    const second = await api.oncall.page({ body: { incident_id, target: { type: "user", id: idOf(owner) } } });
    expect(await api.oncall.pages({ query: { incident_id } })).toMatchObject({
      items: [
        { id: second.id, status: "active" },
        { id: first.id, status: "stopped" },
      ],
    });
    expect((await owner.api.oncall.mine()).pages.map(({ id }) => id)).toEqual([second.id]);
    await api.oncall.stop({ params: { id: second.id } });
    expect(await pageOf(incident_id)).toMatchObject({ status: "stopped", ended_by: owner.email });
    expect(await refusalOf(api.oncall.stop({ params: { id: second.id } }))).toMatchObject({ status: 409 });
    await later(61);
    expect(hooks()).toHaveLength(1);
  });

  test("is refused for a resolved incident, an unknown target and without a policy", async () => {
    const { api, owner } = await aTenant();
    const { id: incident_id } = await api.incidents.create({ body: { title: "By hand" } });
    const page = (body: object) => refusalOf(api.oncall.page({ body: { incident_id, ...body } }));
    expect(await page({})).toMatchObject({ status: 422 });
    expect(await page({ target: { type: "schedule", id: idOf(owner) } })).toMatchObject({ status: 404 });
    for (const status of ["open", "acknowledged", "investigating", "resolved"] as const)
      await api.incidents.update({ params: { id: incident_id }, body: { status } });
    expect(await page({ target: { type: "user", id: idOf(owner) } })).toMatchObject({ status: 409 });
  });
});

describe("a link in an email", () => {
  async function aLink() {
    const tenant = await aTenant();
    await tenant.policy([to("user", idOf(tenant.owner))]);
    const id = await tenant.incident();
    const letterTo = () => sink.letters.find((letter) => letter.includes(tenant.owner.email));
    await expect.poll(letterTo).toBeDefined();
    const text = (letterTo() ?? "").replaceAll("=\r\n", "").replaceAll("=3D", "=");
    return { ...tenant, id, token: /\/page#([\w.-]+)/.exec(text)?.[1] ?? "" };
  }

  test("acknowledges and resolves in the person's name, and using it twice is harmless", async () => {
    const { api, owner, id, token, pageOf } = await aLink();
    const { oncall } = plane.anyone;
    expect(await oncall.readLink({ body: { token } })).toMatchObject({
      status: "triggered",
      person: owner.tokens.user.name,
      actions: ["acknowledge", "resolve"],
    });
    for (let n = 0; n < 2; n++)
      expect(await oncall.followLink({ body: { token, action: "acknowledge" } })).toMatchObject({
        status: "acknowledged",
      });
    expect(await pageOf(id)).toMatchObject({ status: "acknowledged", ended_by: owner.email });
    for (let n = 0; n < 2; n++)
      expect(await oncall.followLink({ body: { token, action: "resolve" } })).toMatchObject({
        status: "resolved",
        actions: [],
      });
    const { items } = await api.incidents.timeline({ params: { id } });
    expect(items.filter(({ kind }) => kind === "status").map(({ actor, body }) => [actor, body])).toEqual(
      [
        ["triggered", "open"],
        ["open", "acknowledged"],
        ["acknowledged", "investigating"],
        ["investigating", "resolved"],
      ].map(([from, to]) => [owner.email, `Moved from ${from} to ${to}.`]),
    );
  });

  test("is refused when it was changed, is old, or its person may no longer act", async () => {
    const { owner, token, policy, incident } = await aLink();
    const use = (given: string) =>
      refusalOf(plane.anyone.oncall.followLink({ body: { token: given, action: "acknowledge" } }));
    const [payload = "", signature = ""] = token.split(".");
    const forged = JSON.parse(Buffer.from(payload, "base64url").toString());
    forged[3] += 3600;
    expect(await use(`${Buffer.from(JSON.stringify(forged)).toString("base64url")}.${signature}`)).toMatchObject({
      status: 404,
    });
    expect(await use(`${payload}.${signature.slice(0, -4)}AAAA`)).toMatchObject({ status: 404 });
    const ada = await plane.person("operator", owner);
    await policy([to("user", idOf(ada))]);
    await incident();
    await expect.poll(() => sink.letters.some((letter) => letter.includes(ada.email))).toBe(true);
    const letter = sink.letters.find((each) => each.includes(ada.email)) ?? "";
    const hers = /\/page#([\w.-]+)/.exec(letter.replaceAll("=\r\n", ""))?.[1] ?? "";
    await owner.api.users.update({ params: { id: idOf(ada) }, body: { role: "viewer" } });
    expect(await use(hers)).toMatchObject({ status: 404 });
    plane.travel(25 * 3_600_000);
    expect(await use(token)).toMatchObject({ status: 404 });
  });
});
