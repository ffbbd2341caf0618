import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type AlertStage, openAlertStage, step, threshold } from "../../test/alert-stage.ts";
import { fewAtATime } from "../../test/few-at-a-time.ts";
import type { Person } from "../../test/plane.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe.skipIf(inject("clickhouseProblem") !== "")("the time of samples and evaluations", () => {
  let stage: AlertStage;
  let boss: Person;
  beforeAll(async () => {
    stage = await openAlertStage();
  });
  afterAll(() => stage?.plane.close());

  test("a sample that arrives late counts while it is in the window, and with a delay at its own moment", async () => {
    boss = await stage.newTenant();
    const max = { ...threshold().condition, window: "4m" };
    await boss.api.alertPolicies.create({ body: threshold({ name: "At once", condition: max }) });
    await boss.api.alertPolicies.create({ body: threshold({ name: "Short" }) });
    const patient = await boss.api.alertPolicies.create({ body: threshold({ name: "Patient", delay: "3m" }) });
    await stage.tickWith({ db: 10 });
    const late = stage.now() - 160_000;
    await stage.write([stage.load("db", 99, late)]);
    await stage.tick();
    const names = (await stage.alerts("firing")).map(({ name }) => name).sort();
    // 160 seconds late: too old for a window of two minutes, unless the policy waits for it.
    expect(names).toEqual(["At once", "Patient"]);
    const [alert] = (await boss.api.alerts.list({ query: { policy_id: patient.id } })).items;
    expect(Date.parse(alert?.started_at ?? "")).toBeLessThanOrEqual(stage.now() - 180_000);
    expect(await stage.incidents()).toHaveLength(2);
  });

  test("a deviation is measured against the same hour of earlier days, not against a fixed value", async () => {
    boss = await stage.newTenant();
    // The hour does not end during the test: an hour that is over would be learned with its unusual value.
    stage.travel(Math.ceil(stage.now() / hour) * hour + 10 * 60_000 - stage.now());
    // Every day is busy except for the hours around this one.
    const thisHour = Math.floor(stage.now() / hour) * hour;
    const usual = Array.from({ length: 7 * 24 }, (_, back) => {
      const at = thisHour - (back + 1) * hour;
      const isQuiet = Math.abs(((((at - thisHour) % day) + day + 12 * hour) % day) - 12 * hour) <= 3 * hour;
      return [isQuiet ? 100 + (back % 5) : 5_000, at + hour / 2] as [number, number];
    });
    await stage.write(
      ["shop", "calm"].map((host) => ({ labels: { __name__: "load", host }, samples: [...usual].reverse() })),
    );
    const policy = threshold({
      name: "Unusual",
      condition: { type: "deviation", metric_name: "load", threshold: 4, period: "day", window: "2m", agg: "avg" },
    });
    await boss.api.alertPolicies.create({ body: policy });
    await stage.tickWith({ shop: 900, calm: 102 });
    expect(await stage.alerts("firing")).toMatchObject([{ labels: { host: "shop" } }]);
    const tested = await boss.api.alertPolicies.backtest({
      body: { policy, from: new Date(stage.now() - 4 * step).toISOString(), to: new Date(stage.now()).toISOString() },
    });
    expect(tested.alerts).toMatchObject([{ labels: { host: "shop" }, opens_incident: true }]);
    const upper = tested.bounds.flatMap(({ points }) => points.map(([, value]) => Number(value)));
    expect(Math.max(...upper)).toBeLessThan(200);
    // The same by how rare such a distance is, which the detector knows.
    const surprising = { ...policy, condition: { ...policy.condition, measure: "surprise", threshold: 3 } } as const;
    const again = await boss.api.alertPolicies.backtest({
      body: {
        ...{ policy: surprising, from: new Date(stage.now() - 4 * step).toISOString() },
        to: new Date(stage.now()).toISOString(),
      },
    });
    expect(again.alerts).toMatchObject([{ labels: { host: "shop" }, opens_incident: true }]);
    const limits = again.bounds.flatMap(({ points }) => points.map(([, value]) => Number(value)));
    expect(Math.max(...limits)).toBeLessThan(900);
  });

  test("an alert that comes and goes flaps: one incident, and it recovers only after a quiet time", async () => {
    boss = await stage.newTenant();
    const condition = { ...threshold().condition, window: "1m" };
    await boss.api.alertPolicies.create({ body: threshold({ condition }) });
    for (const value of [99, 1, 99, 1, 99, 1, 1]) await stage.tickWith({ db: value });
    const [alert] = await stage.alerts("firing");
    expect(alert).toMatchObject({ flapping: true, fired_count: 3 });
    const [incident, ...others] = await stage.incidents();
    expect(others).toEqual([]);
    expect(
      (await stage.entries(incident?.id ?? "")).filter((body) => body?.includes("keeps coming back")),
    ).toHaveLength(1);
    stage.travel(10 * 60_000);
    await stage.tickWith({ db: 1 });
    expect(await stage.alerts("firing")).toEqual([]);
  });

  test("more policies than one lot holds, of two tenants, are evaluated in one run", async () => {
    const other = await stage.newTenant();
    const quiet = threshold({ name: "Other", group_by: [] });
    await other.api.alertPolicies.create({ body: quiet });
    boss = await stage.newTenant();
    await fewAtATime(12, (number) =>
      boss.api.alertPolicies.create({
        body: {
          name: `Logs ${number}`,
          signal: "logs",
          condition: { type: "count", q: `word${number}`, operator: ">", threshold: 0, window: "3m" },
        },
      }),
    );
    await stage.tick();
    const evaluated = async ({ api }: Person) =>
      (await api.alertPolicies.list({ query: { limit: 50 } })).items.filter(
        ({ state }) => Date.parse(state.last_evaluated_at ?? "") > stage.now() - step,
      ).length;
    expect([await evaluated(boss), await evaluated(other)]).toEqual([12, 1]);
  });
});
