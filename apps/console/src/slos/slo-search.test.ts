import { expect, test } from "vitest";
import { askOf, isFiltered } from "./slo-search.ts";
import { burnText, indicatorText, percentText, targetText } from "./words.ts";

test("an address becomes the request of the list", () => {
  expect(askOf({})).toEqual({ sort: "budget" });
  expect(askOf({ state: "breached,unknown,at_risk", service: "shop", team: "t", q: "pay", sort: "name" })).toEqual({
    ...{ sort: "name", state: ["at_risk", "breached"], service: ["shop"], group_id: "t", q: "pay" },
  });
  expect(isFiltered({ sort: "name" })).toBe(false);
  expect(isFiltered({ q: "pay" })).toBe(true);
});

test("figures are written so that almost everything does not look like everything", () => {
  expect(percentText(99.99996)).toBe("99.999%");
  expect(percentText(99.9)).toBe("99.9%");
  expect(percentText(100)).toBe("100%");
  expect(burnText(14.4)).toBe("14.4×");
  expect(burnText(null)).toBe("—");
});

test("what is measured is a sentence", () => {
  expect(indicatorText({ type: "latency", service: "shop", operation: "GET /", threshold_ms: 200 })).toBe(
    "Calls of shop (GET /) that take at most 200 ms",
  );
  expect(
    indicatorText({
      type: "ratio",
      good: { metric_name: "ok_total", match: ["code=200"] },
      total: { metric_name: "all_total" },
    }),
  ).toBe("ok_total{code=200} of all_total");
  expect(targetText({ objective: 99.95, window_days: 1 })).toBe("99.95% over 1 day");
});
