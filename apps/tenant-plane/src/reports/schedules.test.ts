import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newTenantId } from "../../test/people.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

// No engine runs here, so a run that a slot has made stays queued, and its slot can be read.

const day = 86_400_000;
const env = {
  ROLE: "api",
  SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
  BOOTSTRAP_TENANT_ID: newTenantId(),
};
let plane: Plane;
let offset = 0;
beforeAll(async () => {
  plane = await startPlane(env);
});
afterAll(() => plane.close());

function goTo(time: string): void {
  const ms = Date.parse(time) - (Date.now() + offset);
  offset += ms;
  plane.travel(ms);
}

const tick = () => plane.schedules.runNow("cron");

/** An admin by API key, which stays valid when the clock moves by months. */
async function admin(): Promise<Person> {
  const person = await plane.tenant();
  const { key } = await person.api.apiKeys.create({ body: { name: "Test", role: "admin" } });
  const headers = { ...person.headers, authorization: `Bearer ${key}` };
  return { ...person, headers, api: plane.api(headers) };
}

const aReport = { name: "Report", type: "Custom", data_sources: ["Incidents"] };

const slotsOf = async ({ api }: Person, id: string) =>
  (await api.reports.runs({ params: { id }, query: { limit: 100 } })).items.map(({ slot }) => slot).reverse();

const daily = (month: string, days: number[], time = "07:00") =>
  days.map((each) => `${month}-${String(each).padStart(2, "0")}T${time}:00.000Z`);

test.each([
  {
    ...{ season: "spring", start: "2027-03-26T12:00:00Z", last: 11 },
    Daily: [...daily("2027-03", [27, 28, 29, 30, 31]), ...daily("2027-04", [1, 2, 3, 4, 5, 6])],
    Weekly: ["2027-03-29T07:00:00.000Z", "2027-04-05T07:00:00.000Z"],
    Monthly: ["2027-04-01T07:00:00.000Z"],
    // On the 28th, 07:00 in Berlin becomes 05:00 UTC.
    Berlin: [
      ...daily("2027-03", [27], "06:00"),
      ...daily("2027-03", [28, 29, 30, 31], "05:00"),
      ...daily("2027-04", [1, 2, 3, 4, 5, 6], "05:00"),
    ],
  },
  {
    ...{ season: "autumn", start: "2027-10-29T12:00:00Z", last: 4 },
    Daily: [...daily("2027-10", [30, 31]), ...daily("2027-11", [1, 2])],
    Weekly: ["2027-11-01T07:00:00.000Z"],
    Monthly: ["2027-11-01T07:00:00.000Z"],
    // On the 31st, 07:00 in Berlin becomes 06:00 UTC.
    Berlin: [
      ...daily("2027-10", [30], "05:00"),
      ...daily("2027-10", [31], "06:00"),
      ...daily("2027-11", [1, 2], "06:00"),
    ],
  },
])("schedules stay at 07:00 UTC across a month's end when clocks change in $season", async (wanted) => {
  goTo(wanted.start);
  const boss = await admin();
  const named = ["Daily", "Weekly", "Monthly"] as const;
  const ids = new Map<string, string>();
  for (const schedule of named)
    ids.set(schedule, (await boss.api.reports.create({ body: { ...aReport, schedule } })).id);
  const { id: berlin } = await boss.api.reports.create({ body: aReport });
  await boss.api.reports.schedule({ params: { id: berlin }, body: { cron: "0 7 * * *", timezone: "Europe/Berlin" } });
  ids.set("Berlin", berlin);

  const first = Date.parse(wanted.start.replace("T12", "T00"));
  for (let number = 1; number <= wanted.last; number++) {
    const date = new Date(first + number * day).toISOString().slice(0, 10);
    // Half an hour before, the slots in UTC are not due; at their minute they are.
    goTo(`${date}T06:30:00Z`);
    await tick();
    for (const schedule of named) {
      const { last_run } = await boss.api.reports.get({ params: { id: ids.get(schedule) ?? "" } });
      expect((last_run?.slot ?? "") < `${date}T06:30`, `${schedule} ran before its time`).toBe(true);
    }
    goTo(`${date}T07:00:00Z`);
    await tick();
    await tick();
  }
  for (const schedule of [...named, "Berlin"] as const)
    expect(await slotsOf(boss, ids.get(schedule) ?? ""), schedule).toEqual(wanted[schedule]);
});

test("two instances make one run a slot, and slots that were missed run once", async () => {
  goTo("2028-01-30T12:00:00Z");
  const boss = await admin();
  const { id } = await boss.api.reports.create({ body: { ...aReport, schedule: "Daily" } });
  const another = await startPlane(env, { databaseUrl: plane.databaseUrl });
  goTo("2028-01-31T07:00:00Z");
  another.travel(offset);
  await Promise.allSettled([tick(), another.schedules.runNow("cron"), tick(), another.schedules.runNow("cron")]);
  await another.close();
  expect(await slotsOf(boss, id)).toEqual(["2028-01-31T07:00:00.000Z"]);

  // Nothing ran for three weeks, across a leap day.
  goTo("2028-03-02T09:00:00Z");
  await tick();
  await tick();
  expect(await slotsOf(boss, id)).toEqual(["2028-01-31T07:00:00.000Z", "2028-03-02T07:00:00.000Z"]);
  expect((await boss.api.reports.get({ params: { id } })).next_run_at).toBe("2028-03-03T07:00:00.000Z");
});

test("a schedule is a name or a cron expression, alone or under schedule, and can be turned off", async () => {
  const boss = await admin();
  const { id } = await boss.api.reports.create({ body: aReport });
  const set = (body: NonNullable<Parameters<typeof boss.api.reports.schedule>[0]["body"]>) =>
    boss.api.reports.schedule({ params: { id }, body });
  expect(await set({ schedule: { cron: "30 6 * * 1-5", timezone: "UTC" } })).toMatchObject({
    ...{ schedule: "Custom", cron: "30 6 * * 1-5", timezone: "UTC" },
  });
  // An edit of something else keeps it.
  expect(await boss.api.reports.update({ params: { id }, body: { name: "Other" } })).toMatchObject({
    schedule: "Custom",
  });
  expect(await set({ cron: "0  7 * * 1", timezone: "UTC" })).toMatchObject({ schedule: "Weekly", cron: "0 7 * * 1" });
  expect(await set({ schedule: "monthly" })).toMatchObject({ schedule: "Monthly", cron: "0 7 1 * *" });
  expect(await set({ schedule: "Off" })).toMatchObject({ schedule: "Off", cron: null, next_run_at: null });
  for (const [body, path] of [
    [{ cron: "every day" }, "cron"],
    [{ cron: "* * * * *" }, "cron"],
    [{ cron: "0 7 * * *", timezone: "Nowhere" }, "timezone"],
    [{}, "cron"],
  ] as const)
    expect(await refusalOf(set(body))).toMatchObject({ status: 422, details: [{ path }] });
});
