import { beforeAll, describe, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: SharedPlane;
let owner: Person;
let ada: Person;
beforeAll(async () => {
  plane = await sharedPlane();
  owner = await plane.tenant();
  ada = await plane.person("operator", owner);
});

let counter = 0;
const newName = () => `Rota ${++counter}`;
const idOf = (person: Person) => person.tokens.user.id;
const daily = (...people: Person[]) => ({
  user_ids: people.map(idOf),
  starts_at: "2026-01-05T09:00:00Z",
  rotation: "daily" as const,
});
const aSchedule = (fields: object = {}) =>
  owner.api.oncallSchedules.create({ body: { name: newName(), layers: [daily(owner, ada)], ...fields } });

describe("a schedule", () => {
  test("says who is on call, who is next and when there is a gap", async () => {
    const made = await aSchedule({ timezone: "Europe/Berlin" });
    expect(made.users.map(({ id }) => id).sort()).toEqual([idOf(owner), idOf(ada)].sort());
    expect(made.on_call?.user?.id).not.toBe(made.next?.user?.id);
    expect(made.next_gap).toBeNull();
    const ended = await aSchedule({ layers: [{ ...daily(ada), ends_at: "2026-02-01T00:00:00Z" }] });
    expect(ended).toMatchObject({ on_call: null, next: null, next_gap: { to: null } });
    const [now] = await owner.api.oncall.now({ query: { schedule_id: [ended.id] } });
    expect(now).toMatchObject({ user: null, until: null, next: null });
    const [then] = await owner.api.oncall.now({ query: { schedule_id: [ended.id], at: "2026-01-06T10:00:00Z" } });
    expect(then).toMatchObject({ user: { id: idOf(ada) }, until: "2026-02-01T00:00:00.000Z" });
  });

  test("is refused with what it lacks", async () => {
    const create = (fields: object) => refusalOf(aSchedule(fields));
    expect(await create({ timezone: "Mars/Olympus" })).toMatchObject({
      status: 422,
      details: [{ path: "timezone" }],
    });
    const custom = { ...daily(ada), rotation: "custom" };
    expect(await create({ layers: [custom] })).toMatchObject({
      status: 422,
      details: [{ path: "layers.0.shift_hours" }],
    });
    const reversed = { ...daily(ada), ends_at: "2025-01-01T00:00:00Z" };
    expect(await create({ layers: [reversed] })).toMatchObject({
      status: 422,
      details: [{ path: "layers.0.ends_at" }],
    });
    const stranger = await plane.tenant();
    expect(await create({ layers: [daily(stranger)] })).toMatchObject({ status: 404 });
    const { name } = await aSchedule();
    expect(await create({ name })).toMatchObject({ status: 409 });
  });

  test("has a timeline with layers, overrides and the result", async () => {
    const { id } = await aSchedule({ timezone: "UTC" });
    const query = { from: "2026-03-01T00:00:00Z", to: "2026-03-03T00:00:00Z" };
    const body = { user_id: idOf(ada), starts_at: "2026-03-01T10:00:00Z", ends_at: "2026-03-01T12:00:00Z" };
    const override = await owner.api.oncallSchedules.override({ params: { id }, body });
    const timeline = await owner.api.oncallSchedules.timeline({ params: { id }, query });
    expect(timeline.layers).toHaveLength(1);
    expect(timeline.overrides).toMatchObject([{ user: { id: idOf(ada) }, override_id: override.id }]);
    expect(timeline.final[0]?.from).toBe("2026-03-01T00:00:00.000Z");
    expect(timeline.gap_seconds).toBe(0);
    await owner.api.oncallSchedules.removeOverride({ params: { id, override_id: override.id } });
    expect((await owner.api.oncallSchedules.timeline({ params: { id }, query })).overrides).toEqual([]);
    const tooLong = owner.api.oncallSchedules.timeline({
      params: { id },
      query: { ...query, to: "2028-01-01T00:00:00Z" },
    });
    expect(await refusalOf(tooLong)).toMatchObject({ status: 422 });
  });

  test("can be previewed before it is stored", async () => {
    const shown = await owner.api.oncallSchedules.preview({
      body: {
        timezone: "Europe/Berlin",
        layers: [{ ...daily(ada), restrictions: [{ start: "09:00", end: "17:00" }] }],
        from: "2026-03-02T00:00:00Z",
        to: "2026-03-03T00:00:00Z",
      },
    });
    expect(shown.final.map(({ user }) => user?.id ?? null)).toEqual([null, idOf(ada), null]);
    expect(shown.gap_seconds).toBe(16 * 3600);
  });

  test("that an escalation policy uses is not deleted", async () => {
    const { id } = await aSchedule();
    const steps = [{ targets: [{ type: "schedule" as const, id }] }];
    const policy = await owner.api.escalationPolicies.create({ body: { name: newName(), steps } });
    const refused = await refusalOf(owner.api.oncallSchedules.remove({ params: { id } }));
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining(policy.name) });
    await owner.api.escalationPolicies.remove({ params: { id: policy.id } });
    await owner.api.oncallSchedules.remove({ params: { id } });
  });

  test("is read by a viewer and changed by no one else's tenant", async () => {
    const { id } = await aSchedule();
    const viewer = await plane.person("viewer", owner);
    expect((await viewer.api.oncallSchedules.get({ params: { id } })).id).toBe(id);
    expect(await refusalOf(viewer.api.oncallSchedules.remove({ params: { id } }))).toMatchObject({ status: 403 });
    const stranger = await plane.tenant();
    expect(await refusalOf(stranger.api.oncallSchedules.get({ params: { id } }))).toMatchObject({ status: 404 });
    expect(await stranger.api.oncall.now()).toEqual([]);
  });
});

