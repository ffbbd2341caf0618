import { expect, test } from "vitest";
import { aSpan } from "./a-span.ts";
import { ancestorsOf, matchesOf, visibleRows, withAncestors } from "./rows.ts";
import { buildTree } from "./tree.ts";

const ids = (tree: ReturnType<typeof buildTree>, positions?: readonly number[]) =>
  (positions ?? [...tree.nodes.keys()]).map((position) => tree.nodes[position]?.span.span_id).join(" ");

test("spans follow their parent, and children are ordered by start", () => {
  const tree = buildTree([
    aSpan("late", 60, 90, "root"),
    aSpan("root", 0, 100),
    aSpan("early", 10, 50, "root"),
    aSpan("leaf", 20, 30, "early"),
  ]);
  expect(ids(tree)).toBe("root early leaf late");
  expect(tree.nodes.map(({ depth }) => depth)).toEqual([0, 1, 2, 1]);
  expect(tree.nodes.map(({ end }) => end)).toEqual([4, 3, 3, 4]);
  expect(tree.duration).toBe(100);
});

test("a span whose parent is missing is a root, and so is one of spans that name each other", () => {
  const tree = buildTree([aSpan("orphan", 5, 8, "missing"), aSpan("a", 0, 10, "b"), aSpan("b", 1, 9, "a")]);
  expect(ids(tree)).toBe("orphan a b");
  expect(tree.nodes.map(({ depth, isOrphan }) => [depth, isOrphan])).toEqual([
    [0, true],
    [0, false],
    [1, false],
  ]);
});

test("times are exact to the nanosecond, and no span or an own parent does no harm", () => {
  const tree = buildTree([
    aSpan("a", 0, 1, null, { start_unix_nano: "1786377600000000001" }),
    aSpan("b", 0, 1, "b", { start_unix_nano: "1786377600000000003" }),
  ]);
  expect(tree.nodes[1]?.from).toBe(0.000002);
  expect(buildTree([])).toMatchObject({ nodes: [], duration: 0 });
});

test("a chain of 10,000 spans is built without recursion", () => {
  const spans = Array.from({ length: 10_000 }, (_, at) => aSpan(`s${at}`, at, 20_000, at === 0 ? null : `s${at - 1}`));
  const tree = buildTree(spans);
  expect(tree.nodes.at(-1)?.depth).toBe(9999);
  expect(tree.nodes[0]?.end).toBe(10_000);
});

const shop = buildTree([
  aSpan("root", 0, 100),
  aSpan("cart", 0, 40, "root", { service: "cart", attributes: { "http.route": "/cart" } }),
  aSpan("select", 5, 30, "cart", { service: "db", status: "error" }),
  aSpan("mail", 50, 90, "root"),
]);

test("a collapsed span hides its descendants", () => {
  expect(ids(shop, visibleRows(shop, new Set(), undefined))).toBe("root cart select mail");
  expect(ids(shop, visibleRows(shop, new Set([1]), undefined))).toBe("root cart mail");
  expect(ids(shop, visibleRows(shop, new Set([0]), undefined))).toBe("root");
});

test("a filter matches text, service and failures; matches keep their ancestors", () => {
  const all = { text: "", service: undefined, errorsOnly: false };
  expect(matchesOf(shop, all)).toBeUndefined();
  expect(matchesOf(shop, { ...all, text: "route=/CART" })).toEqual([false, true, false, false]);
  expect(matchesOf(shop, { ...all, service: "db" })).toEqual([false, false, true, false]);
  const failed = matchesOf(shop, { ...all, errorsOnly: true }) ?? [];
  expect(failed).toEqual([false, false, true, false]);
  expect(ids(shop, visibleRows(shop, new Set(), withAncestors(shop, failed)))).toBe("root cart select");
  expect(ancestorsOf(shop, 2)).toEqual([1, 0]);
});
