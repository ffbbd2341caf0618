import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newTenantId } from "../../../test/people.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

const hour = 3_600_000;
const day = 24 * hour;
const env = {
  ROLE: "api",
  ACCESS_TOKEN_SECONDS: "86400",
  SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
  BOOTSTRAP_TENANT_ID: newTenantId(),
};
let plane: Plane;
/** The clock stands between two slots, so that none passes during a test. */
let ahead: number;

beforeAll(async () => {
  plane = await startPlane(env);
  const { next_start, created_at } = await create(await plane.tenant());
  ahead = Date.parse(next_start ?? "") + day / 2 - Date.parse(created_at);
  plane.travel(ahead);
});
afterAll(() => plane.close());

/** An admin by API key, which stays valid when the clock moves by days. */
async function admin(): Promise<Person> {
  const person = await plane.tenant();
  const { key } = await person.api.apiKeys.create({ body: { name: "Test", role: "admin" } });
  const headers = { ...person.headers, authorization: `Bearer ${key}` };
  return { ...person, headers, api: plane.api(headers) };
}

const tick = () => plane.schedules.runNow("cron");
type Body = Parameters<Person["api"]["recurringChanges"]["create"]>[0]["body"];

/** Every night at two, an hour long. */
const create = (person: Person, more: Partial<Body> = {}) =>
  person.api.recurringChanges.create({
    body: { title: "Patch the fleet", cron: "0 2 * * *", duration_minutes: 60, lead_days: 0, ...more },
  });

const changesOf = async (person: Person) =>
  (await person.api.changes.list({ query: { sort: "created_at" } })).items.map(
    ({ requested_start }) => requested_start,
  );

test("each slot becomes one change with its window, created in time and once, also by two instances", async () => {
  const boss = await plane.tenant();
  const ci = await boss.api.cmdb.create({ body: { name: "db-1", class: "database" } });
  const recurring = await create(boss, { lead_days: 2, ci_ids: [ci.id], rollback_plan: "Boot the old kernel." });
  const [first, second, third] = await slots(boss, recurring);
  expect(recurring).toMatchObject({ next_start: first, last_change: null, enabled: true });

  // Two days ahead: the first two slots are due at once, the third is not.
  await tick();
  expect(await changesOf(boss)).toEqual([first, second]);
  const another = await startPlane(env, { databaseUrl: plane.databaseUrl });
  plane.travel(day / 2);
  another.travel(ahead + day / 2);
  await Promise.allSettled([tick(), another.schedules.runNow("cron")]);
  await another.close();
  plane.travel(-day / 2);
  expect(await changesOf(boss)).toEqual([first, second, third]);

  const after = await boss.api.recurringChanges.get({ params: { id: recurring.id } });
  const change = await boss.api.changes.get({ params: { id: after.last_change?.reference ?? "" } });
  expect(change).toMatchObject({
    title: "Patch the fleet",
    type: "normal",
    status: "draft",
    rollback_plan: "Boot the old kernel.",
    ci_ids: [ci.id],
    requested_by: boss.email,
    created_by: "automation",
  });
  expect(Date.parse(change.requested_end ?? "") - Date.parse(change.requested_start ?? "")).toBe(hour);
  const { items } = await boss.api.audit.list({ query: { target_type: "change" } });
  expect(items.map(({ action }) => action)).toContain("recurringChanges.run");
});

async function slots(person: Person, { cron, timezone }: { cron: string; timezone: string }): Promise<string[]> {
  return (await person.api.recurringChanges.preview({ query: { cron, timezone } })).times;
}

test("slots that passed while nothing ran become one change, and none when its window is over", async () => {
  const boss = await admin();
  const long = await create(boss, { title: "Long", duration_minutes: 24 * 60 });
  const short = await create(boss, { title: "Short", duration_minutes: 5 });
  const [next = ""] = await slots(boss, long);
  // Three slots pass, the last of them an hour ago.
  plane.travel(Date.parse(next) + 2 * day + hour - Date.parse(short.created_at));
  await tick();
  expect(await changesOf(boss)).toEqual([new Date(Date.parse(next) + 2 * day).toISOString()]);
  const [, missed] = await Promise.all(
    [long, short].map(({ id }) => boss.api.recurringChanges.get({ params: { id } })),
  );
  const following = new Date(Date.parse(next) + 3 * day).toISOString();
  expect(missed).toMatchObject({ last_change: null, last_error: null, next_start: following });
});

test("the authors of the plan cannot approve the changes that it makes", async () => {
  const boss = await plane.tenant();
  const writer = await plane.person("operator", boss);
  const other = await plane.person("operator", boss);
  await create(writer, { submit: true, lead_days: 1 });
  await tick();
  const [change] = (await boss.api.changes.list()).items;
  expect(change).toMatchObject({ status: "pending_approval", requested_by: writer.email });
  const approve = (person: Person) =>
    person.api.changes.update({ params: { id: change?.id ?? "" }, body: { status: "approved" } });
  expect(await refusalOf(approve(writer))).toMatchObject({ status: 403 });
  expect(await approve(other)).toMatchObject({ status: "approved" });
});

test("a paused one makes nothing, and an edit neither repeats nor loses a slot", async () => {
  const boss = await admin();
  const { id } = await create(boss, { lead_days: 1 });
  const edit = (body: Partial<Body>) => boss.api.recurringChanges.update({ params: { id }, body });
  await tick();
  const before = await changesOf(boss);
  expect(before.length).toBeGreaterThan(0);
  await edit({ lead_days: 0 });
  await edit({ lead_days: 1, title: "Patch all" });
  await tick();
  expect(await changesOf(boss)).toEqual(before);
  expect(await edit({ enabled: false })).toMatchObject({ next_start: null });
  plane.travel(2 * day);
  await tick();
  expect(await changesOf(boss)).toEqual(before);
  await edit({ enabled: true });
  await tick();
  expect((await changesOf(boss)).length).toBe(before.length + 1);
  await boss.api.recurringChanges.remove({ params: { id } });
  plane.travel(2 * day);
  await tick();
  expect((await changesOf(boss)).length).toBe(before.length + 1);
});

test("what is gone by then is left out", async () => {
  const boss = await admin();
  const helper = await plane.person("operator", boss);
  const ci = await boss.api.cmdb.create({ body: { name: "old", class: "server" } });
  const { id } = helper.tokens.user;
  await create(boss, { ci_ids: [ci.id], assigned_to: id, lead_days: 1 });
  await boss.api.cmdb.remove({ params: { id: ci.id } });
  await boss.api.users.update({ params: { id }, body: { disabled: true } });
  await tick();
  expect((await boss.api.changes.list()).items).toMatchObject([{ ci_ids: [], assigned_to: null }]);
});

test.each([
  [{ cron: "*/5 * * * *" }, "cron", "must leave at least an hour between two changes"],
  [{ cron: "every night" }, "cron", "must have five fields"],
  [{ timezone: "Berlin" }, "timezone", "must be an IANA timezone"],
] as const)("%o is refused", async (more, path, message) => {
  const refusal = await refusalOf(create(await plane.tenant(), more));
  expect(refusal).toMatchObject({ status: 422, details: [{ path }] });
  expect(refusal.message).toContain(message);
});
