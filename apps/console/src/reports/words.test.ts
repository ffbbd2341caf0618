import { expect, test } from "vitest";
import { formatOfMedia, hasOutput, outputName, planText } from "./words.ts";

test.each([
  [{ schedule: "Off", cron: null, timezone: null }, "Off"],
  [{ schedule: "Weekly", cron: "0 7 * * 1", timezone: "UTC" }, "Mondays at 07:00 UTC"],
  [{ schedule: "Custom", cron: "0 18 * * FRI", timezone: "Europe/Berlin" }, "Every Friday at 18:00 Europe/Berlin"],
  [{ schedule: "Custom", cron: "*/30 8-18 * * *", timezone: null }, "*/30 8-18 * * * UTC"],
] as const)("%o is shown as '%s'", (plan, text) => {
  expect(planText(plan)).toBe(text);
});

test("an output has the name that the API gives it, and its media type tells the format", () => {
  expect(outputName("0198", "CSV")).toBe("report-0198.csv");
  expect(formatOfMedia("text/html;charset=utf-8")).toBe("HTML");
  expect(formatOfMedia("text/csv; charset=utf-8")).toBe("CSV");
  expect(formatOfMedia("application/json")).toBe("JSON");
  expect(formatOfMedia("image/png")).toBeUndefined();
});

test("a run that failed, or whose output was removed, cannot be opened", () => {
  expect(hasOutput({ status: "succeeded", size: 12 })).toBe(true);
  expect(hasOutput({ status: "succeeded", size: null })).toBe(false);
  expect(hasOutput({ status: "failed", size: null })).toBe(false);
});
