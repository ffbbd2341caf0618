import type { EscalationTargetType } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AutomaticIncidents, automaticIncidents } from "../../../test/automatic-incidents.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { type Receiver, startReceiver } from "../../../test/receiver.ts";

/** Without a mail server. Addresses with "gone" answer 410, which fails a message for good; "slow" ones 503, which is tried again. */
let plane: Plane;
let receiver: Receiver;
let automatic: AutomaticIncidents;
beforeAll(async () => {
  receiver = await startReceiver(({ path }, response) => {
    response.writeHead(path.includes("gone") ? 410 : path.includes("slow") ? 503 : 204).end();
  });
  plane = await startPlane({ OUTBOUND_ALLOW_PRIVATE: "1", ACCESS_TOKEN_SECONDS: "86400" });
  automatic = await automaticIncidents(plane.databaseUrl);
});
afterAll(async () => {
  await automatic.close();
  await plane.close();
  receiver.close();
});

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;
const idOf = (person: Person) => person.tokens.user.id;
const to = (type: EscalationTargetType, id: string) => ({ targets: [{ type, id }] });

async function aTenant() {
  const owner = await plane.tenant();
  const { api } = owner;
  const path = `/${unique("well")}`;
  const hookOf = async (name: string, at: string, of: Person = owner, fields: object = {}) =>
    of.api.channels.create({ body: { name, type: "webhook", config: { url: `${receiver.url}${at}` }, ...fields } });
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
  const unanswered = async () =>
    (await api.incidents.list({ query: { unanswered: ["unreached", "unacknowledged"] } })).items.map(
      ({ id, unanswered }) => [id, unanswered],
    );
  return { owner, api, path, hookOf, policy, incident, pageOf, entriesOf, unanswered };
}

const later = async (seconds: number) => {
  plane.travel(seconds * 1000);
  await plane.schedules.runNow("oncall.escalation");
  await plane.schedules.runNow("oncall.deliveries");
  await plane.schedules.runNow("oncall.reach");
};

test("a page whose every message failed is unreached: it goes on at once, and the admins are paged at its end, once", async () => {
  const { owner, api, path, hookOf, policy, incident, pageOf, entriesOf, unanswered } = await aTenant();
  const ada = await plane.person("operator", owner);
  const chat = await hookOf("Chat", `/${unique("gone")}`);
  await hookOf("Admin's phone", path, owner, { user_id: "me" });
  const subscriber = `/${unique("subscriber")}`;
  await api.webhooks.create({
    body: { name: "Watch", url: `${receiver.url}${subscriber}`, event_types: ["page.unreached"] },
  });
  const { name } = await policy([to("user", idOf(ada)), { ...to("channel", chat.id), delay_seconds: 3600 }], {
    repeat: 1,
  });
  const id = await incident({ severity: "P1" });
  const state = () => pageOf(id);
  await expect
    .poll(state)
    .toMatchObject({ status: "active", step: 2, cycle: 0, reach: "unreached", unanswered: "unreached" });
  const ofAda = `${ada.tokens.user.name} by email: No mail server is configured (SMTP_URL), so no email can be sent.`;
  expect((await pageOf(id))?.reasons).toContain(ofAda);
  expect(await unanswered()).toEqual([[id, "unreached"]]);
  expect(await api.incidents.get({ params: { id } })).toMatchObject({ unanswered: "unreached" });
  expect(receiver.at(path)).toHaveLength(0);

  // The repetition keeps its wait. Then every step was used again.
  await later(3601);
  await expect.poll(state).toMatchObject({ cycle: 1, step: 2 });
  await later(3601);
  await expect.poll(() => receiver.at(path).length).toBe(1);
  await expect.poll(state).toMatchObject({ status: "exhausted", reach: "reached", unanswered: "unacknowledged" });
  // So an open console of the admin rings.
  expect((await api.oncall.mine()).pages).toMatchObject([{ incident: { id }, status: "exhausted" }]);
  expect(await entriesOf(id)).toContain(
    `The admins are paged, because nobody was reached: ${owner.tokens.user.name} by Admin's phone, email.`,
  );
  expect((await entriesOf(id)).filter((body) => body.startsWith("Nobody was reached."))).toHaveLength(1);
  await later(7200);
  expect(receiver.at(path)).toHaveLength(1);
  await expect.poll(() => receiver.at(subscriber).length).toBe(1);
  expect(receiver.at(subscriber)[0]?.event).toMatchObject({
    type: "page.unreached",
    data: { incident_id: id, severity: "P1", name, reasons: expect.arrayContaining([ofAda]) },
  });

  await api.oncall.acknowledge({ params: { id: (await pageOf(id))?.id ?? "" } });
  expect(await pageOf(id)).toMatchObject({ status: "exhausted", unanswered: null });
  expect(await unanswered()).toEqual([]);
});

