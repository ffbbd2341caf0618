import { emptyLayout, type QueryFigure, type Variable, type Widget, type WidgetQuery } from "@opsplane/contract";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite, type TestSeries } from "../../../test/a-write.ts";
import { anExport, type TestSpan } from "../../../test/an-export.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";

// The figures are computed here from what was sent, not read back.

describe.skipIf(inject("clickhouseProblem") !== "")("data of widgets", () => {
  let plane: SharedPlane;
  let boss: Person;
  const minute = 60_000;
  /** A full hour in the past, so that steps are aligned. */
  const base = Math.floor(Date.now() / (60 * minute)) * 60 * minute - 60 * minute;
  const iso = (minutes: number) => new Date(base + minutes * minute).toISOString();
  const window = { from: iso(0), to: iso(10) };

  beforeAll(async () => {
    plane = await sharedPlane();
    boss = plane.admin;
    const load = (host: string, env: string, first: number): TestSeries => ({
      labels: { __name__: "load", host, env },
      samples: Array.from({ length: 11 }, (_, index) => [first + index, base + index * minute]),
    });
    const reply = await fetch(`${plane.url}/api/ingest/prometheus`, {
      method: "POST",
      headers: { ...boss.headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
      body: new Uint8Array(aWrite([load("web.1", "prod", 1), load("web-2", "prod", 11), load("db", "test", 100)], [])),
    });
    expect(reply.status).toBe(200);
    const call = (service: string, number: number, more: Partial<TestSpan> = {}): TestSpan => {
      const id = `${service === "shop" ? 1 : 2}${String(number).padStart(15, "0")}`;
      const at = base + number * 10_000 + 1;
      return { trace: id.repeat(2), id, service, name: "GET /", kind: "server", at, ms: 20, ...more };
    };
    const shop = Array.from({ length: 12 }, (_, number) => call("shop", number, { failed: number < 3 }));
    const cart = Array.from({ length: 6 }, (_, number) => call("cart", number));
    await boss.api.ingest.otlpTraces({ body: anExport([...shop, ...cart]) });
    const line = (level: string, service: string, minutes: number) => ({
      ...{ level, service, message: `a ${level} line`, timestamp: iso(minutes) },
    });
    await boss.api.ingest.logs({
      body: [line("error", "shop", 1), line("error", "shop", 2), line("info", "shop", 2), line("error", "cart", 3)],
    });
    const flow = { protocol: "tcp", src_ip: "10.0.0.1", dst_ip: "10.0.0.2", dst_port: 443, packets: 1 };
    await boss.api.ingest.flows({
      body: { flows: [1, 2].map((at) => ({ ...flow, bytes: 500 * at, timestamp: iso(at) })) },
    });
  }, 150_000);

  /** The data of one widget that is not saved. */
  async function dataOf(
    kind: Widget["kind"],
    options: object,
    more: { variables?: Variable[]; chosen?: object; from?: string } = {},
  ) {
    const widget = { id: "w", kind, title: "", x: 0, y: 0, w: 12, h: 4, options: { ...options } };
    const { variables = [], chosen, from = window.from } = more;
    const { widgets } = await boss.api.dashboards.preview({
      body: {
        ...{ widgets: [widget], dashboard_variables: variables, points: 10, ...window, from },
        ...(chosen ? { variables: JSON.stringify(chosen) } : {}),
      },
    });
    return widgets[0]?.error ?? widgets[0]?.data;
  }
  const metric = (more: Partial<WidgetQuery> = {}): WidgetQuery => ({ source: "metric", metric_name: "load", ...more });
  const stat = async (query: WidgetQuery, reduce = "last", more = {}) => {
    const data = await dataOf("stat", { query, reduce }, more);
    return data && "value" in data ? data.value : data;
  };
  const hosts: Variable = {
    ...{ name: "host", label: "", type: "label_values", metric_name: "load", label_name: "host" },
    ...{ multi: true, include_all: true, default: [] },
  };

  test("a time series has the points of each series with a name", async () => {
    const data = await dataOf("time_series", {
      queries: [
        metric({ agg: "sum", by: ["env"] }),
        metric({ match: ["host=db"], agg: "max", name: "max of {{env}} db" }),
      ],
    });
    const points = (value: (index: number) => number) =>
      Array.from({ length: 11 }, (_, index) => [base + index * minute, value(index)]);
    expect(data).toMatchObject({ step_seconds: 60, left_out: 0 });
    expect(data && "series" in data ? data.series : data).toEqual([
      { query: 0, name: "prod", labels: { env: "prod" }, points: points((index) => 12 + 2 * index) },
      { query: 0, name: "test", labels: { env: "test" }, points: points((index) => 100 + index) },
      { query: 1, name: "max of  db", labels: {}, points: points((index) => 100 + index) },
    ]);
  });

  test("a stat reduces the points, and asks to aggregate several series", async () => {
    const db = metric({ match: ["host=db"], agg: "sum" });
    expect(await stat(db)).toBe(110);
    expect(await stat(db, "min")).toBe(100);
    expect(await stat(db, "max")).toBe(110);
    expect(await stat(db, "avg")).toBe(105);
    expect(await stat(db, "sum")).toBe(1155);
    expect(await stat(metric())).toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("3 series"),
    });
    expect(await stat(metric({ metric_name: "nothing", agg: "sum" }))).toBeNull();
  });

  test("a variable is one value, several or all of them, also with characters of patterns", async () => {
    const query = metric({ match: ["host=$host"], agg: "sum" });
    const chosen = (...values: string[]) => ({ variables: [hosts], chosen: { host: values } });
    expect(await stat(query, "last", chosen("web.1"))).toBe(11);
    expect(await stat(query, "last", chosen("web.1", "db"))).toBe(121);
    expect(await stat(query, "last", chosen("$all"))).toBe(11 + 21 + 110);
    expect(await stat(metric({ match: ["host!=$host"], agg: "sum" }), "last", chosen("db"))).toBe(32);
    expect(await stat(metric({ match: ["host=~$host"], agg: "sum" }), "last", chosen("web.1", "web-2"))).toBe(32);
    // All values of a variable with matchers are those of its matchers.
    const prod = { ...hosts, match: ["env=prod"] };
    expect(await stat(query, "last", { variables: [prod], chosen: { host: ["$all"] } })).toBe(32);
    const { variables } = await boss.api.dashboards.preview({
      body: { widgets: [], dashboard_variables: [hosts], include: ["variables"], ...window },
    });
    expect(variables).toEqual([{ name: "host", chosen: ["$all"], options: ["db", "web-2", "web.1"], error: null }]);
  });

  test("calls have a rate, errors and latency", async () => {
    // 12 calls of shop in two minutes, three failed in the first; 6 calls of cart in the first minute.
    const calls = (figure: QueryFigure, more: Partial<WidgetQuery> = {}): WidgetQuery => ({
      ...{ source: "calls", figure, ...more },
    });
    expect(await stat(calls("rate", { service: ["shop"] }), "max")).toBe(6 / 60);
    expect(await stat(calls("rate"), "max")).toBe(12 / 60);
    // A range that begins within a step does not make its rate higher.
    expect(await stat(calls("rate"), "max", { from: iso(0.9) })).toBe(12 / 60);
    expect(await stat(calls("errors", { service: ["shop"] }), "sum")).toBe(3 / 60);
    expect(await stat(calls("error_rate", { service: ["shop"] }), "max")).toBe(0.5);
    expect(await stat(calls("error_rate"), "max")).toBe(0.25);
    expect(Math.abs(Number(await stat(calls("p95_ms", { service: ["shop"] }))) / 20 - 1)).toBeLessThan(0.05);
    expect(await stat(calls("p95_ms"))).toMatchObject({ code: "VALIDATION_ERROR" });
    const table = await dataOf("table", {
      queries: [
        calls("rate", { name: "Rate", by: ["service"] }),
        calls("error_rate", { name: "Errors", by: ["service"] }),
      ],
      reduce: "max",
    });
    expect(table).toMatchObject({
      labels: ["service"],
      columns: ["Rate", "Errors"],
      rows: expect.arrayContaining([
        { labels: { service: "shop" }, values: [0.1, 0.5] },
        { labels: { service: "cart" }, values: [0.1, 0] },
      ]),
    });
    const services: Variable = { ...hosts, name: "service", type: "services" };
    const one = { variables: [services], chosen: { service: ["cart"] } };
    expect(await stat(calls("rate", { service: ["$service"] }), "sum", one)).toBe(6 / 60);
  });

  test("logs are counted and listed, flows are summed", async () => {
    expect(await stat({ source: "logs" }, "sum")).toBe(4);
    expect(await stat({ source: "logs", level: ["error"], service: ["shop"] }, "sum")).toBe(2);
    expect(
      await stat({ source: "logs", q: "service:$host level:error" }, "sum", {
        variables: [{ ...hosts, type: "list", values: ["shop", "cart", "x"] }],
        chosen: { host: ["shop", "cart"] },
      }),
    ).toBe(3);
    // All values of a label are those that the metric has, also for data without that label.
    const known = { ...hosts, label_name: "env", name: "env" };
    const everywhere = { source: "logs" as const, service: ["$env"] };
    expect(await stat(everywhere, "sum", { variables: [known], chosen: { env: ["$all"] } })).toBe(0);
    const byLevel = await dataOf("table", { queries: [{ source: "logs", by: ["level"] }], reduce: "sum" });
    expect(byLevel).toMatchObject({
      rows: [
        { labels: { level: "error" }, values: [3] },
        { labels: { level: "info" }, values: [1] },
      ],
    });
    expect(await dataOf("log_list", { service: ["cart"] })).toMatchObject({
      records: [{ level: "error", service: "cart", message: "a error line" }],
    });
    expect(await stat({ source: "flows", figure: "bytes" }, "sum")).toBe(1500);
    expect(await stat({ source: "flows", figure: "flows" }, "max")).toBe(1);
    expect(
      await dataOf("table", { queries: [{ source: "flows", figure: "bytes", by: ["src_ip"] }], reduce: "sum" }),
    ).toMatchObject({ rows: [{ labels: { src_ip: "10.0.0.1" }, values: [1500] }] });
    const ingested = await dataOf("table", { queries: [{ source: "ingest", figure: "rows_today" }] });
    expect(ingested).toMatchObject({ labels: ["kind"], rows: expect.any(Array) });
  });

  test("objectives and charts of reports are what their own pages show", async () => {
    const slo = await boss.api.slos.create({
      body: {
        ...{ name: "Shop works", objective: 99.5, window_days: 30 },
        indicator: { type: "availability", service: "shop" },
      },
    });
    expect(await dataOf("slo", { slo_ids: [slo.id] })).toMatchObject({
      slos: [{ id: slo.id, name: "Shop works", state: "no_data", objective: 99.5, budget_remaining: null }],
    });
    const at = "2026-10-05";
    const shown = async (options: object) => {
      const widget = {
        id: "w",
        kind: "report_chart" as const,
        title: "",
        x: 0,
        y: 0,
        w: 12,
        h: 4,
        options: { ...options },
      };
      const range = { from: `${at}T00:00:00Z`, to: "2026-10-08T00:00:00Z" };
      const { widgets } = await boss.api.dashboards.preview({
        body: { widgets: [widget], dashboard_variables: [], ...range },
      });
      return widgets[0]?.error ?? widgets[0]?.data;
    };
    expect(await shown({ data_source: "Incidents" })).toMatchObject({
      figures: expect.arrayContaining([expect.objectContaining({ name: "Incidents", value: 0 })]),
      chart: null,
    });
    expect(await shown({ data_source: "Incidents", chart: "Incidents over time" })).toMatchObject({
      figures: [],
      chart: {
        kind: "bars",
        labels: [at, "2026-10-06", "2026-10-07"],
        starts: expect.arrayContaining([`${at}T00:00:00.000Z`]),
      },
    });
    expect(await shown({ data_source: "Incidents", chart: "Weather" })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("a bad query fails alone, and another tenant sees none of these data", async () => {
    expect(await dataOf("log_list", { q: "level:" })).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await stat(metric({ match: ["host=~("], agg: "sum" }))).toMatchObject({ code: "VALIDATION_ERROR" });
    const layout = {
      ...emptyLayout,
      range: { from: iso(0), to: iso(10) },
      widgets: [
        {
          id: "w",
          kind: "stat" as const,
          title: "",
          x: 0,
          y: 0,
          w: 4,
          h: 4,
          options: { query: metric({ agg: "sum" }) },
        },
      ],
    };
    const valueFor = async (who: Person) => {
      const { id } = await who.api.dashboards.create({ body: { name: "Load", layout } });
      return (await who.api.dashboards.data({ params: { id } })).widgets[0]?.data?.value;
    };
    expect(await valueFor(boss)).toBe(142);
    expect(await valueFor(await plane.tenant())).toBeNull();
  });

  test("a range of more than a year is refused", async () => {
    const { id } = await boss.api.dashboards.create({ body: { name: "Long" } });
    const reply = await fetch(`${plane.url}/api/dashboards/${id}/data?from=now-9000d`, { headers: boss.headers });
    expect(reply.status).toBe(422);
  });
});
