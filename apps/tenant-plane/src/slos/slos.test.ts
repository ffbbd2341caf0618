import type { AlertPolicyInput } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Person } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";
import { byHand, type Calls, hour, minute, openSloStage, type SloStage } from "../../test/slo-stage.ts";
import { sloFiguresOf } from "./index.ts";

type Body = Parameters<Person["api"]["slos"]["create"]>[0]["body"];

describe.skipIf(inject("clickhouseProblem") !== "")("SLOs", () => {
  let stage: SloStage;
  let boss: Person;
  beforeAll(async () => {
    stage = await openSloStage();
  });
  afterAll(() => stage?.close());

  const create = (body: Partial<Body> = {}, person = boss) =>
    person.api.slos.create({
      body: {
        ...{ name: "Shop works", indicator: { type: "availability", service: "shop" }, objective: 99, window_days: 30 },
        ...body,
      },
    });
  const makeAlerts = (id: string) => boss.api.slos.alerts({ params: { id } });

  test("a burn fires the policies of its objective, which share one incident until it recovers", async () => {
    boss = await stage.newTenant();
    const item = await boss.api.cmdb.create({ body: { name: "shop", class: "service" } });
    const { id } = await create({ ci_id: item.id, description: "Buyers can pay" });
    const { alerts } = await makeAlerts(id);
    expect(
      alerts.map(({ severity, threshold, window, short_window }) => [severity, threshold, window, short_window]),
    ).toEqual([
      ["P1", 14.4, "1h", "5m"],
      ["P2", 6, "6h", "30m"],
      ["P3", 3, "1d", "2h"],
      ["P4", 1, "3d", "6h"],
    ]);
    const now = stage.thisMinute();
    // An hour ago 2 of 100 calls failed, which burns at less than 14.4 in an hour. Now half of them fail.
    const calls: Calls[] = [
      { at: now - 40 * minute, good: 98, bad: 2 },
      { at: now - 3 * minute, good: 10, bad: 10 },
    ];
    await stage.send(boss, calls.slice(0, 1));
    await stage.nextMinute();
    await stage.plane.schedules.runNow("alerts.evaluate");
    // The rate is 2 in each window that has them, but the last five minutes and half an hour burn nothing.
    expect((await stage.alerts("firing")).map(({ severity }) => severity)).toEqual(["P4"]);
    await stage.send(boss, calls.slice(1));
    await stage.nextMinute();
    await stage.tick();
    const firing = await stage.alerts("firing");
    const { burnRates } = byHand(calls, 99, 30, Date.parse((await stage.figures(boss, id)).status.measured_until));
    const smaller = (one: string, two: string) => Math.min(burnRates.get(one) ?? 0, burnRates.get(two) ?? 0);
    // 12 bad of 120 in all long windows: a burn rate of 10, which is not above 14.4.
    expect(firing.map(({ severity }) => severity).sort()).toEqual(["P2", "P3", "P4"]);
    const ofSeverity = (severity: string) => firing.find((alert) => alert.severity === severity);
    expect(ofSeverity("P2")?.value).toBeCloseTo(smaller("6h", "30m"), 9);
    expect(ofSeverity("P4")?.value).toBeCloseTo(smaller("3d", "6h"), 9);
    expect(ofSeverity("P2")).toMatchObject({ labels: { slo: "Shop works", service: "shop" }, ci_ids: [item.id] });
    expect((await boss.api.alerts.list({ query: { slo_id: id } })).items).toHaveLength(3);
    const [incident, ...others] = await stage.incidents();
    expect(others).toEqual([]);
    expect(incident).toMatchObject({ severity: "P2", ci_ids: [item.id], created_by: "automation" });
    expect(incident?.description).toContain("Buyers can pay");
    expect(await stage.entries(incident?.id ?? "")).toEqual(
      expect.arrayContaining([
        expect.stringContaining("fired for the same objective: The error budget burns at 10 times"),
      ]),
    );
    expect(
      (await stage.figures(boss, id)).alerts.filter((each) => each.firing).map(({ severity }) => severity),
    ).toEqual(["P2", "P3", "P4"]);
    // Thirty minutes later the short window of P2 is over.
    stage.travel(31 * minute);
    await stage.measure();
    await stage.tick();
    expect((await stage.alerts("firing")).map(({ severity }) => severity).sort()).toEqual(["P3", "P4"]);
    // A backtest finds the same.
    const policy: AlertPolicyInput = {
      name: "Replayed",
      signal: "slos",
      condition: { type: "burn_rate", slo_id: id, threshold: 6, window: "6h", short_window: "30m" },
      interval: "60s",
    };
    const replay = await boss.api.alertPolicies.backtest({ body: { policy, from: "now-2h" } });
    expect(replay).toMatchObject({ total_alerts: 1, alerts: [{ severity: "P3", resolved_at: expect.any(String) }] });
    expect(replay.alerts[0]?.peak).toBeCloseTo(smaller("6h", "30m"), 9);

    // The objective goes with its policies, and what fires is resolved.
    await boss.api.slos.remove({ params: { id } });
    expect(await stage.alerts("firing")).toEqual([]);
    expect((await boss.api.alertPolicies.list()).items).toEqual([]);
    expect(await refusalOf(boss.api.slos.get({ params: { id } }))).toMatchObject({ status: 404 });
  });

  test("a silence mutes a burn, and a policy without measurements keeps its state", async () => {
    boss = await stage.newTenant();
    const { id } = await create();
    const condition = { type: "burn_rate", slo_id: id, threshold: 2, window: "30m", short_window: "5m" } as const;
    const policy = await boss.api.alertPolicies.create({
      body: { name: "Own", signal: "slos", condition, labels: { slo: "x" } },
    });
    await boss.api.silences.create({
      body: {
        comment: "Known",
        matchers: [{ name: "slo", operator: "=", value: "x" }],
        ends_at: new Date(stage.now() + hour).toISOString(),
      },
    });
    await stage.send(boss, [{ at: stage.thisMinute() - 2 * minute, good: 5, bad: 5 }]);
    await stage.nextMinute();
    await stage.plane.schedules.runNow("alerts.evaluate");
    expect(await stage.alerts("firing")).toMatchObject([{ muted: { name: "Known" }, incident: null }]);
    // Measured twenty minutes ago: the state is kept.
    stage.travel(20 * minute);
    await stage.tick();
    expect(await stage.alerts("firing")).toHaveLength(1);
    expect((await boss.api.alertPolicies.get({ params: { id: policy.id } })).state).toMatchObject({
      groups: 0,
      firing: 1,
    });
    await stage.measure();
    await stage.tick();
    expect(await stage.alerts("firing")).toEqual([]);
  });

  test("a policy that wants more events than there were does not fire", async () => {
    boss = await stage.newTenant();
    const { id } = await create();
    const condition = { type: "burn_rate", slo_id: id, threshold: 2, window: "30m", short_window: "5m" } as const;
    for (const min_calls of [10, 11])
      await boss.api.alertPolicies.create({
        body: { name: `At least ${min_calls}`, signal: "slos", condition: { ...condition, min_calls } },
      });
    await stage.send(boss, [{ at: stage.thisMinute() - 2 * minute, good: 5, bad: 5 }]);
    await stage.nextMinute();
    await stage.plane.schedules.runNow("alerts.evaluate");
    expect(await stage.alerts("firing")).toMatchObject([{ name: "At least 10" }]);
  });

  test("policies are made once, follow the objective, and keep what a person changed", async () => {
    boss = await stage.newTenant();
    const { id } = await create();
    const first = await makeAlerts(id);
    expect((await makeAlerts(id)).alerts).toEqual(first.alerts);
    await Promise.all([makeAlerts(id), makeAlerts(id)]);
    expect((await boss.api.alertPolicies.list({ query: { signal: ["slos"] } })).total).toBe(4);
    const [p1, p2, , p4] = first.alerts;
    await boss.api.alertPolicies.update({ params: { id: p2?.policy_id ?? "" }, body: { name: "My own name" } });
    await boss.api.alertPolicies.remove({ params: { id: p4?.policy_id ?? "" } });
    expect((await stage.figures(boss, id)).alerts).toHaveLength(3);
    const after = await boss.api.slos.update({ params: { id }, body: { name: "Shop sells", window_days: 60 } });
    expect(after.alerts.map(({ name, threshold }) => [name, threshold])).toEqual([
      ["Shop sells: budget burn over 1h", 28.8],
      ["My own name", 12],
      ["Shop sells: budget burn over 1d", 6],
    ]);
    expect((await makeAlerts(id)).alerts.map(({ window }) => window)).toEqual(["1h", "6h", "1d", "3d"]);
    const policy = await boss.api.alertPolicies.get({ params: { id: p1?.policy_id ?? "" } });
    expect(policy).toMatchObject({ labels: { slo: "Shop sells", service: "shop" }, interval: "60s" });
    const short = await create({ name: "Today", window_days: 1 });
    expect((await makeAlerts(short.id)).alerts.map(({ window }) => window)).toEqual(["1h", "6h", "1d"]);
  });

  test("lists are paged by cursor, filtered and sorted by the budget that is left", async () => {
    boss = await stage.newTenant();
    const group = await boss.api.groups.create({ body: { name: "Payments" } });
    const at = stage.thisMinute() - 3 * minute;
    await stage.send(boss, [
      { at, good: 100, service: "a" },
      { at, good: 90, bad: 10, service: "b" },
      { at, good: 99, bad: 1, service: "c" },
    ]);
    for (const service of ["c", "a", "b", "silent"])
      await create({
        ...{ name: `Of ${service}`, indicator: { type: "availability", service }, objective: 98 },
        group_id: service === "b" ? group.id : null,
      });
    await stage.nextMinute();
    const names = async (query: NonNullable<Parameters<Person["api"]["slos"]["list"]>[0]>["query"]) => {
      const found: string[] = [];
      let next: string | null | undefined;
      do {
        const page = await boss.api.slos.list({ query: { limit: 2, ...query, ...(next && { next }) } });
        found.push(...page.items.map(({ name }) => name));
        next = page.next;
      } while (next);
      return found;
    };
    expect(await names({})).toEqual(["Of a", "Of b", "Of c", "Of silent"]);
    expect(await names({ sort: "budget" })).toEqual(["Of b", "Of c", "Of a", "Of silent"]);
    expect(await names({ state: ["breached", "no_data"] })).toEqual(["Of b", "Of silent"]);
    expect(await names({ service: ["a", "c"] })).toEqual(["Of a", "Of c"]);
    expect(await names({ q: "SILENT" })).toEqual(["Of silent"]);
    expect(await names({ group_id: group.id })).toEqual(["Of b"]);
    expect((await boss.api.slos.list({ query: { q: "Of b" } })).items).toMatchObject([
      {
        group_name: "Payments",
        ci_name: null,
        status: { state: "breached", attainment: 90, budget: { remaining: -400 } },
      },
    ]);
    expect(await refusalOf(boss.api.slos.list({ query: { next: "elsewhere" } }))).toMatchObject({ status: 422 });
  });

  test("a state that changes is announced and audited, a measurement without news is not", async () => {
    boss = await stage.newTenant();
    const { id } = await create({ objective: 90 });
    const measurements = async () =>
      (await boss.api.audit.list({ query: { target_type: "slo" } })).items.filter(
        ({ action }) => action === "slos.measure",
      );
    await stage.nextMinute();
    expect(await measurements()).toEqual([]);
    await stage.send(boss, [{ at: stage.thisMinute() - minute, good: 1, bad: 1 }]);
    await stage.nextMinute();
    await stage.nextMinute();
    expect(await measurements()).toMatchObject([
      { target_id: id, after: { states: [{ name: "Shop works", from: "no_data", to: "breached" }] } },
    ]);
  });

  test("reports read the figures of a period by objective", async () => {
    boss = await stage.newTenant();
    const now = stage.thisMinute();
    const calls: Calls[] = [
      { at: now - 30 * hour, good: 40, bad: 10 },
      { at: now - 5 * hour, good: 45, bad: 5 },
      { at: now - 5 * minute, good: 50 },
    ];
    await stage.send(boss, calls);
    await create();
    await stage.measure();
    const from = new Date(Math.floor((now - 10 * hour) / hour) * hour);
    const to = new Date(Math.floor((now - 2 * hour) / hour) * hour);
    const [figures, ...others] = await sloFiguresOf(stage.dbOf(boss), { from, to });
    expect(others).toEqual([]);
    expect(figures).toMatchObject({ name: "Shop works", service: "shop", good: 45, total: 50, attainment: 90 });
    const window = byHand(calls, 99, 30, to.getTime());
    expect(figures?.budgetRemaining).toBeCloseTo(window.remaining, 9);
    // 5 of 50 calls failed where 0.5 may.
    expect(figures?.worstBurn).toBeCloseTo(10, 9);
    expect(await sloFiguresOf(stage.dbOf(await stage.plane.tenant()), { from, to })).toEqual([]);
  });

  test("another tenant sees nothing, and a viewer reads but changes nothing", async () => {
    boss = await stage.newTenant();
    const { id } = await create();
    await makeAlerts(id);
    const viewer = await stage.plane.person("viewer", boss);
    expect(await viewer.api.slos.get({ params: { id } })).toMatchObject({ id, alerts: { length: 4 } });
    const definition = { indicator: { type: "availability", service: "shop" }, objective: 99, window_days: 1 } as const;
    expect(await viewer.api.slos.preview({ body: definition })).toMatchObject({ state: "no_data", total: 0 });
    const stranger = await stage.plane.tenant();
    expect((await stranger.api.slos.list()).items).toEqual([]);
    const writes = ({ api }: Person) => [
      () => api.slos.update({ params: { id }, body: { name: "Mine" } }),
      () => api.slos.remove({ params: { id } }),
      () => api.slos.alerts({ params: { id } }),
    ];
    for (const write of writes(viewer)) expect(await refusalOf(write())).toMatchObject({ status: 403 });
    const policy: AlertPolicyInput = {
      ...{ name: "Theirs", signal: "slos", condition: { type: "burn_rate", slo_id: id, threshold: 1 } },
    };
    for (const call of [
      ...writes(stranger),
      () => stranger.api.slos.get({ params: { id } }),
      () => stranger.api.slos.history({ params: { id } }),
      () => stranger.api.alertPolicies.create({ body: policy }),
    ])
      expect(await refusalOf(call())).toMatchObject({ status: 404 });
    expect(await stage.figures(boss, id)).toMatchObject({ name: "Shop works" });
  });

  test.each<[Partial<Body>, string]>([
    [{ objective: 99.9999 }, "objective"],
    [{ objective: 50 }, "objective"],
    [{ objective: 100 }, "objective"],
    [{ window_days: 0 }, "window_days"],
    [{ window_days: 91 }, "window_days"],
    [{ indicator: { type: "availability" } }, "indicator.service"],
    [{ indicator: { type: "latency", service: "shop" } }, "indicator.threshold_ms"],
    [{ indicator: { type: "ratio", good: { metric_name: "good_total" } } }, "indicator.total"],
    [{ indicator: { type: "ratio", good: { metric_name: "a", match: ["?"] }, total: { metric_name: "a" } } }, "match"],
  ])("%o is refused", async (body, path) => {
    boss ??= await stage.newTenant();
    expect(await refusalOf(create(body))).toMatchObject({ status: 422, details: [{ path }] });
  });

  test("names are unique, references exist, and the second of two edits is refused", async () => {
    boss = await stage.newTenant();
    const { id, version } = await create();
    expect(await refusalOf(create())).toMatchObject({ status: 409 });
    const nobody = "01900000-0000-7000-8000-000000000000";
    expect(await refusalOf(create({ name: "Two", ci_id: nobody }))).toMatchObject({ status: 404 });
    expect(await refusalOf(create({ name: "Two", group_id: nobody }))).toMatchObject({ status: 404 });
    const edit = (description: string) =>
      boss.api.slos.update({ params: { id }, body: { description } }, { headers: { "if-match": `"${version}"` } });
    await edit("First");
    expect(await refusalOf(edit("Second"))).toMatchObject({ status: 409 });
    const burn = (condition: object) =>
      boss.api.alertPolicies.create({
        body: {
          name: "Burn",
          signal: "slos",
          condition: { type: "burn_rate", slo_id: id, threshold: 1, ...condition },
        },
      });
    expect(await refusalOf(burn({ window: "4d" }))).toMatchObject({
      status: 422,
      details: [{ path: "condition.window" }],
    });
    expect(await refusalOf(burn({ window: "1h", short_window: "2h" }))).toMatchObject({
      details: [{ path: "condition.short_window" }],
    });
  });
});