describe("a calendar", () => {
  test("has the shifts in the form of RFC 5545", async () => {
    const { id, name } = await aSchedule({
      name: `Ünïcödé; rota, with a name that is long enough to be folded ${counter}`,
    });
    const response = await fetch(`${plane.url}/api/oncall/schedules/${id}.ics`, { headers: owner.headers });
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const text = await response.text();
    const lines = text.split("\r\n");
    expect(lines.slice(0, 2)).toEqual(["BEGIN:VCALENDAR", "VERSION:2.0"]);
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    const unfolded = text.replaceAll("\r\n ", "");
    expect(unfolded).toContain(`X-WR-CALNAME:${name.replace(/[;,]/g, "\\$&")}\r\n`);
    const count = (pattern: RegExp) => [...unfolded.matchAll(pattern)].length;
    const events = count(/BEGIN:VEVENT/g);
    expect(events).toBeGreaterThan(200);
    expect(count(/^UID:\S+@opsplane\r$/gm)).toBe(events);
    expect(count(/^DTSTAMP:\d{8}T\d{6}Z\r$/gm)).toBe(events);
    expect(new Set([...unfolded.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)).size).toBe(events);
  });

  test("can be read by an address without a login, until it is replaced or ended", async () => {
    const { id } = await aSchedule({ layers: [daily(ada)] });
    const read = async (url: string) => (await fetch(url)).status;
    const { url: first } = await ada.api.oncall.feed({ body: { schedule_id: id } });
    const { url: second } = await ada.api.oncall.feed({ body: { schedule_id: id } });
    expect([await read(first), await read(second)]).toEqual([404, 200]);
    const mine = await ada.api.oncall.feed({ body: { name: "Mine" } });
    const text = await (await fetch(mine.url)).text();
    expect(text).toContain("X-WR-CALNAME:Mine");
    expect(text).toContain("BEGIN:VEVENT");
    await ada.api.oncall.removeFeed({ query: { schedule_id: id } });
    expect([await read(second), await read(mine.url)]).toEqual([404, 200]);
    await owner.api.users.update({ params: { id: idOf(ada) }, body: { disabled: true } });
    expect(await read(mine.url)).toBe(404);
    await owner.api.users.update({ params: { id: idOf(ada) }, body: { disabled: false } });
  });
});

test("a person sees their own shifts", async () => {
  const bob = await plane.person("operator", owner);
  await aSchedule({ layers: [daily(bob)] });
  const mine = await bob.api.oncall.mine();
  expect(mine).toMatchObject({ on_call: true, pages: [] });
  expect(mine.shifts).toHaveLength(1);
});
