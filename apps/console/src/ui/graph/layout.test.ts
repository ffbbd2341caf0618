import { expect, test } from "vitest";
import { type Layoutable, layoutOf, nodeSize } from "./layout.ts";

const item = (id: string) => ({ id });

function graph(...pairs: [string, string][]): Layoutable {
  const links = pairs.map(([from, to]) => ({ id: `${from} ${to}`, from, to }));
  return { items: [...new Set(pairs.flat())].map(item), links, tree: links };
}

test("a failure spreads from left to right, also with a cycle", () => {
  const placed = layoutOf(graph(["db", "web"], ["web", "shop"], ["shop", "db"]));
  const x = (id: string) => placed.get(id)?.x ?? Number.NaN;
  expect(x("db")).toBeLessThan(x("web"));
  expect(x("web")).toBeLessThan(x("shop"));
});

test("hundreds of dependents are folded into columns, and no nodes overlap", () => {
  const placed = [
    ...layoutOf(graph(...Array.from({ length: 400 }, (_, n): [string, string] => ["root", `n${n}`]))).values(),
  ];
  const height = Math.max(...placed.map(({ y }) => y)) - Math.min(...placed.map(({ y }) => y));
  const width = Math.max(...placed.map(({ x }) => x)) - Math.min(...placed.map(({ x }) => x));
  expect(height).toBeLessThan(2000);
  expect(width).toBeLessThan(5000);
  const overlaps = placed.some((one, index) =>
    placed
      .slice(index + 1)
      .some(({ x, y }) => Math.abs(one.x - x) < nodeSize.width && Math.abs(one.y - y) < nodeSize.height),
  );
  expect(overlaps).toBe(false);
});
