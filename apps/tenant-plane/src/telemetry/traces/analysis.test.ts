import type { SpanFacet } from "@opsplane/contract";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { anExport, type TestSpan } from "../../../test/an-export.ts";
import { type Api, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

type SpanFilter = NonNullable<NonNullable<Parameters<Api["traces"]["facets"]>[0]>["query"]>;

const minute = 60_000;
/** A whole minute, so that every span is in a known column. */
const began = Math.floor(Date.now() / minute) * minute - 30 * minute;
const window = { from: new Date(began).toISOString(), to: new Date(began + 20 * minute).toISOString() };
const traceOf = (index: number) => String(index + 1).padStart(32, "0");
const spanOf = (index: number) => String(index + 1).padStart(16, "0");

/** Two requests a minute: fast ones of version 1, and in the last four minutes slow ones of version 2, of which half fail. */
function requests(): TestSpan[] {
  return Array.from({ length: 40 }, (_, index): TestSpan => {
    const isSlow = index >= 32;
    return {
      trace: traceOf(index),
      id: spanOf(index),
      service: "shop",
      name: index % 2 === 0 ? "GET /cart" : "POST /orders",
      kind: "server",
      at: began + Math.floor(index / 2) * minute + 1000,
      ms: isSlow ? 2000 : 20,
      failed: isSlow && index % 2 === 1,
      attributes: {
        "service.version": isSlow ? "2" : "1",
        "request.id": `request-${index}`,
        region: index % 4 < 2 ? "eu" : "us",
      },
    };
  });
}

/** A database call in each request; those of failed requests fail, with different ids in their messages. */
function calls(): TestSpan[] {
  return requests().map((request, index) => ({
    ...request,
    id: spanOf(1000 + index),
    parent: request.id,
    service: "database",
    name: "SELECT",
    kind: "client",
    ms: 5,
    ...(request.failed && {
      more: {
        status: { code: 2 },
        events: [
          {
            timeUnixNano: String(BigInt(request.at) * 1_000_000n),
            name: "exception",
            attributes: [
              { key: "exception.type", value: { stringValue: "TimeoutError" } },
              {
                key: "exception.message",
                value: {
                  stringValue: `order 0af76519-16cd-43dd-8448-eb211c8031${index} on 10.0.0.${index}:5432 after ${index}.5 ms at 0xdeadbeef\nat query (db.js:12)`,
                },
              },
            ],
          },
        ],
      },
    }),
  }));
}

describe.skipIf(inject("clickhouseProblem") !== "")("figures of traces", () => {
  let plane: SharedPlane;
  let api: Api;
  beforeAll(async () => {
    plane = await sharedPlane();
    ({ api } = plane.admin);
    await api.ingest.otlpTraces({ body: anExport([...requests(), ...calls()]) });
  });

  test("the heatmap counts entry spans by minute and duration, and their errors", async () => {
    const map = await api.traces.heatmap({ query: { ...window, columns: 20 } });
    expect(map).toMatchObject({ ...window, step_seconds: 60, total: 40, errors: 4, sampled: 1 });
    expect(map.times).toHaveLength(20);
    expect(map.cells).toHaveLength(20);
    const [first, last] = [map.cells[0], map.cells.at(-1)];
    expect(first).toMatchObject({ time: 0, count: 2, errors: 0 });
    expect(last).toMatchObject({ time: 19, count: 2, errors: 1 });
    const bounds = (cell: typeof first) => map.durations[cell?.duration ?? -1];
    expect(bounds(first)?.from_ms).toBeLessThanOrEqual(20);
    expect(bounds(first)?.to_ms).toBeGreaterThan(20);
    expect(bounds(last)?.from_ms).toBeLessThanOrEqual(2000);
    expect(bounds(last)?.to_ms).toBeGreaterThan(2000);
    expect(map.durations.length).toBeLessThanOrEqual(40);
  });

  test.each<[SpanFilter, number]>([
    [{ scope: "all" }, 80],
    [{ service: "database" }, 0],
    [{ operation: "GET *", status: "unset" }, 20],
    [{ kind: "server", min_duration_ms: 1000 }, 8],
    [{ max_duration_ms: 1000 }, 32],
    [{ attribute: ["region=eu"] }, 20],
    [{ attribute: ["region!=eu", "service.version=2"] }, 4],
    [{ not_service: ["shop"], scope: "all" }, 40],
    [{ not_operation: ["GET *", "SEL*"] }, 20],
  ])("the heatmap, the facets and the list agree about %j", async (query, expected) => {
    const filter: SpanFilter = { scope: "entry", ...query };
    // With more columns than minutes, the spans themselves are counted.
    for (const columns of [20, 120]) {
      const map = await api.traces.heatmap({ query: { ...window, ...filter, columns } });
      expect([map.total, map.cells.reduce((sum, { count }) => sum + count, 0)]).toEqual([expected, expected]);
    }
    expect((await api.traces.facets({ query: { ...window, ...filter } })).total).toBe(expected);
    const { items } = await api.traces.list({ query: { ...window, ...filter, limit: 200 } });
    expect(items).toHaveLength(Math.min(expected, 40));
  });

  test("partial minutes at both ends of the window are counted exactly", async () => {
    const query = {
      from: new Date(began + 1500).toISOString(),
      to: new Date(began + 19 * minute + 1000).toISOString(),
      columns: 30,
    };
    expect((await api.traces.heatmap({ query })).total).toBe(36);
    expect((await api.traces.facets({ query })).total).toBe(36);
  });

  test("facets count services, operations and statuses without their own filter, and name useful attributes", async () => {
    const { facets, sampled } = await api.traces.facets({
      query: { ...window, scope: "all", service: "shop", status: "error" },
    });
    expect(sampled).toBe(false);
    expect(facets.slice(0, 4)).toEqual([
      facet("span", "service", { database: 4, shop: 4 }),
      facet("span", "operation", { "POST /orders": 4 }),
      facet("span", "status", { unset: 36, error: 4 }),
      facet("span", "kind", { server: 4 }),
    ]);
    const all = await api.traces.facets({ query: { ...window } });
    expect(all.facets.slice(4)).toEqual([
      facet("attribute", "region", { eu: 20, us: 20 }),
      facet("attribute", "service.version", { 1: 32, 2: 8 }),
    ]);
  });

  test("failed spans are grouped by their message without ids and numbers", async () => {
    const { groups, total, sampled } = await api.traces.errors({ query: window });
    expect({ total, sampled, groups: groups.length }).toEqual({ total: 8, sampled: false, groups: 2 });
    const [database, shop] = [...groups].sort((one, other) => (one.service < other.service ? -1 : 1));
    expect(database).toMatchObject({
      service: "database",
      operation: "SELECT",
      message: "TimeoutError: order <id> on <ip> after <n> ms at <hex>",
      count: 4,
      traces: 4,
      trace_id: traceOf(39),
      span_id: spanOf(1039),
      first_seen: new Date(began + 16 * minute + 1000).toISOString(),
      last_seen: new Date(began + 19 * minute + 1000).toISOString(),
    });
    expect(database?.example).toContain("on 10.0.0.39:5432 after 39.5 ms");
    expect(database?.trend).toHaveLength(24);
    expect(database?.trend.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(shop).toMatchObject({ service: "shop", operation: "POST /orders", message: "it broke" });
    const entries = await api.traces.errors({ query: { ...window, scope: "entry" } });
    expect(entries.groups.map(({ service }) => service)).toEqual(["shop"]);
  });

  test("the differences name what the slow spans have in common, and no ids", async () => {
    const { selection, rest, differences } = await api.traces.differences({
      query: { ...window, selected_min_duration_ms: 1000 },
    });
    expect([selection, rest]).toEqual([
      { spans: 8, read: 8 },
      { spans: 32, read: 32 },
    ]);
    expect(differences[0]).toEqual({
      source: "attribute",
      name: "service.version",
      value: "2",
      selected: 8,
      rest: 0,
      selected_share: 1,
      rest_share: 0,
      score: 1,
    });
    expect(differences.map(({ name }) => name)).not.toContain("request.id");
    expect(differences.map(({ name }) => name)).not.toContain("region");
  });

  test("a selection by time or status compares in the same way", async () => {
    const byTime = await api.traces.differences({
      query: { ...window, selected_from: new Date(began + 16 * minute).toISOString(), selected_to: window.to },
    });
    expect(byTime.selection.spans).toBe(8);
    expect(byTime.differences[0]).toMatchObject({ name: "service.version", value: "2" });
    const failed = await api.traces.differences({
      query: { ...window, scope: "all", service: "shop", selected_status: "error" },
    });
    expect(failed.selection.spans).toBe(4);
    expect(failed.differences.map(({ name, value }) => `${name}=${value}`)).toEqual(["service.version=2"]);
    const nothing = await api.traces.differences({ query: { ...window, selected_min_duration_ms: 60_000 } });
    expect(nothing).toMatchObject({ selection: { spans: 0, read: 0 }, rest: { spans: 40 }, differences: [] });
  });

  test("a selection without a condition and reversed bounds are refused", async () => {
    const refused = async (query: object) => refusalOf(api.traces.differences({ query: { ...window, ...query } }));
    const problem = (path: string) => ({ status: 422, code: "VALIDATION_ERROR", details: [{ path }] });
    expect(await refused({})).toMatchObject(problem("selected_min_duration_ms"));
    expect(await refused({ selected_min_duration_ms: 2, selected_max_duration_ms: 1 })).toMatchObject(
      problem("selected_min_duration_ms"),
    );
    expect(await refused({ selected_from: "now", selected_to: "now-1h" })).toMatchObject(problem("selected_from"));
    for (const call of [api.traces.heatmap, api.traces.facets, api.traces.errors])
      expect(await refusalOf(call({ query: { attribute: ["region"] } }))).toMatchObject(problem("attribute"));
    expect(await refusalOf(api.traces.heatmap({ query: { columns: 121 } }))).toMatchObject(problem("columns"));
  });

  test("another tenant sees nothing of these figures", async () => {
    const { api: theirs } = await plane.tenant();
    expect(await theirs.traces.heatmap({ query: window })).toMatchObject({ total: 0, cells: [], durations: [] });
    expect(await theirs.traces.facets({ query: window })).toMatchObject({ total: 0, sampled: false });
    expect(await theirs.traces.errors({ query: window })).toMatchObject({ groups: [], total: 0 });
    expect(await theirs.traces.differences({ query: { ...window, selected_status: "error" } })).toMatchObject({
      selection: { spans: 0 },
      rest: { spans: 0 },
      differences: [],
    });
  });
});

function facet(source: SpanFacet["source"], name: string, counts: Record<string, number>): SpanFacet {
  return { source, name, values: Object.entries(counts).map(([value, count]) => ({ value, count })) };
}