test("after a step that failed, the steps that follow a delivered message keep their delay", async () => {
  const { owner, hookOf, policy, incident, pageOf, path } = await aTenant();
  const ada = await plane.person("operator", owner);
  const [chat, last] = [await hookOf("Chat", path), await hookOf("Last", `/${unique("last")}`)];
  const after = (step: object) => ({ ...step, delay_seconds: 3600 });
  await policy([to("user", idOf(ada)), after(to("channel", chat.id)), after(to("channel", last.id))]);
  const id = await incident();
  await expect.poll(() => pageOf(id)).toMatchObject({ reach: "reached", unanswered: null });
  await later(0);
  expect(await pageOf(id)).toMatchObject({ status: "active", step: 2 });
  expect(receiver.at(path)).toHaveLength(1);
});

test("the other ways of a person follow when those of a step failed for good, and one that works reaches the person", async () => {
  const { owner, hookOf, policy, incident, pageOf } = await aTenant();
  const path = `/${unique("later")}`;
  await hookOf("Chat", `/${unique("gone")}`, owner, { user_id: "me", position: 1 });
  await hookOf("Phone", path, owner, { user_id: "me", position: 2, delay_seconds: 3600 });
  await policy([to("user", idOf(owner)), { ...to("user", idOf(owner)), delay_seconds: 7200 }]);
  const id = await incident();
  await expect.poll(() => receiver.at(path).length).toBe(1);
  await expect.poll(() => pageOf(id)).toMatchObject({ step: 1, reach: "reached", unanswered: null });
});

test("a message that is only slow does not count as failed", async () => {
  const { owner, hookOf, policy, incident, pageOf } = await aTenant();
  const [slow, phone] = [`/${unique("slow")}`, `/${unique("phone")}`];
  await hookOf("Slow", slow, owner, { user_id: "me", position: 1 });
  await hookOf("Phone", phone, owner, { user_id: "me", position: 2, delay_seconds: 3600 });
  await policy([to("user", idOf(owner)), { ...to("user", idOf(owner)), delay_seconds: 7200 }]);
  const id = await incident();
  await expect.poll(() => receiver.at(slow).length).toBe(1);
  await later(6);
  await expect.poll(() => receiver.at(slow).length).toBe(2);
  await plane.schedules.runNow("oncall.reach");
  expect(await pageOf(id)).toMatchObject({ step: 1, reach: "waiting", unanswered: null });
  expect(receiver.at(phone)).toHaveLength(0);
});

describe("nobody to reach is unreached, and the admins are paged:", () => {
  type Tenant = Awaited<ReturnType<typeof aTenant>>;
  const cases: [string, (tenant: Tenant) => Promise<unknown>, string][] = [
    ["no policy", async () => undefined, "No escalation policy is chosen and none is the default."],
    [
      "a gap in a schedule",
      async ({ owner, api, policy }) => {
        const layers = [
          { user_ids: [idOf(owner)], starts_at: "2020-01-01T00:00:00Z", ends_at: "2020-02-01T00:00:00Z" },
        ];
        const schedule = await api.oncallSchedules.create({ body: { name: "Empty", layers } });
        await policy([to("schedule", schedule.id)]);
      },
      "No one is on call in the schedule Empty.",
    ],
    [
      "a disabled person",
      async ({ owner, policy, api }) => {
        const ada = await plane.person("operator", owner);
        await policy([to("user", idOf(ada))]);
        await api.users.update({ params: { id: idOf(ada) }, body: { disabled: true } });
      },
      "A person who is disabled was left out.",
    ],
    [
      "a channel that is disabled",
      async ({ hookOf, policy, api }) => {
        const chat = await hookOf("Chat", "/never");
        await policy([to("channel", chat.id)]);
        await api.channels.update({ params: { id: chat.id }, body: { enabled: false } });
      },
      "The channel Chat is disabled.",
    ],
  ];

  test.each(cases)("%s", async (_, prepare, reason) => {
    const tenant = await aTenant();
    const { owner, path, hookOf, incident, pageOf, entriesOf, unanswered } = tenant;
    await prepare(tenant);
    await hookOf("Admin's phone", path, owner, { user_id: "me" });
    const id = await incident();
    await expect
      .poll(() => pageOf(id))
      .toMatchObject({ reach: "unreached", unanswered: "unreached", reasons: [reason] });
    expect(await entriesOf(id)).toContain(`Nobody was reached. ${reason}`);
    expect(await unanswered()).toEqual([[id, "unreached"]]);
    await later(61);
    await expect.poll(() => receiver.at(path).length).toBe(1);
    await expect.poll(() => pageOf(id)).toMatchObject({ reach: "reached", unanswered: "unacknowledged" });
  });

  test("a channel that is deleted while its message waits", async () => {
    const { owner, api, path, hookOf, policy, incident, pageOf } = await aTenant();
    const late = await hookOf("Late", `/${unique("late")}`, owner, { user_id: "me", delay_seconds: 3600 });
    const boss = await plane.person("admin", owner);
    await hookOf("Boss's phone", path, boss, { user_id: "me" });
    await policy([to("user", idOf(owner))]);
    const id = await incident();
    await expect.poll(async () => (await pageOf(id))?.notifications.length).toBe(1);
    await api.channels.remove({ params: { id: late.id } });
    await expect.poll(() => pageOf(id)).toMatchObject({ reach: "unreached", unanswered: "unreached" });
    await later(61);
    await expect.poll(() => receiver.at(path).length).toBe(1);
  });
});

