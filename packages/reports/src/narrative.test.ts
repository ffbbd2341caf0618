import { expect, test } from "vitest";
import { aReport, aSection } from "./a-report.ts";
import { narrativeOf } from "./narrative.ts";

test("a summary says the period, missed targets, what changed most, and what each source found", () => {
  const { period } = aReport();
  const text = narrativeOf({
    ...{ type: "Executive Summary", period },
    sections: [
      aSection({
        findings: ["20 incidents were created."],
        figures: [
          { name: "Incidents", value: 20, before: 10, unit: "count", better: "lower" },
          { name: "Mean time to resolve", value: 1800, before: 3600, unit: "seconds", better: "lower", target: 900 },
          { name: "Reopened", value: 5, before: 5.1, unit: "percent", better: "lower", target: 10 },
        ],
      }),
    ],
  });
  expect(text).toEqual([
    "This executive summary covers 2026-10-01 to 2026-10-31 (UTC). 1 of 2 targets is missed: Mean time to resolve (30 min, target 15 min).",
    "Worse than in the period before: Incidents (10 → 20). Better than in the period before: Mean time to resolve (1 h → 30 min).",
    "Incidents: 20 incidents were created.",
  ]);
});

test("without anything to say there is only the period", () => {
  expect(narrativeOf({ type: "Custom", period: aReport().period, sections: [aSection()] })).toEqual([
    "This report covers 2026-10-01 to 2026-10-31 (UTC).",
  ]);
});
