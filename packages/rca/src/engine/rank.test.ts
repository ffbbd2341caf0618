import { expect, test } from "vitest";
import { aCase, aSeries, at, type Step, traces } from "./a-case.ts";
import type { RcaInput } from "./input.ts";
import { rank } from "./rank.ts";

const hour = 3_600_000;

test("a slow database is blamed, not the services that wait for it", () => {
  const first = rank(
    aCase({
      affected: ["web"],
      symptom: "latency",
      series: [
        ...["web", "cart", "stock", "db"].map((service) => aSeries(service, "requests", 100, 100)),
        aSeries("web", "latency.mean", 80, 480),
        aSeries("stock", "latency.mean", 50, 450),
        aSeries("cart", "latency.mean", 20, 20),
        aSeries("db", "latency.mean", 10, 410),
      ],
    }),
  )[0];
  expect(first?.service).toBe("db");
  expect(first?.probability).toBeGreaterThan(0.8);
  expect(first?.evidence[0]?.detail).toMatchObject({ kind: "metric", drift: { series: { metric: "latency.mean" } } });
});

test("a latency that was high before the problem is no news", () => {
  const long = {
    ...aSeries("cart", "latency.mean", 20, 300),
    reference: aSeries("cart", "latency.mean", 20, 20).reference,
  };
  const high = { ...long, values: long.values.map(() => 300) };
  const found = rank(
    aCase({
      affected: ["web"],
      symptom: "latency",
      series: [
        ...["web", "cart", "stock"].map((service) => aSeries(service, "requests", 100, 100)),
        high,
        aSeries("stock", "latency.mean", 50, 90),
      ],
    }),
  );
  expect(found[0]?.service).toBe("stock");
});

test("failures are blamed on the deepest service that fails", () => {
  const found = rank(
    aCase({
      affected: ["web"],
      symptom: "errors",
      series: [
        ...["web", "stock", "db"].map((service) => aSeries(service, "requests", 100, 100)),
        aSeries("web", "availability", 100, 90),
        aSeries("stock", "availability", 100, 90),
        aSeries("db", "availability", 100, 90),
      ],
    }),
  );
  expect(found[0]?.service).toBe("db");
});

test("requests that wait are not taken for calls, so few failures of a quiet service count little", () => {
  const found = rank(
    aCase({
      affected: ["web"],
      series: [
        aSeries("web", "requests", 1000, 1000),
        aSeries("cart", "requests", 5, 5),
        aSeries("web", "success rate", 1, 0.999),
        aSeries("cart", "success rate", 1, 0.8),
        aSeries("web", "pending_requests", 0, 0),
        aSeries("stock", "cpu usage", 10, 95),
      ],
    }),
  );
  expect(found[0]?.service).toBe("stock");
});

test("a metric that was always 0 is clear evidence when it rises, not overwhelming", () => {
  const found = rank(aCase({ series: [aSeries("cart", "queue length", 0, 1), aSeries("stock", "cpu usage", 10, 95)] }));
  expect(found.map(({ service }) => service).slice(0, 2)).toEqual(["stock", "cart"]);
  const [first, second] = found;
  expect((second?.score ?? 0) / (first?.score ?? 1)).toBeGreaterThan(0.5);
});

test("a service whose CPU rises is suspected; one whose CPU falls with its traffic is not", () => {
  const found = rank(
    aCase({
      series: [
        aSeries("cart", "cpu usage", 10, 95),
        aSeries("stock", "cpu usage", 50, 5),
        aSeries("db", "cpu usage", 10, 10),
      ],
    }),
  );
  expect(found[0]).toMatchObject({ service: "cart" });
  expect(found.find(({ service }) => service === "stock")?.score).toBe(0);
});

test("a metric of a shared host says less about each service on it", () => {
  const host = (service: string) => aSeries(service, "host cpu", 10, 60);
  const shared = rank(aCase({ series: ["web", "cart", "stock"].map(host) }));
  const alone = rank(aCase({ series: [host("cart")] }));
  expect(shared[0]?.score).toBeLessThan(alone[0]?.score ?? 0);
  expect(new Set(shared.slice(0, 3).map(({ score }) => score)).size).toBe(1);
});

test("a service that stops calling others is blamed, not the ones that get no calls", () => {
  const found = rank(
    aCase({
      series: [
        aSeries("web", "requests", 100, 100),
        aSeries("cart", "requests", 100, 0),
        aSeries("stock", "requests", 100, 0),
        aSeries("db", "requests", 100, 0),
      ],
    }),
  );
  expect(found[0]?.service).toBe("web");
});

