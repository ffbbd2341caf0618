import { expect, test } from "vitest";
import { linesOf, withQuery } from "./lines.ts";
import { noQuery } from "./query-text.ts";
import { metricsOf } from "./services.ts";

test("a query about services has their filter and no metric yet", () => {
  expect(metricsOf([])).toEqual({});
  expect(linesOf(metricsOf(["checkout"]))[0]?.query.filters).toEqual([
    { label: "service.name", operator: "=", value: "checkout" },
  ]);
  expect(linesOf(metricsOf(["api.v1", "cart"]))[0]?.query.filters).toEqual([
    { label: "service.name", operator: "=~", value: "api\\.v1|cart" },
  ]);
});

test("a metric that is added then keeps the filter", () => {
  const [line] = withQuery(linesOf(metricsOf(["checkout"])), { ...noQuery, metric: "process.memory.usage" });
  expect(line?.query).toMatchObject({ metric: "process.memory.usage", filters: [{ value: "checkout" }] });
});
