import { expect, test } from "vitest";
import { askOf, byUrgency, isFiltered, labelsIn, tabOf } from "./alert-search.ts";

test("each tab asks for its alerts, and only the history for a time", () => {
  expect(askOf({ range: "24h" })).toEqual({ status: ["pending", "firing"], muted: false });
  expect(askOf({ view: "silenced", severity: "P1,nonsense" })).toEqual({
    status: ["pending", "firing"],
    muted: true,
    severity: ["P1"],
  });
  expect(askOf({ view: "history", range: "24h", q: "disk", policy: "p", label: "host=a,b" })).toEqual({
    ...{ status: ["resolved"], from: "now-24h", q: "disk", policy_id: "p", label: ["host=a"] },
  });
  expect(tabOf({ view: "nonsense" })).toBe("firing");
});

test("a label needs a name and a value", () => {
  expect(labelsIn({ label: "host=a,zone,=b,host=a" })).toEqual(["host=a"]);
  expect(isFiltered({ view: "history", alert: "x" })).toBe(false);
  expect(isFiltered({ label: "a=b" })).toBe(true);
});

test("firing comes before pending, and what is severe before the rest", () => {
  const an = (status: string, severity: string, at: number) => ({ status, severity, at });
  const sorted = byUrgency([
    an("pending", "P1", 1),
    an("firing", "P3", 2),
    an("firing", "P1", 3),
    an("firing", "P3", 4),
  ]);
  expect(sorted.map(({ at }) => at)).toEqual([3, 2, 4, 1]);
});