test("a page by hand that reached nobody says so, but an acknowledged incident is not unanswered", async () => {
  const { owner, api, pageOf, unanswered } = await aTenant();
  const ada = await plane.person("operator", owner);
  const { id: incident_id } = await api.incidents.create({ body: { title: "By hand" } });
  await api.incidents.acknowledge({ body: { ids: [incident_id] } });
  await api.oncall.page({ body: { incident_id, target: { type: "user", id: idOf(ada) } } });
  await expect.poll(() => pageOf(incident_id)).toMatchObject({ reach: "unreached", unanswered: null });
  await later(61);
  expect(await pageOf(incident_id)).toMatchObject({ status: "exhausted", admins_paged_at: null });
  expect(await unanswered()).toEqual([]);
});

test("what is resolved or stopped is no longer unanswered", async () => {
  const { api, owner, incident, pageOf, unanswered, policy } = await aTenant();
  const resolved = await incident();
  await expect.poll(unanswered).toEqual([[resolved, "unreached"]]);
  await policy([to("user", idOf(owner))]);
  const stopped = await incident();
  await expect.poll(() => pageOf(stopped)).toMatchObject({ status: "active", unanswered: "unreached" });
  await api.oncall.stop({ params: { id: (await pageOf(stopped))?.id ?? "" } });
  for (const status of ["open", "acknowledged"] as const)
    await api.incidents.update({ params: { id: resolved }, body: { status } });
  expect(await unanswered()).toEqual([]);
});

test("a channel that cannot deliver says so, also where a policy names it, and health is degraded", async () => {
  const { api, owner, hookOf, policy } = await aTenant();
  const health = async () => (await plane.anyone.system.health()).components.find(({ name }) => name === "paging");
  const mail = await api.channels.create({ body: { name: "Mail", type: "email", config: { email: "a@example.com" } } });
  const noServer = "No mail server is configured (SMTP_URL), so no email can be sent.";
  expect(mail.problem).toBe(noServer);
  expect((await health())?.message).toContain(noServer);
  const dead = await hookOf("Dead", `/${unique("gone")}`);
  expect(dead.problem).toBeNull();
  for (let tests = 1; tests <= 3; tests++) {
    const { id } = await api.channels.test({ params: { id: dead.id } });
    const sent = async () =>
      (await api.channels.deliveries({ params: { id: dead.id } })).items.find((each) => each.id === id)?.status;
    await expect.poll(sent).toBe("failed");
  }
  expect(await api.channels.get({ params: { id: dead.id } })).toMatchObject({
    problem: expect.stringMatching(/^The last 3 messages failed: .*410/),
  });
  const off = await hookOf("Off", "/off", owner, { enabled: false });
  const made = await policy([
    { targets: [mail, dead, off].map(({ id }) => ({ type: "channel", id })) },
    to("user", idOf(owner)),
  ]);
  expect(made.steps.flatMap(({ targets }) => targets.map(({ name, problem }) => [name, problem]))).toEqual([
    ["Mail", noServer],
    ["Dead", expect.stringContaining("The last 3 messages failed")],
    ["Off", "It is disabled."],
    [owner.tokens.user.name, noServer],
  ]);
  expect((await api.oncall.mine()).problem).toBe(noServer);
  const { status, message } = (await health()) ?? {};
  expect(status).toBe("down");
  expect(message).toContain("1 notification channel failed 3 times in a row or more.");
  expect(message).not.toContain(receiver.url);
  expect((await plane.anyone.system.health()).status).toBe("degraded");
});

test("several pages in a row that reached nobody are in the health report", async () => {
  const { incident, pageOf } = await aTenant();
  const inARow = async () =>
    (await plane.anyone.system.health()).components.find(({ name }) => name === "paging")?.message ?? "";
  for (let made = 0; made < 3; made++) {
    const id = await incident();
    await expect.poll(() => pageOf(id)).toMatchObject({ reach: "unreached" });
  }
  expect(await inARow()).toContain("The last 3 pages reached nobody.");
});
