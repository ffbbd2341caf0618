import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Person } from "../../test/plane.ts";
import { byHand, type Calls, day, hour, minute, openSloStage, type SloStage } from "../../test/slo-stage.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("the measurement of SLOs", () => {
  let stage: SloStage;
  let boss: Person;
  beforeAll(async () => {
    stage = await openSloStage();
  });
  afterAll(() => stage?.close());

  const availability = (service = "shop") => ({ type: "availability" as const, service });
  const create = (body: Partial<Parameters<Person["api"]["slos"]["create"]>[0]["body"]> = {}) =>
    boss.api.slos.create({
      body: { name: "Shop works", indicator: availability(), objective: 99, window_days: 30, ...body },
    });

  async function expectByHand(id: string, calls: readonly Calls[], objective = 99, windowDays = 30) {
    const { status } = await stage.figures(boss, id);
    const expected = byHand(calls, objective, windowDays, Date.parse(status.measured_until));
    expect(status).toMatchObject({ good: expected.good, total: expected.total, catching_up: false });
    expect(status.attainment).toBeCloseTo(expected.attainment, 9);
    expect(status.budget.events).toBeCloseTo(expected.allowed, 9);
    expect(status.budget.spent_events).toBe(expected.bad);
    expect(status.budget.remaining_events).toBeCloseTo(expected.allowed - expected.bad, 9);
    expect(status.budget.remaining).toBeCloseTo(expected.remaining, 9);
    for (const [window, rate] of Object.entries(status.burn_rates)) {
      const wanted = expected.burnRates.get(window) ?? null;
      if (wanted === null) expect([window, rate]).toEqual([window, null]);
      else expect([window, rate]).toEqual([window, expect.closeTo(wanted, 9)]);
    }
    return status;
  }

  test("a new objective has the figures of its whole window, by minutes and hours", async () => {
    boss = await stage.newTenant();
    const now = stage.thisMinute();
    const calls: Calls[] = [
      { at: now - 2 * minute, good: 18, bad: 2 },
      { at: now - 20 * minute, good: 30 },
      { at: now - 50 * minute, good: 9, bad: 1 },
      { at: now - 100 * minute, good: 25 },
      { at: now - 5 * hour, good: 40 },
      { at: now - 20 * hour, good: 60, bad: 1 },
      { at: now - 70 * hour, good: 50 },
      { at: now - 5 * day, good: 55, bad: 3 },
      { at: now - 12 * day, good: 58 },
      // Of the minute that is not over yet.
      { at: now + 10_000, good: 1, bad: 1 },
    ];
    await stage.send(boss, [...calls, { at: now - minute, good: 0, bad: 7, service: "other" }]);
    const { id, status: before } = await create();
    expect(before).toMatchObject({ state: "no_data", total: 0, attainment: null, catching_up: true, data_since: null });
    const preview = await boss.api.slos.preview({
      body: { indicator: availability(), objective: 99, window_days: 30 },
    });
    await stage.measure();
    const status = await expectByHand(id, calls);
    expect(status.state).toBe("breached");
    expect(Date.parse(status.data_since ?? "")).toBe(Math.floor((now - 12 * day) / hour) * hour);
    const previewed = byHand(calls, 99, 30, Date.parse(preview.to));
    expect(preview).toMatchObject({ good: previewed.good, total: previewed.total, state: "breached" });
    expect(preview.budget.remaining).toBeCloseTo(previewed.remaining, 9);
    expect(preview.points.at(-1)?.budget_remaining).toBeCloseTo(previewed.remaining, 9);
    const history = await boss.api.slos.history({ params: { id }, query: { points: 60 } });
    expect(history.points.length).toBeLessThanOrEqual(60);
    expect(history.points.reduce((sum, { total }) => sum + total, 0)).toBe(status.total);
    expect(history.points.at(-1)?.budget_remaining).toBeCloseTo(status.budget.remaining, 9);
    expect(history.points[0]?.budget_remaining).toBe(100);
    // The history loses budget only where calls failed.
    const losses = history.points.filter(
      ({ budget_remaining }, at) => budget_remaining < (history.points[at - 1]?.budget_remaining ?? 100),
    );
    expect(losses.every(({ good, total }) => good < total)).toBe(true);
    expect(losses.length).toBeGreaterThan(2);
    // A short window begins at the minute.
    const short = await create({ name: "Shop today", window_days: 1 });
    await stage.measure();
    await expectByHand(short.id, calls, 99, 1);
  });

  test("another minute, late data and a repeated measurement", async () => {
    boss = await stage.newTenant();
    const { id } = await create();
    const calls: Calls[] = [{ at: stage.thisMinute() - 3 * minute, good: 20, bad: 1 }];
    await stage.send(boss, calls);
    await stage.nextMinute();
    await expectByHand(id, calls);
    await stage.measure();
    await expectByHand(id, calls);
    // Nine minutes late.
    const late = { at: stage.thisMinute() - 9 * minute, good: 10, bad: 2 };
    const tooLate = { at: stage.thisMinute() - 30 * minute, good: 5, bad: 5 };
    await stage.send(boss, [late, tooLate]);
    await stage.nextMinute();
    await expectByHand(id, [...calls, late]);
  });

  test("latency is compared exactly, and operations match by name or pattern", async () => {
    boss = await stage.newTenant();
    const at = stage.thisMinute() - 5 * minute;
    await stage.send(boss, [
      { at, good: 3, ms: 199, operation: "GET /cart" },
      { at, good: 4, ms: 200, operation: "GET /cart" },
      { at, good: 5, ms: 201, operation: "GET /cart" },
      { at, good: 6, ms: 500, operation: "GET /cart/items" },
      { at, good: 7, bad: 1, ms: 10, operation: "POST /100%" },
    ]);
    const latency = (operation?: string, threshold_ms = 200) => ({
      ...{ type: "latency" as const, service: "shop", threshold_ms },
      ...(operation !== undefined && { operation }),
    });
    const wanted = [
      ["all", latency(), 15, 26],
      ["slower", latency(undefined, 250), 20, 26],
      ["cart", latency("GET /cart"), 7, 12],
      ["carts", latency("GET /cart*"), 7, 18],
      ["percent", latency("POST /100%"), 8, 8],
      ["none", latency("GET /%"), 0, 0],
      ["works", { ...availability(), operation: "POST*" }, 7, 8],
    ] as const;
    const made = await Promise.all(wanted.map(([name, indicator]) => create({ name, indicator })));
    await stage.measure();
    const found = await Promise.all(made.map(async ({ id }) => (await stage.figures(boss, id)).status));
    expect(found.map(({ good, total }, place) => [wanted[place]?.[0], good, total])).toEqual(
      wanted.map(([name, , good, total]) => [name, good, total]),
    );
  });

  test("a ratio of counters adds up what they counted, also over a reset", async () => {
    boss = await stage.newTenant();
    const start = stage.thisMinute() - 30 * minute;
    const counter = (code: string, values: readonly number[]) => ({
      labels: { __name__: "http_requests_total", code, job: "shop" },
      samples: values.map((value, at) => [value, start + at * 2 * minute] as [number, number]),
    });
    await stage.write([
      counter("200", [100, 150, 200, 260, 10, 60]),
      counter("500", [5, 5, 8, 8, 8, 9]),
      {
        labels: { __name__: "http_requests_total", code: "500", job: "other" },
        samples: [
          [1, start],
          [900, start + minute],
        ],
      },
    ]);
    const total = { metric_name: "http_requests_total", match: ["job=shop"] };
    const indicator = {
      ...{ type: "ratio" as const, service: "shop", total },
      good: { ...total, match: ["job=shop", "code=~2.."] },
    };
    const preview = await boss.api.slos.preview({ body: { indicator, objective: 95, window_days: 7 } });
    const { id } = await create({ indicator, objective: 95, window_days: 7 });
    await stage.measure();
    const { status } = await stage.figures(boss, id);
    // 160 until the reset, 10 since zero and 50 more; 4 failed.
    expect(status).toMatchObject({ good: 220, total: 224 });
    expect(preview).toMatchObject({ good: 220, total: 224 });
    expect(status.budget.remaining).toBeCloseTo(100 - (4 / (224 * 0.05)) * 100, 9);
  });

  test("two instances count every call once", async () => {
    boss = await stage.newTenant();
    const made = await Promise.all(["one", "two", "three"].map((name) => create({ name })));
    const calls: Calls[] = [
      { at: stage.thisMinute() - 4 * minute, good: 30, bad: 1 },
      { at: stage.thisMinute() - 4 * day, good: 20 },
    ];
    await stage.send(boss, calls);
    const another = await stage.instance();
    await Promise.allSettled([stage.measure(), another.schedules.runNow("slos.measure")]);
    await another.close();
    await stage.measure();
    for (const { id } of made) await expectByHand(id, calls);
  });

  test("a changed indicator is measured again, a changed objective only computed again", async () => {
    boss = await stage.newTenant();
    const calls: Calls[] = [{ at: stage.thisMinute() - 4 * minute, good: 95, bad: 5 }];
    await stage.send(boss, [...calls, { at: stage.thisMinute() - 4 * minute, good: 7, service: "cart" }]);
    const { id } = await create({ objective: 99 });
    await stage.measure();
    const edit = (body: Partial<Parameters<Person["api"]["slos"]["create"]>[0]["body"]>) =>
      boss.api.slos.update({ params: { id }, body });
    expect((await stage.figures(boss, id)).status.state).toBe("breached");
    expect((await edit({ objective: 90 })).status).toMatchObject({ state: "met", total: 100, budget: { spent: 50 } });
    expect((await edit({ indicator: availability("cart") })).status).toMatchObject({ state: "no_data", total: 0 });
    await stage.measure();
    expect((await stage.figures(boss, id)).status).toMatchObject({ good: 7, total: 7, state: "met" });
  });

  test("edits during a measurement neither fail nor leave events of the old indicator", async () => {
    boss = await stage.newTenant();
    const at = stage.thisMinute() - 4 * minute;
    await stage.send(boss, [
      { at, good: 5, service: "cart" },
      { at, good: 9, service: "shop" },
    ]);
    const { id } = await create();
    const edits = ["cart", "shop", "cart", "shop", "cart"].map(
      (service, index) => () =>
        boss.api.slos.update({ params: { id }, body: { indicator: availability(service), objective: 90 + index } }),
    );
    await Promise.all([stage.measure(), ...edits.map((edit) => edit())]);
    await stage.measure();
    const { indicator, status } = await stage.figures(boss, id);
    expect(status.total).toBe(indicator.service === "cart" ? 5 : 9);
  });

  test("an objective that cannot be read says so and holds up no other", async () => {
    boss = await stage.newTenant();
    await stage.send(boss, [{ at: stage.thisMinute() - 4 * minute, good: 5 }]);
    await stage.write([{ labels: { __name__: "requests_total", code: "200" }, samples: [[1, stage.now()]] }]);
    // A pattern that is right, and larger than what ClickHouse compiles.
    const counter = { metric_name: "requests_total", match: ["code=~\\p{L}{1000}\\p{L}{1000}"] };
    const broken = await create({ name: "Broken", indicator: { type: "ratio", good: counter, total: counter } });
    const { id } = await create();
    await stage.measure();
    expect((await stage.figures(boss, id)).status).toMatchObject({ total: 5, error: null, catching_up: false });
    expect((await stage.figures(boss, broken.id)).status).toMatchObject({
      error: expect.stringMatching(/./),
      state: "no_data",
      catching_up: true,
    });
    await boss.api.slos.remove({ params: { id: broken.id } });
    await stage.measure();
  });

  test("what was missed during days of downtime is measured afterwards", async () => {
    const person = await stage.newTenant();
    const { key } = await person.api.apiKeys.create({ body: { name: "Test", role: "admin" } });
    const headers = { ...person.headers, authorization: `Bearer ${key}` };
    boss = { ...person, headers, api: stage.plane.api(headers) };
    const { id } = await create();
    const before: Calls[] = [{ at: stage.thisMinute() - 4 * minute, good: 20, bad: 1 }];
    await stage.send(boss, before);
    await stage.nextMinute();
    await expectByHand(id, before);
    const down = stage.thisMinute();
    stage.travel(5 * day);
    const missed: Calls[] = [
      { at: down + minute, good: 11, bad: 1 },
      { at: down + 30 * hour, good: 12, bad: 2 },
      { at: stage.thisMinute() - 3 * day + 2 * minute, good: 13 },
      { at: stage.thisMinute() - 7 * minute, good: 14, bad: 1 },
    ];
    await stage.send(boss, missed);
    expect((await stage.figures(boss, id)).status.catching_up).toBe(true);
    await stage.measure();
    await expectByHand(id, [...before, ...missed]);
    // Retention leaves what windows need.
    await stage.plane.schedules.runNow("slos.retention");
    await stage.nextMinute();
    await expectByHand(id, [...before, ...missed]);
  });
});
