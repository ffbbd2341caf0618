import type { ServiceEdge } from "@opsplane/contract";
import { expect, test } from "vitest";
import { mapModel } from "./map-model.ts";

function edge(source: string, target: string, more: Partial<ServiceEdge> = {}): ServiceEdge {
  return { source, target, type: "service", calls: 100, errors: 0, p50_ms: 1, p95_ms: 2, p99_ms: 3, ...more };
}

test("services have their own health, and databases that of the calls to them", () => {
  const model = mapModel(
    {
      nodes: [
        { name: "web", type: "service" },
        { name: "postgresql", type: "database" },
        { name: "redis", type: "database" },
      ],
      edges: [
        edge("web", "postgresql", { type: "database", calls: 50, errors: 10 }),
        edge("web", "redis", { type: "database", errors: 2 }),
      ],
      sampled: 1,
    },
    new Map([["web", { health: "degraded" as const, reason: "slow" }]]),
  );
  expect(model.items.map(({ id, verdict }) => [id, verdict.health])).toEqual([
    ["web", "degraded"],
    ["postgresql", "failing"],
    ["redis", "healthy"],
  ]);
  expect(model.links.map(({ weight }) => weight)).toEqual([0.5, 1]);
});

test("a database that answers slower than in the window before is degraded", () => {
  const nodes = [
    { name: "orders-db", type: "database" as const },
    { name: "stock-db", type: "database" as const },
  ];
  const database = { type: "database" as const };
  const before = [edge("web", "orders-db", database), edge("web", "stock-db", database)];
  const edges = [
    edge("web", "orders-db", { ...database, p95_ms: 900 }),
    edge("cart", "orders-db", database),
    edge("web", "stock-db", database),
  ];
  const { items } = mapModel({ nodes, edges, sampled: 1 }, new Map(), before);
  expect(items.map(({ id, calls, verdict }) => [id, calls, verdict.health, verdict.reason])).toEqual([
    ["orders-db", 200, "degraded", "p95 is 450.0 times as high as before"],
    ["stock-db", 100, "healthy", ""],
  ]);
});