const usual: Step = {
  service: "web",
  operation: "GET /cart",
  own: 5,
  children: [
    {
      service: "web",
      operation: "call cart",
      own: 0,
      children: [{ service: "cart", operation: "read", own: 10, log: "Cart read" }],
    },
    {
      service: "web",
      operation: "call stock",
      own: 0,
      children: [
        {
          service: "stock",
          operation: "count",
          own: 3,
          log: "Counted 12 items",
          children: [
            {
              service: "stock",
              operation: "query",
              own: 0,
              children: [{ service: "db", operation: "SELECT", own: 8 }],
            },
          ],
        },
      ],
    },
  ],
};

function spansCase(during: (index: number) => Step, more: Partial<RcaInput> = {}): RcaInput {
  const before = traces(60, at - hour, () => usual);
  const now = traces(60, at, during);
  return aCase({
    spans: { reference: before.spans, current: now.spans },
    logs: { reference: before.logs, current: now.logs },
    ...more,
  });
}

/** The shape with one step replaced, by service and operation. */
function changed(step: Step, service: string, operation: string, change: (step: Step) => Step): Step {
  const children = step.children?.map((child) => changed(child, service, operation, change));
  const copy = { ...step, ...(children && { children }) };
  return step.service === service && step.operation === operation ? change(copy) : copy;
}

test("the time inside a service is its own; waiting for others is not", () => {
  const slow = changed(usual, "db", "SELECT", (step) => ({ ...step, own: 300 }));
  const [first] = rank(spansCase(() => slow));
  expect(first).toMatchObject({ service: "db" });
  expect(first?.evidence[0]?.detail).toMatchObject({ kind: "own time", timing: { operation: "SELECT" } });
});

test("slow transport is blamed on the end whose calls are all slow", () => {
  const slow = changed(usual, "stock", "count", (step) => ({ ...step, gap: 200 }));
  const [first] = rank(spansCase(() => slow));
  expect(first).toMatchObject({ service: "stock" });
  expect(first?.evidence[0]?.detail).toMatchObject({ kind: "transport", caller: "web", callee: "stock" });
});

test("an operation that no longer logs what it always logged is broken", () => {
  const silent = changed(usual, "cart", "read", ({ log: _, ...step }) => step);
  const [first] = rank(spansCase(() => silent));
  expect(first).toMatchObject({ service: "cart" });
  expect(first?.evidence[0]?.detail).toMatchObject({
    kind: "behaviour",
    found: { kind: "missing", event: "log Cart read" },
  });
});

test("callers that fail because a callee fails are not blamed", () => {
  const failing = changed(
    changed(usual, "stock", "count", (step) => ({ ...step, failed: true })),
    "db",
    "SELECT",
    (step) => ({ ...step, failed: true }),
  );
  const found = rank(spansCase(() => ({ ...failing, failed: true })));
  expect(found[0]?.service).toBe("db");
  expect(found[0]?.probability).toBeGreaterThan(0.8);
});

test("callers that stop right after a call are explained by the service they called", () => {
  const cut: Step = { ...usual, children: usual.children?.slice(0, 1) ?? [] };
  const [first] = rank(spansCase(() => cut));
  expect(first?.service).toBe("cart");
});

test("a changed mix of requests breaks nothing", () => {
  const other: Step = { service: "web", operation: "GET /", own: 5 };
  const before = traces(60, at - hour, (index) => (index % 2 ? usual : other));
  const now = traces(60, at, (index) => (index % 3 ? usual : other));
  const found = rank(aCase({ spans: { reference: before.spans, current: now.spans } }));
  expect(found.every(({ score }) => score < 0.5)).toBe(true);
});

test("the minutes of an earlier incident are not usual", () => {
  const earlier = { from: at - 7 * 60_000, to: at - 2 * 60_000 };
  const series = aSeries("cart", "latency.mean", 20, 200);
  const disturbed = {
    ...series,
    reference: [],
    values: series.values.map((value, step) => {
      const time = series.times[step] ?? 0;
      return time >= earlier.from && time < earlier.to ? 200 : value;
    }),
  };
  const traffic = aSeries("cart", "requests", 100, 100);
  const input = aCase({ series: [disturbed, traffic] });
  const amount = (each: RcaInput) => rank(each)[0]?.score ?? 0;
  expect(amount({ ...input, disturbed: [earlier] })).toBeGreaterThan(amount(input));
});

test("without evidence all candidates tie, and the engine says that it does not know", () => {
  const found = rank(aCase());
  expect(found).toHaveLength(4);
  for (const { score, probability } of found) {
    expect(score).toBe(0);
    expect(probability).toBeLessThan(0.25);
  }
});

test("the same input gives the same ranking", () => {
  const input = spansCase((index) =>
    index % 2 ? usual : changed(usual, "db", "SELECT", (step) => ({ ...step, own: 90 })),
  );
  expect(rank(input)).toEqual(rank(input));
});
