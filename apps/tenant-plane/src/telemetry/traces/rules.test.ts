import type { ServiceEdge } from "@opsplane/contract";
import { expect, test } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";
import { nodesOf, sampleFor } from "./graph.ts";
import { latencies, nanosOfStep } from "./latency.ts";
import { likePattern, spanConditions } from "./store/conditions.ts";

test("a star matches any characters, and LIKE's wildcards are escaped", () => {
  expect(likePattern("GET /*/items")).toBe("GET /%/items");
  expect(likePattern("100%_a\\b*")).toBe("100\\%\\_a\\\\b%");
});

test("an attribute without a value is refused, and so is a reversed duration range", () => {
  expect(() => spanConditions({ attribute: ["http.route"] })).toThrow(
    "'http.route' is not of the form name=value or name!=value",
  );
  expect(() => spanConditions({ attribute: ["=x"] })).toThrow("name=value");
  expect(() => spanConditions({ min_duration_ms: 5, max_duration_ms: 4 })).toThrow(
    "must be at most max_duration_ms (4)",
  );
});

test("a cursor survives a round trip", () => {
  const place = {
    start: 1_786_377_600_123_456_789n,
    traceId: "0af7651916cd43dd8448eb211c80319c",
    to: new Date(1_786_377_700_000),
  };
  expect(readCursor(writeCursor(place))).toEqual(place);
});

test.each(["", "x", "AAAA", Buffer.from("1 2 3").toString("base64url"), "🙂"])("'%s' is not a cursor", (written) => {
  expect(() => readCursor(written)).toThrow("`next`");
});

test("a latency bucket is represented by its geometric mean", () => {
  for (const nanos of [1, 900, 1_500_000, 3_000_000_000]) {
    const step = Math.floor(8 * Math.log2(nanos));
    expect(Math.abs(nanosOfStep(step) / nanos - 1)).toBeLessThan(0.05);
  }
  expect(latencies([1e6, 2.5e6, 1e9])).toEqual({ p50_ms: 1, p95_ms: 2.5, p99_ms: 1000 });
});

test("whole traces are sampled once there are more than two million spans", () => {
  const volume = (spans: number) => [{ service: "web", spans }];
  expect([0, 2_000_000, 2_000_001, 9_000_000].map((spans) => sampleFor(volume(spans)))).toEqual([1, 1, 2, 5]);
});

test("a map has every service, and peers that only callers name", () => {
  const anEdge = (source: string, target: string, type: ServiceEdge["type"]): ServiceEdge => ({
    source,
    target,
    type,
    calls: 1,
    errors: 0,
    ...latencies([0, 0, 0]),
  });
  const edges = [anEdge("web", "orders", "service"), anEdge("orders", "postgresql", "database")];
  expect(nodesOf(["web", "orders", "lonely"], edges)).toEqual([
    { name: "lonely", type: "service" },
    { name: "orders", type: "service" },
    { name: "postgresql", type: "database" },
    { name: "web", type: "service" },
  ]);
});
