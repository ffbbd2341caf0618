import type { Rca } from "@opsplane/contract";
import { expect, test } from "vitest";
import { spreadLayout } from "./spread-layout.ts";

/** Each calls the one before. */
function chain(...names: string[]): Rca["spread"] {
  const since = "2026-11-18T01:22:00.000Z";
  return {
    nodes: names.map((name) => ({ name, ci_id: null, since, probability: 0 })),
    edges: names.slice(1).map((name, index) => ({ source: name, target: names[index] ?? "" })),
  };
}
const six = chain("database", "payments", "checkout", "api", "storefront", "browser");

test("nodes are narrower so that all columns fit", () => {
  const { width, node, corners } = spreadLayout(six, 800);
  expect(width).toBeLessThanOrEqual(800);
  expect(node.width).toBeGreaterThan(100);
  const xs = six.nodes.map(({ name }) => corners.get(name)?.x ?? -1);
  expect(xs).toEqual(xs.toSorted((one, other) => one - other));
});

test("with room, nodes and gaps have their usual size", () => {
  expect(spreadLayout(chain("database", "payments"), 2000)).toMatchObject({
    node: { width: 196 },
    gap: 60,
    width: 464,
  });
});

test("on a narrow screen nodes stay readable, and the graph is wider than it", () => {
  const { width, node } = spreadLayout(six, 320);
  expect(node.width).toBe(108);
  expect(width).toBeGreaterThan(320);
});
