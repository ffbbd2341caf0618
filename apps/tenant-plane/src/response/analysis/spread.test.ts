import { expect, test } from "vitest";
import { callersOf, connect } from "./spread.ts";

/** "front cart stock" is a chain of calls. */
const chain = (...texts: string[]) =>
  texts.flatMap((text) => {
    const names = text.split(" ");
    return names.slice(1).map((callee, at) => ({ caller: names[at] ?? "", callee }));
  });

const edge = (source: string, target: string) => ({ source, target });

test("a service between two unusual ones joins, and edges connect all three", () => {
  expect(connect(["stock", "front"], chain("front cart stock", "front mail"))).toEqual({
    between: ["cart"],
    edges: [edge("front", "cart"), edge("cart", "stock")],
  });
});

test("all shortest ways of calls are shown, and no detour", () => {
  const calls = chain("front a stock", "front b stock", "front c d stock");
  expect(new Set(connect(["front", "stock"], calls).between)).toEqual(new Set(["a", "b"]));
});

test("what is connected already gets nothing in between", () => {
  expect(connect(["front", "cart", "stock"], chain("front cart stock", "front x stock")).between).toEqual([]);
});

test("without a way of calls, one caller or one callee of both connects them", () => {
  expect(connect(["cart", "mail"], chain("front cart", "front mail", "old cart", "old mail")).between).toEqual([
    "front",
  ]);
  expect(connect(["cart", "mail"], chain("cart db", "mail db")).between).toEqual(["db"]);
});

test("what is too far away stays apart", () => {
  expect(connect(["a", "f"], chain("a b c d e f"))).toEqual({ between: [], edges: [] });
  expect(connect(["a", "e"], chain("a b c d e")).between).toHaveLength(3);
});

test("callers are found over any number of calls, also in circles", () => {
  expect([...callersOf(["stock"], chain("front cart stock", "cart front", "mail queue"))]).toEqual(["cart", "front"]);
});

test("circles end, and many ways side by side become one", () => {
  expect(connect(["a", "c"], chain("a b a", "b c b")).between).toEqual(["b"]);
  const wide = Array.from({ length: 50 }, (_, n) => `a x${n} c`);
  expect(connect(["a", "c"], chain(...wide)).between).toEqual(["x0"]);
});

test("a picture of thousands of services takes no noticeable time", () => {
  const names = Array.from({ length: 5_000 }, (_, n) => `s${n}`);
  const calls = names.flatMap((caller, n) =>
    [1, 7, 31, 211].map((step) => ({ caller, callee: `s${(n + step) % 5_000}` })),
  );
  const shown = Array.from({ length: 40 }, (_, n) => `s${n * 120}`);
  const begin = performance.now();
  const { between } = connect(shown, calls);
  expect(between.length).toBeLessThanOrEqual(30);
  expect(performance.now() - begin).toBeLessThan(2_000);
});
