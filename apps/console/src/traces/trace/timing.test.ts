import { expect, test } from "vitest";
import { aSpan } from "./a-span.ts";
import { criticalPath, selfTimes, serviceShares } from "./timing.ts";
import { buildTree, type TraceTree } from "./tree.ts";
import { pannedBy, readZoom, ticksOf, writeZoom, zoomedBy } from "./zoom.ts";

const path = (tree: TraceTree) =>
  criticalPath(tree).map(({ position, from, to }) => `${tree.nodes[position]?.span.span_id} ${from}-${to}`);

test("self time leaves out the time of children, also when they overlap or outlast their parent", () => {
  const tree = buildTree([
    aSpan("root", 0, 100),
    aSpan("a", 10, 40, "root"),
    aSpan("b", 20, 60, "root"),
    aSpan("c", 90, 130, "root"),
  ]);
  expect(selfTimes(tree)).toEqual([40, 30, 40, 40]);
});

test("the critical path goes through children in sequence and the parent's own work", () => {
  const tree = buildTree([aSpan("root", 0, 100), aSpan("a", 10, 40, "root"), aSpan("b", 50, 90, "root")]);
  expect(path(tree)).toEqual(["root 0-10", "a 10-40", "root 40-50", "b 50-90", "root 90-100"]);
});

test("of parallel children, only the last to end is on the path", () => {
  const tree = buildTree([
    aSpan("root", 0, 100),
    aSpan("fast", 10, 30, "root"),
    aSpan("slow", 10, 90, "root"),
    aSpan("query", 20, 80, "slow"),
  ]);
  expect(path(tree)).toEqual(["root 0-10", "slow 10-20", "query 20-80", "slow 80-90", "root 90-100"]);
});

test("a child is cut at the end of its parent, but a consumer that outlasts it is left out", () => {
  const skewed = buildTree([aSpan("root", 0, 100), aSpan("child", 10, 105, "root")]);
  expect(path(skewed)).toEqual(["root 0-10", "child 10-100"]);
  const queued = buildTree([aSpan("root", 0, 100), aSpan("later", 50, 500, "root", { kind: "consumer" })]);
  expect(path(queued)).toEqual(["root 0-100"]);
});

test("the segments cover the longest root without gaps", () => {
  const spans = [aSpan("other", 0, 20), aSpan("root", 5, 305)];
  for (let at = 0; at < 100; at++)
    spans.push(aSpan(`s${at}`, 5 + at * 3, 9 + at * 3, at % 7 === 0 ? "root" : `s${at - 1}`));
  const tree = buildTree(spans);
  const segments = criticalPath(tree);
  expect(segments[0]?.from).toBe(5);
  expect(segments.at(-1)?.to).toBe(305);
  for (const [index, { from }] of segments.slice(1).entries()) expect(from).toBe(segments[index]?.to);
  expect(criticalPath(buildTree([]))).toEqual([]);
});

test("services are ordered by their share of the self time", () => {
  const tree = buildTree([aSpan("root", 0, 100), aSpan("db", 20, 80, "root", { service: "db", status: "error" })]);
  expect(serviceShares(tree, selfTimes(tree))).toEqual([
    { service: "db", spans: 1, errors: 1, self: 60, share: 0.6 },
    { service: "web", spans: 1, errors: 0, self: 40, share: 0.4 },
  ]);
});

test("a zoom survives the address, and an invalid one shows the whole trace", () => {
  expect(readZoom(writeZoom({ from: 12.5, to: 80 }, 100), 100)).toEqual({ from: 12.5, to: 80 });
  expect(writeZoom({ from: 0, to: 100 }, 100)).toBeUndefined();
  for (const written of [undefined, "", "x", "80-12", "-5-10"])
    expect(readZoom(written, 100)).toEqual({ from: 0, to: 100 });
});

test("zooming keeps the center, and panning stays inside the trace", () => {
  expect(zoomedBy({ from: 0, to: 100 }, 0.5, 100)).toEqual({ from: 25, to: 75 });
  expect(zoomedBy({ from: 25, to: 75 }, 4, 100)).toEqual({ from: 0, to: 100 });
  expect(pannedBy({ from: 25, to: 75 }, 1, 100)).toEqual({ from: 50, to: 100 });
  expect(ticksOf({ from: 0, to: 100 }, 5)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(ticksOf({ from: 0, to: 0 }, 5)).toEqual([]);
});
