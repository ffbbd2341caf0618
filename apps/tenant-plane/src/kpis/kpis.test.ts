import { beforeAll, describe, expect, inject, test } from "vitest";
import { remoteWrite } from "../../test/alert-stage.ts";
import { type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
const hasClickHouse = inject("clickhouseProblem") === "";
beforeAll(async () => {
  plane = await sharedPlane();
});

const total = { name: "total", kind: "count", records: "incidents" } as const;
const urgent = { ...total, name: "urgent", severities: ["P1"] };

test("a formula over counts gives its value, and says why it has none", async () => {
  const { api } = await plane.tenant();
  for (const severity of ["P1", "P2", "P2", "P3"] as const)
    await api.incidents.create({ body: { title: "Outage", severity } });
  const body = { inputs: [urgent, total], formula: "100.0 * urgent / total" };
  expect(await api.kpis.evaluate({ body })).toEqual({
    ...{ value: 25, problem: null },
    inputs: [
      { name: "urgent", value: 1 },
      { name: "total", value: 4 },
    ],
  });
  // Nothing was created last year, and nothing can be divided by it.
  const empty = await api.kpis.evaluate({ body: { ...body, from: "now-400d", to: "now-300d" } });
  expect(empty).toMatchObject({ value: null, problem: expect.any(String) });
  const never = { name: "seconds", kind: "mean_time", time: "resolve_incident" } as const;
  expect(await api.kpis.evaluate({ body: { inputs: [never], formula: "seconds" } })).toMatchObject({
    ...{ value: null, problem: "There is no data for 'seconds'." },
  });
});

test.each([
  [{ inputs: [total], formula: "total +" }, "formula"],
  [{ inputs: [total], formula: "other * 2" }, "formula"],
  [{ inputs: [total, total], formula: "total" }, "inputs"],
  [{ inputs: [{ name: "m", kind: "metric" as const }], formula: "m" }, "inputs.0.metric_name"],
  [{ inputs: [{ ...total, q: "error" }], formula: "total" }, "inputs.0.q"],
  [{ inputs: [{ ...total, types: ["normal"] }], formula: "total" }, "inputs.0.types"],
])("%j is refused at %s", async (kpi, path) => {
  const { api } = await plane.tenant();
  expect(await refusalOf(api.kpis.create({ body: { name: "KPI", ...kpi } }))).toMatchObject({
    ...{ status: 422, details: [{ path }] },
  });
});

test("a name belongs to one KPI, and another tenant sees none", async () => {
  const { api } = await plane.tenant();
  const one = await api.kpis.create({ body: { name: "Share", inputs: [total], formula: "total" } });
  const two = await api.kpis.create({ body: { name: "Other", inputs: [total], formula: "total" } });
  expect(
    await refusalOf(api.kpis.create({ body: { name: "SHARE", inputs: [total], formula: "total" } })),
  ).toMatchObject({
    status: 409,
  });
  expect(await refusalOf(api.kpis.update({ params: { id: two.id }, body: { name: "share" } }))).toMatchObject({
    status: 409,
  });
  expect(await api.kpis.update({ params: { id: two.id }, body: { target: 5, better: "higher" } })).toMatchObject({
    ...{ target: 5, better: "higher", version: 2 },
  });
  const stranger = await plane.tenant();
  expect((await stranger.api.kpis.list()).total).toBe(0);
  expect(await refusalOf(stranger.api.kpis.get({ params: { id: one.id } }))).toMatchObject({ status: 404 });
  await api.kpis.remove({ params: { id: one.id } });
  expect((await api.kpis.list()).items.map(({ name }) => name)).toEqual(["Other"]);
});

describe.skipIf(!hasClickHouse)("telemetry", () => {
  test("metrics and log records are inputs too", async () => {
    const boss = await plane.tenant();
    const now = Date.now();
    const samples: [number, number][] = [
      [10, now - 60_000],
      [30, now - 30_000],
    ];
    await remoteWrite(plane, boss, [
      { labels: { __name__: "queue_depth", host: "a" }, samples },
      { labels: { __name__: "queue_depth", host: "b" }, samples: samples.map(([value, at]) => [value * 3, at]) },
    ]);
    await boss.api.ingest.logs({
      body: [{ message: "it broke", level: "error" }, { message: "all well" }, { message: "it broke", level: "error" }],
    } as never);
    const metric = { name: "depth", kind: "metric", metric_name: "queue_depth" } as const;
    const of = async (input: object) => {
      const body = { inputs: [{ ...metric, ...input }], formula: "depth", from: "now-10m" };
      return (await boss.api.kpis.evaluate({ body })).value;
    };
    await expect.poll(() => of({ agg: "max", over: "max" }), { timeout: 180_000 }).toBe(90);
    // The means of the hosts are 20 and 60.
    expect(await of({})).toBeCloseTo(40, 6);
    expect(await of({ match: ["host=a"] })).toBeCloseTo(20, 6);
    const logs = { name: "errors", kind: "logs", q: "broke" } as const;
    const counted = () => boss.api.kpis.evaluate({ body: { inputs: [logs], formula: "errors", from: "now-10m" } });
    await expect.poll(async () => (await counted()).value, { timeout: 180_000 }).toBe(2);
  });
});
