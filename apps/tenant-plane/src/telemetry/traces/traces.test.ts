import { beforeAll, describe, expect, inject, test } from "vitest";
import { anExport, type TestSpan } from "../../../test/an-export.ts";
import { type Api, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

const began = Date.now() - 600_000;
const id = (digit: string) => digit.repeat(16);
const [cart, health, mail] = ["a".repeat(32), "b".repeat(32), "c".repeat(32)];

/** web calls orders, which calls its database and fails. */
const cartSpans: TestSpan[] = [
  { trace: cart, id: id("1"), service: "web", name: "GET /cart", kind: "server", at: began, ms: 100 },
  {
    trace: cart,
    id: id("2"),
    parent: id("1"),
    service: "web",
    name: "POST",
    kind: "client",
    at: began + 10,
    ms: 85,
    attributes: { "server.address": "orders.internal" },
  },
  {
    trace: cart,
    id: id("3"),
    parent: id("2"),
    service: "orders",
    name: "POST /orders",
    kind: "server",
    at: began + 15,
    ms: 80,
    failed: true,
    attributes: { "http.route": "/orders/42" },
    more: {
      events: [{ timeUnixNano: String(BigInt(began + 20) * 1_000_000n), name: "retry", attributes: [] }],
      links: [{ traceId: health, spanId: id("5") }],
    },
  },
  {
    trace: cart,
    id: id("4"),
    parent: id("3"),
    service: "orders",
    name: "SELECT orders",
    kind: "client",
    at: began + 30,
    ms: 20,
    attributes: { "db.system": "postgresql" },
  },
];
const healthSpans: TestSpan[] = [
  { trace: health, id: id("5"), service: "web", name: "GET /health", kind: "server", at: began + 1000, ms: 5 },
];
/** A trace without its root span. */
const mailSpans: TestSpan[] = [
  {
    trace: mail,
    id: id("6"),
    parent: id("f"),
    service: "mailer",
    name: "process",
    kind: "consumer",
    at: began + 2000,
    ms: 40,
  },
  {
    trace: mail,
    id: id("7"),
    parent: id("6"),
    service: "mailer",
    name: "SMTP",
    kind: "client",
    at: began + 2001,
    ms: 30,
    attributes: { "peer.service": "relay" },
  },
  {
    trace: mail,
    id: id("8"),
    parent: id("6"),
    service: "mailer",
    name: "publish",
    kind: "producer",
    at: began + 2035,
    ms: 2,
    attributes: { "messaging.system": "kafka" },
  },
];

describe.skipIf(inject("clickhouseProblem") !== "")("traces", () => {
  let plane: SharedPlane;
  let api: Api;
  beforeAll(async () => {
    plane = await sharedPlane();
    ({ api } = plane.admin);
    await api.ingest.otlpTraces({ body: anExport([...cartSpans, ...healthSpans, ...mailSpans]) });
  });

  test("the list has one row per trace, newest first, with its summary", async () => {
    const { items, next } = await api.traces.list();
    expect(next).toBeNull();
    expect(items).toEqual([
      expect.objectContaining({ trace_id: mail, service: "mailer", operation: "process", complete: false, spans: 3 }),
      expect.objectContaining({ trace_id: health, service: "web", operation: "GET /health", duration_ms: 5 }),
      {
        trace_id: cart,
        service: "web",
        operation: "GET /cart",
        start: new Date(began).toISOString(),
        duration_ms: 100,
        spans: 4,
        errors: 1,
        services: ["orders", "web"],
        complete: true,
      },
    ]);
  });

  test.each([
    [{ service: "web" }, [health, cart]],
    [{ operation: "GET *" }, [health, cart]],
    [{ operation: "*orders", status: "error" }, [cart]],
    [{ kind: "consumer" }, [mail]],
    [{ min_duration_ms: 82, max_duration_ms: 90 }, [cart]],
    [{ attribute: ["http.route=/orders/*", "deployment.environment=production"] }, [cart]],
    [{ attribute: ["db.system=*sql", "http.route=*"] }, []],
    [{ service: "web", status: "error" }, []],
  ] as const)("one span must meet all of %j", async (query, expected) => {
    const { attribute, ...rest } = { attribute: undefined, ...query };
    const { items } = await api.traces.list({ query: { ...rest, ...(attribute && { attribute: [...attribute] }) } });
    expect(items.map(({ trace_id }) => trace_id)).toEqual(expected);
  });

  test("pages list every trace once, by its newest span, also when spans of traces interleave", async () => {
    const traceOf = (digit: number) => `${String(digit).repeat(31)}d`;
    const many = Array.from(
      { length: 28 },
      (_, index): TestSpan => ({
        trace: traceOf(index % 7),
        id: String(1000 + index).padStart(16, "0"),
        service: "batch",
        name: "step",
        at: began - Math.floor(index / 2) * 4 * 3_600_000,
        ms: 1,
      }),
    );
    await api.ingest.otlpTraces({ body: anExport(many) });
    const seen: string[] = [];
    let next: string | null | undefined;
    do {
      const page = await api.traces.list({
        query: { service: "batch", from: "now-3d", limit: 3, ...(next && { next }) },
      });
      seen.push(...page.items.map(({ trace_id }) => trace_id));
      next = page.next;
    } while (next);
    expect(seen).toEqual([1, 0, 3, 2, 5, 4, 6].map(traceOf));
    expect(await refusalOf(api.traces.list({ query: { next: "elsewhere" } }))).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [{ path: "next" }],
    });
  });

  test("a trace is found by its id in upper or lower case and has its spans oldest first", async () => {
    const trace = await api.traces.get({ params: { trace_id: cart.toUpperCase() } });
    expect(trace).toMatchObject({ trace_id: cart, errors: 1, truncated: false });
    expect(trace.span_list.map(({ span_id }) => span_id)).toEqual(["1", "2", "3", "4"].map(id));
    expect(trace.span_list[0]).toMatchObject({ parent_span_id: null, status: "unset", events: [], links: [] });
    expect(trace.span_list[2]).toMatchObject({
      parent_span_id: id("2"),
      service: "orders",
      kind: "server",
      status: "error",
      status_message: "it broke",
      start_unix_nano: String(BigInt(began + 15) * 1_000_000n),
      duration_ms: 80,
      attributes: { "http.route": "/orders/42" },
      resource: { "deployment.environment": "production" },
      events: [{ ts: new Date(began + 20).toISOString(), name: "retry", attributes: {} }],
      links: [{ trace_id: health, span_id: id("5"), attributes: {} }],
    });
    const unknown = api.traces.get({ params: { trace_id: "e".repeat(32) } });
    expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  test("services have rate, errors and latency of their entry spans", async () => {
    const services = await api.services.list({ query: { from: "now-100m", q: "E" } });
    expect(services.map(({ service, calls }) => [service, calls])).toEqual([
      ["web", 2],
      ["mailer", 1],
      ["orders", 1],
    ]);
    expect(services[0]).toMatchObject({
      rate_per_second: 2 / 6000,
      errors: 0,
      error_rate: 0,
      p50_ms: 52.5,
      last_seen: new Date(began + 1000).toISOString(),
    });
    expect(services[2]).toMatchObject({ errors: 1, error_rate: 1, p50_ms: 80, p99_ms: 80 });
    const operations = await api.services.operations({ params: { service: "web" } });
    expect(operations.map(({ operation, p95_ms }) => [operation, p95_ms])).toEqual([
      ["GET /cart", 100],
      ["GET /health", 5],
    ]);
  });

  test("for long windows latency comes from buckets, with an error of a few percent at most", async () => {
    const services = await api.services.list({ query: { from: "now-7d" } });
    const orders = services.find(({ service }) => service === "orders");
    expect(orders).toMatchObject({ calls: 1, errors: 1 });
    expect(Math.abs((orders?.p95_ms ?? 0) / 80 - 1)).toBeLessThan(0.05);
  });

  test("the map has calls between services, and calls to peers that send no spans", async () => {
    const { nodes, edges, sampled } = await api.services.map();
    expect(sampled).toBe(1);
    const lines = edges.map(({ source, target, type, calls, errors, p50_ms }) => [
      source,
      target,
      type,
      calls,
      errors,
      p50_ms,
    ]);
    expect(lines.sort()).toEqual([
      ["mailer", "kafka", "messaging", 1, 0, 2],
      ["mailer", "relay", "external", 1, 0, 30],
      ["orders", "postgresql", "database", 1, 0, 20],
      ["web", "orders", "service", 1, 1, 80],
    ]);
    expect(nodes).toContainEqual({ name: "postgresql", type: "database" });
    expect(nodes).toContainEqual({ name: "mailer", type: "service" });
    const of = await api.services.map({ query: { service: "orders" } });
    expect(of.edges).toHaveLength(2);
    expect(of.nodes.map(({ name }) => name)).toEqual(["orders", "postgresql", "web"]);
  });

  test("databases of one product are kept apart by their servers; a loopback address names none", async () => {
    const { api: shop } = await plane.tenant("enterprise");
    const trace = "d".repeat(32);
    const call = (digit: string, attributes: Record<string, string>) => ({
      trace,
      id: id(digit),
      service: "shop",
      name: "SELECT",
      kind: "client" as const,
      at: began,
      ms: 5,
      attributes: { "db.system.name": "postgresql", ...attributes },
    });
    await shop.ingest.otlpTraces({
      body: anExport([
        call("1", { "server.address": "orders-db", "db.namespace": "shop" }),
        call("2", { "server.address": "stock-db", "peer.service": "stock" }),
        call("3", { "server.address": "127.0.0.1", "db.namespace": "carts" }),
        call("4", { "server.address": "localhost" }),
      ]),
    });
    const { edges } = await shop.services.map();
    expect(edges.map(({ target, type }) => `${type} ${target}`).sort()).toEqual([
      "database carts",
      "database orders-db",
      "database postgresql",
      "database stock",
    ]);
  });

  test("another tenant with the same trace id sees only its own spans", async () => {
    const stranger = await plane.tenant();
    await stranger.api.ingest.otlpTraces({
      body: anExport([{ trace: cart, id: id("9"), service: "theirs", name: "other", at: began + 50, ms: 1 }]),
    });
    const theirs = await stranger.api.traces.get({ params: { trace_id: cart } });
    expect(theirs.span_list.map(({ service }) => service)).toEqual(["theirs"]);
    expect((await stranger.api.traces.list()).items.map(({ services }) => services)).toEqual([["theirs"]]);
    expect((await stranger.api.services.list()).map(({ service }) => service)).toEqual(["theirs"]);
    expect((await stranger.api.services.map()).edges).toEqual([]);
    expect((await api.traces.get({ params: { trace_id: cart } })).span_list).toHaveLength(4);
  });

  test("a reversed window is refused", async () => {
    const asked = api.services.list({ query: { from: "now", to: "now-1h" } });
    expect(await refusalOf(asked)).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "from" }] });
  });
});
