import type { AlertPolicyInput } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { TestSeries } from "../../test/a-write.ts";
import { type AlertStage, openAlertStage, step, threshold } from "../../test/alert-stage.ts";
import { anExport } from "../../test/an-export.ts";
import type { Person } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("alert policies", () => {
  let stage: AlertStage;
  let boss: Person;
  beforeAll(async () => {
    stage = await openAlertStage();
  });
  afterAll(() => stage?.plane.close());

  async function newTenant() {
    boss = await stage.newTenant();
  }

  test("a policy of any interval and window is evaluated, and one that fails leaves the others alone", async () => {
    await newTenant();
    const odd = (interval: string, window: string) =>
      threshold({ name: `Every ${interval}`, interval, condition: { ...threshold().condition, window } });
    const policies = [
      await boss.api.alertPolicies.create({ body: odd("5s", "86399s") }),
      await boss.api.alertPolicies.create({ body: odd("7s", "1d") }),
      await boss.api.alertPolicies.create({ body: threshold() }),
    ];
    await stage.tickWith({ "web-1": 95 });
    for (const { id } of policies)
      expect(await boss.api.alertPolicies.get({ params: { id } })).toMatchObject({ state: { firing: 1, error: null } });
  });

  test("each group that passes the threshold opens one incident, and its recovery is noted", async () => {
    await newTenant();
    const item = await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } });
    const policy = await boss.api.alertPolicies.create({
      body: threshold({ severity: "P2", description: "Look at it" }),
    });
    expect(policy).toMatchObject({ enabled: true, interval: "60s", no_data: "keep", version: 1 });
    await stage.tickWith({ "web-1": 95, "web-2": 50 });
    const [incident] = await stage.incidents();
    expect(await stage.incidents()).toHaveLength(1);
    expect(incident).toMatchObject({
      title: "High load (host=web-1)",
      severity: "P2",
      source: "High load",
      ci_ids: [item.id],
      created_by: "automation",
    });
    expect(incident?.description).toContain("load (max over 2m) is 95 (> 90)");
    expect(incident?.description).toContain("Look at it");
    expect(await stage.alerts("firing")).toMatchObject([
      { labels: { host: "web-1" }, value: 95, incident: { id: incident?.id }, ci_ids: [item.id] },
    ]);
    await stage.tickWith({ "web-1": 97, "web-2": 50 });
    expect(await stage.incidents()).toHaveLength(1);
    await stage.tickWith({ "web-1": 20, "web-2": 50 });
    await stage.tickWith({ "web-1": 20, "web-2": 50 });
    await stage.tickWith({ "web-1": 20, "web-2": 50 });
    expect(await stage.alerts("firing")).toEqual([]);
    expect(await stage.alerts("resolved")).toHaveLength(1);
    expect(await stage.entries(incident?.id ?? "")).toEqual([
      "Labels name the affected CIs: web-1 (host=web-1).",
      'Alert "High load" (host=web-1) recovered.',
      "All alerts of this incident have recovered.",
    ]);
    expect((await stage.incidents())[0]).toMatchObject({ status: "triggered" });
    expect(await boss.api.alertPolicies.get({ params: { id: policy.id } })).toMatchObject({
      state: { firing: 0, groups: 2, error: null },
    });
    const { items } = await boss.api.alertPolicies.evaluations({ params: { id: policy.id } });
    expect(items.map(({ firing, evaluations }) => [firing, evaluations > 0])).toEqual([
      [0, true],
      [1, true],
    ]);
  });

  test("of 60 groups that fire at once, 50 open incidents and the others join one, which is resolved with the last", async () => {
    await newTenant();
    await boss.api.alertPolicies.create({ body: threshold({ auto_resolve: true }) });
    const hosts = (load: number) => Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`web-${at}`, load]));
    await stage.tickWith(hosts(95));
    const found = (await boss.api.incidents.list({ query: { limit: 100 } })).items;
    expect(found).toHaveLength(51);
    const storm = found.find(({ title }) => title === "Alert storm: High load");
    const { items } = await boss.api.alerts.list({ query: { incident_id: storm?.id ?? "" } });
    expect(items).toHaveLength(10);
    for (let minutes = 0; minutes < 3; minutes++) await stage.tickWith(hosts(20));
    expect(await boss.api.incidents.get({ params: { id: storm?.id ?? "" } })).toMatchObject({ status: "resolved" });
  });

  test("`for` waits, an alert that comes back is the same one, and auto_resolve resolves its incident", async () => {
    await newTenant();
    await boss.api.alertPolicies.create({ body: threshold({ for: "2m", auto_resolve: true }) });
    await stage.tickWith({ db: 99 });
    expect(await stage.alerts("pending")).toHaveLength(1);
    expect(await stage.incidents()).toEqual([]);
    await stage.tickWith({ db: 99 });
    await stage.tickWith({ db: 99 });
    const [alert] = await stage.alerts("firing");
    expect(await stage.incidents()).toHaveLength(1);
    for (let minutes = 0; minutes < 3; minutes++) await stage.tickWith({ db: 1 });
    expect((await stage.incidents())[0]).toMatchObject({
      status: "resolved",
      resolution_notes: "All alerts have recovered.",
    });
    for (let minutes = 0; minutes < 3; minutes++) await stage.tickWith({ db: 99 });
    expect(await stage.alerts("firing")).toMatchObject([{ id: alert?.id, fired_count: 2 }]);
    // The resolved incident stays resolved; what came back is news.
    expect(await stage.incidents()).toHaveLength(2);
  });

  test("the severity follows the threshold that is passed, and raises the incident", async () => {
    await newTenant();
    await boss.api.alertPolicies.create({
      body: threshold({ severity: "P4", severity_levels: [{ severity: "P1", threshold: 98 }] }),
    });
    await stage.tickWith({ db: 95 });
    expect(await stage.incidents()).toMatchObject([{ severity: "P4" }]);
    await stage.tickWith({ db: 99 });
    expect(await stage.incidents()).toMatchObject([{ severity: "P1" }]);
    expect(await stage.alerts("firing")).toMatchObject([{ severity: "P1" }]);
  });

  test("an alert on what depends on a failed item joins its incident", async () => {
    await newTenant();
    const create = (name: string) => boss.api.cmdb.create({ body: { name, class: "server" } });
    const [database, shop] = [await create("db-1"), await create("shop-1")];
    await boss.api.cmdb.relate({ body: { source_id: shop.id, target_id: database.id, type: "depends_on" } });
    await boss.api.alertPolicies.create({ body: threshold() });
    await stage.tickWith({ "db-1": 99, "shop-1": 10, other: 10 });
    await stage.tickWith({ "db-1": 99, "shop-1": 99, other: 99 });
    const [first, second] = await stage.incidents();
    expect(await stage.incidents()).toHaveLength(2);
    expect(second).toMatchObject({ title: "High load (host=other)" });
    expect(await stage.entries(first?.id ?? "")).toEqual([
      "Labels name the affected CIs: db-1 (host=db-1).",
      expect.stringContaining('Alert "High load" (host=shop-1) fired on a CI that depends on it'),
    ]);
  });

  test("absence fires for a host that fell silent, and no_data alerts", async () => {
    await newTenant();
    await boss.api.alertPolicies.create({
      body: threshold({ name: "Silent", condition: { type: "absence", metric_name: "load", window: "2m" } }),
    });
    await boss.api.alertPolicies.create({ body: threshold({ name: "Blind", no_data: "alert" }) });
    await stage.tickWith({ a: 1, b: 1 });
    expect(await stage.alerts("firing")).toEqual([]);
    for (let minutes = 0; minutes < 4; minutes++) await stage.tickWith({ a: 1 });
    const firing = await stage.alerts("firing");
    expect(firing.map(({ name, labels, no_data }) => [name, labels.host, no_data]).sort()).toEqual([
      ["Blind", "b", true],
      ["Silent", "b", false],
    ]);
    await stage.tickWith({ a: 1, b: 1 });
    expect(await stage.alerts("firing")).toEqual([]);
  });

  test("counts of logs, and error rate and latency of calls", async () => {
    await newTenant();
    const create = (body: AlertPolicyInput) => boss.api.alertPolicies.create({ body });
    await create({
      name: "Errors",
      signal: "logs",
      condition: { type: "count", q: "refused", level: ["error"], operator: ">=", threshold: 3, window: "3m" },
      group_by: ["service"],
    });
    await create({
      name: "Failing",
      signal: "traces",
      condition: { type: "error_rate", operator: ">", threshold: 0.4, window: "3m" },
      group_by: ["service"],
    });
    await create({
      name: "Slow",
      signal: "traces",
      condition: { type: "latency", agg: "p95", operator: ">", threshold: 500, window: "3m" },
      group_by: ["service"],
    });
    const at = stage.now();
    await boss.api.ingest.logs({
      body: ["shop", "shop", "shop", "cart"].map((service) => ({
        ...{ service, level: "error", message: "Connection refused", timestamp: new Date(at).toISOString() },
      })),
    });
    const span = (id: string, service: string, ms: number, failed: boolean) => ({
      ...{ trace: id.padStart(32, "a"), id: id.padStart(16, "b"), service, name: "GET /", kind: "server" as const },
      ...{ at: at - 2000, ms, failed },
    });
    await boss.api.ingest.otlpTraces({
      body: anExport([span("1", "shop", 10, true), span("2", "shop", 10, false), span("3", "cart", 900, false)]),
    });
    await stage.tick();
    const firing = await stage.alerts("firing");
    expect(firing.map(({ name, labels, value }) => [name, labels.service, Math.round(value ?? 0)]).sort()).toEqual([
      ["Errors", "shop", 3],
      ["Failing", "shop", 1],
      ["Slow", "cart", expect.any(Number)],
    ]);
  });

  test("a backtest finds exactly the alerts that live evaluation raised", async () => {
    await newTenant();
    const body = threshold({ name: "Same", for: "2m", keep_firing_for: "2m", delay: "1m" });
    await boss.api.alertPolicies.create({ body });
    await stage.tick();
    const from = stage.now();
    const values = [10, 95, 96, 97, 20, 95, 20, 20, 20, 20, 20, 99, 99, 99, 99];
    for (const value of values) await stage.tickWith({ a: value, b: value > 96 ? 91 : 3 });
    for (let more = 0; more < 5; more++) await stage.tick();
    const found = await boss.api.alertPolicies.backtest({
      body: {
        policy: body,
        from: new Date(from - 4 * step).toISOString(),
        to: new Date(stage.now() - step).toISOString(),
      },
    });
    const live = [...(await stage.alerts("resolved")), ...(await stage.alerts("firing"))];
    const key = (host: string | undefined, started: string, resolved: string | null) =>
      `${host} ${started} ${resolved}`;
    const last = new Map(found.alerts.map((each) => [each.labels.host, each]));
    expect(live.map((each) => key(each.labels.host, each.started_at, each.resolved_at)).sort()).toEqual(
      [...last.values()].map((each) => key(each.labels.host, each.started_at, each.resolved_at)).sort(),
    );
    expect(live.map(({ fired_count }) => fired_count).reduce((sum, count) => sum + count, 0)).toBe(found.total_alerts);
    expect(found.total_alerts).toBeGreaterThan(1);
    expect(found.series).toHaveLength(2);
  });

  test("policies read the same values as a query of the metric, with matchers, groups and counters", async () => {
    await newTenant();
    const start = Math.floor(stage.now() / 60_000) * 60_000 - 600_000;
    const samples = (factor: number): TestSeries["samples"] =>
      Array.from({ length: 40 }, (_, at) => [at === 20 ? "stale" : (at % 13) * factor, start + at * 15_000]);
    await stage.write(
      ["a", "b", "c"].map((host, at) => ({
        labels: { __name__: "requests_total", host, zone: at === 2 ? "west" : "east" },
        samples: samples(at + 1),
      })),
    );
    const range = { from: new Date(start + 60_000).toISOString(), to: new Date(start + 540_000).toISOString() };
    const cases = [
      ...(["avg", "min", "max"] as const).map((agg) => ({ agg, over: agg, match: ["zone=east"], by: ["host"] })),
      { agg: "sum", over: "last", match: ["host!=b"], by: ["zone"] } as const,
      { agg: "p95", over: "max", match: ["host=~a|c"], by: [] } as const,
      { agg: "max", over: "max", match: ["host=~(a|c)+"], by: ["host"] } as const,
      { agg: "rate", match: [], by: ["zone"] } as const,
    ];
    for (const { by, match, ...reading } of cases) {
      const condition = { type: "threshold" as const, metric_name: "requests_total", threshold: 0, window: "60s" };
      const policy = threshold({ condition: { ...condition, ...reading, match: [...match] }, group_by: [...by] });
      const found = await boss.api.alertPolicies.backtest({
        body: { policy: { ...policy, interval: "15s" }, ...range },
      });
      const { series } = await boss.api.metrics.query({
        query: {
          ...{ metric_name: "requests_total", start: range.from, end: range.to, step: "15s", window: "60s" },
          ...{ ...reading, ...(match.length > 0 && { match: [...match] }), ...(by.length > 0 && { by: [...by] }) },
        },
      });
      expect(series.length).toBeGreaterThan(0);
      const sorted = (all: typeof series) => all.map((each) => JSON.stringify(each)).sort();
      expect(sorted(found.series), JSON.stringify(reading)).toEqual(sorted(series));
    }
  });

  describe("muting", () => {
    const hour = 3_600_000;
    const iso = (ms: number) => new Date(stage.now() + ms).toISOString();
    /** Time passes until this much later; then muted alerts are looked at again. */
    async function pass(ms: number): Promise<void> {
      stage.travel(ms);
      for (const name of ["alerts.mutes", "alerts.mute"]) await stage.plane.schedules.runNow(name);
    }

    test("a silence mutes matching alerts, and what still fires at its end opens its incident", async () => {
      await newTenant();
      await boss.api.alertPolicies.create({ body: threshold() });
      const silence = await boss.api.silences.create({
        body: { matchers: [{ name: "host", operator: "=~", value: "web-.*" }], ends_at: iso(hour), comment: "Known" },
      });
      expect(silence).toMatchObject({ state: "active", kind: "silence", muted_alerts: 0 });
      const found = async (q: string) => (await boss.api.silences.list({ query: { q } })).total;
      expect([await found("known"), await found("web-"), await found("mail")]).toEqual([1, 1, 0]);
      await stage.tickWith({ "web-1": 99, db: 99 });
      expect((await stage.incidents()).map(({ title }) => title)).toEqual(["High load (host=db)"]);
      const muted = await boss.api.alerts.list({ query: { muted: true } });
      expect(muted.items).toMatchObject([
        { labels: { host: "web-1" }, muted: { reason: "silence", id: silence.id, name: "Known" }, incident: null },
      ]);
      expect(await boss.api.silences.get({ params: { id: silence.id } })).toMatchObject({ muted_alerts: 1 });
      expect(await boss.api.alerts.counts()).toMatchObject({ firing: 1, muted: 1 });
      await pass(hour / 2);
      expect(await stage.incidents()).toHaveLength(1);
      await pass(hour);
      expect((await stage.incidents()).map(({ title }) => title)).toEqual([
        "High load (host=db)",
        "High load (host=web-1)",
      ]);
      expect(await boss.api.silences.get({ params: { id: silence.id } })).toMatchObject({ state: "ended" });
    });

    test("a silence or window also mutes what fires already; its incident stays and goes on at the end", async () => {
      await newTenant();
      const { condition } = threshold();
      await boss.api.alertPolicies.create({ body: threshold({ condition: { ...condition, window: "10m" } }) });
      await stage.tickWith({ "web-1": 99, db: 99 });
      expect(await stage.alerts("firing")).toHaveLength(2);
      const body = { matchers: [{ name: "host", value: "web-1" }], ends_at: iso(hour), comment: "Known" };
      const silence = await boss.api.silences.create({ body });
      expect(silence).toMatchObject({ muted_alerts: 1 });
      expect(await boss.api.alerts.counts()).toMatchObject({ firing: 1, muted: 1 });
      const ofWeb = (await stage.incidents()).find(({ title }) => title === "High load (host=web-1)");
      expect(await stage.entries(ofWeb?.id ?? "")).toContain(
        'Alert "High load" (host=web-1) is muted by a silence: Known.',
      );
      await boss.api.silences.create({
        body: {
          ...{ kind: "maintenance", matchers: [{ name: "host", value: "db" }] },
          ...{ starts_at: iso(hour / 2), ends_at: iso(2 * hour) },
        },
      });
      expect(await boss.api.alerts.counts()).toMatchObject({ firing: 1, muted: 1 });
      await pass(hour / 2 + 1000);
      expect(await boss.api.alerts.counts()).toMatchObject({ firing: 0, muted: 2 });
      await pass(hour);
      expect(await boss.api.alerts.counts()).toMatchObject({ firing: 1, muted: 1 });
      expect(await stage.incidents()).toHaveLength(2);
    });

    test("an ended silence mutes no more, and one without matchers or with a wrong time is refused", async () => {
      await newTenant();
      await boss.api.alertPolicies.create({ body: threshold() });
      const body = { matchers: [{ name: "alertname", value: "High load" }], ends_at: iso(hour) };
      const { id } = await boss.api.silences.create({ body });
      await stage.tickWith({ db: 99 });
      expect(await stage.incidents()).toEqual([]);
      expect(await boss.api.silences.end({ params: { id } })).toMatchObject({ state: "ended" });
      await pass(0);
      expect(await stage.incidents()).toHaveLength(1);
      expect(await refusalOf(boss.api.silences.end({ params: { id } }))).toMatchObject({ status: 409 });
      for (const wrong of [
        { ends_at: iso(hour) },
        { ...body, ends_at: iso(-hour) },
        { matchers: [{ name: "host", operator: "=~" as const, value: "(" }], ends_at: iso(hour) },
        { matchers: body.matchers },
      ])
        expect(await refusalOf(boss.api.silences.create({ body: wrong }))).toMatchObject({ status: 422 });
    });

    test("a repeating maintenance window mutes its items and what depends on them, only while it is open", async () => {
      await newTenant();
      const create = (name: string) => boss.api.cmdb.create({ body: { name, class: "server" } });
      const [storage, shop] = [await create("storage"), await create("shop")];
      await boss.api.cmdb.relate({ body: { source_id: shop.id, target_id: storage.id, type: "depends_on" } });
      await boss.api.alertPolicies.create({ body: threshold() });
      const begin = new Date(stage.now());
      await boss.api.silences.create({
        body: {
          kind: "maintenance",
          ci_ids: [storage.id],
          recurrence: { cron: `${begin.getUTCMinutes()} * * * *`, timezone: "UTC", duration_minutes: 10 },
          starts_at: iso(-hour),
          comment: "Backup",
        },
      });
      const inState = async (state: "active" | "scheduled") =>
        (await boss.api.silences.list({ query: { state: [state] } })).items.map(({ comment }) => comment);
      expect([await inState("active"), await inState("scheduled")]).toEqual([["Backup"], []]);
      await stage.tickWith({ shop: 99, other: 99 });
      expect((await stage.incidents()).map(({ title }) => title)).toEqual(["High load (host=other)"]);
      await pass(15 * 60_000);
      expect(await stage.incidents()).toHaveLength(2);
      expect([await inState("active"), await inState("scheduled")]).toEqual([[], ["Backup"]]);
    });

    test("a change in its window mutes its blast radius, shows the alert, and pages at its end", async () => {
      await newTenant();
      const create = (name: string) => boss.api.cmdb.create({ body: { name, class: "server" } });
      const [database, shop] = [await create("orders-db"), await create("shop")];
      await boss.api.cmdb.relate({ body: { source_id: shop.id, target_id: database.id, type: "depends_on" } });
      const change = await boss.api.changes.create({
        body: {
          title: "Upgrade",
          type: "standard",
          ci_ids: [database.id],
          requested_start: iso(-60_000),
          requested_end: iso(hour),
          status: "pending_approval",
        },
      });
      await boss.api.alertPolicies.create({ body: threshold() });
      await stage.tickWith({ shop: 99 });
      expect(await stage.incidents()).toEqual([]);
      expect((await boss.api.alerts.list({ query: { change_id: change.id } })).items).toMatchObject([
        { muted: { reason: "change", name: change.reference }, change_id: change.id },
      ]);
      const { items } = await boss.api.changes.timeline({ params: { id: change.id } });
      expect(items.filter(({ kind }) => kind === "alert").map(({ body }) => body)).toEqual([
        expect.stringContaining('Alert "High load" (host=shop) fired'),
      ]);
      await pass(hour + 60_000);
      expect(await stage.incidents()).toMatchObject([{ title: "High load (host=shop)" }]);
      expect(
        (await boss.api.changes.timeline({ params: { id: change.id } })).items.filter(({ kind }) => kind === "alert"),
      ).toHaveLength(1);
    });
  });

  test.each<[string, Partial<AlertPolicyInput>]>([
    ["condition.type", { signal: "logs" }],
    ["condition.metric_name", { condition: { type: "threshold", threshold: 1 } }],
    ["condition.threshold", { condition: { type: "threshold", metric_name: "load" } }],
    ["match", { condition: { type: "threshold", metric_name: "load", threshold: 1, match: ["nonsense"] } }],
    ["interval", { interval: "1s" }],
    ["for", { for: "2d" }],
  ])("a wrong %s is refused with its place", async (path, fields) => {
    const refusal = await refusalOf(
      stage.plane.admin.api.alertPolicies.create({ body: threshold({ name: path, ...fields }) }),
    );
    expect(refusal).toMatchObject({ status: 422, details: [{ path }] });
  });

  test("a policy is edited in versions, disabled and deleted, and its alerts end", async () => {
    await newTenant();
    const { id } = await boss.api.alertPolicies.create({ body: threshold() });
    expect(await refusalOf(boss.api.alertPolicies.create({ body: threshold() }))).toMatchObject({ status: 409 });
    await stage.tickWith({ db: 99 });
    expect(await stage.alerts("firing")).toHaveLength(1);
    await boss.api.alertPolicies.update({ params: { id }, body: { enabled: false } });
    expect(await stage.alerts("firing")).toEqual([]);
    await stage.tickWith({ db: 99 });
    expect(await stage.alerts("firing")).toEqual([]);
    const { items } = await boss.api.alertPolicies.versions({ params: { id } });
    expect(items.map(({ version, content }) => [version, content.enabled])).toEqual([
      [2, false],
      [1, true],
    ]);
    await boss.api.alertPolicies.update({ params: { id }, body: { enabled: true } });
    await stage.tickWith({ db: 99 });
    await boss.api.alertPolicies.remove({ params: { id } });
    expect(await stage.alerts("firing")).toEqual([]);
    const other = await stage.plane.tenant();
    expect((await other.api.alerts.list({})).items).toEqual([]);
  });
});
