import type { Report } from "@opsplane/contract";
import { expect, test } from "vitest";
import { starters } from "../starters.ts";
import {
  copyOf,
  draftOf,
  newDraft,
  parametersOf,
  periodProblem,
  previewOf,
  problemsOf,
  runParameters,
  savedOf,
} from "./report-draft.ts";

const now = new Date("2026-11-18T12:00:00Z");

function aReport(fields: Partial<Report> = {}): Report {
  return {
    id: "0198c0de-0000-7000-8000-000000000001",
    name: "Week",
    description: "",
    type: "Incident",
    format: "HTML",
    schedule: "Weekly",
    cron: "0 7 * * 1",
    timezone: "UTC",
    next_run_at: null,
    data_sources: ["Incidents"],
    parameters: {},
    created_by: "ann@example.com",
    last_run: null,
    version: 3,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    ...fields,
  };
}

test("a report that is opened and saved unchanged sends nothing", () => {
  const parameters = { range: "last_7_days", services: ["shop"], timezone: "Europe/Berlin" } as const;
  for (const report of [
    aReport({ parameters: { ...parameters, services: ["shop"] } }),
    aReport({ schedule: "Custom", cron: "0 18 * * FRI", timezone: "Europe/Berlin" }),
    aReport({ schedule: "Off", cron: null, timezone: null }),
  ])
    expect(savedOf(draftOf(report), report)).toEqual({ body: {}, plan: undefined });
});

test("only what changed is sent", () => {
  const report = aReport();
  const changed = { ...draftOf(report), name: " Month ", schedule: "Monthly" } as const;
  expect(savedOf(changed, report)).toEqual({ body: { name: "Month", schedule: "Monthly" }, plan: undefined });
});

test("a custom schedule is sent as a cron expression, and a named one replaces it", () => {
  const weekly = aReport();
  const friday = { ...draftOf(weekly), schedule: "Custom", zone: "Europe/Berlin" } as const;
  expect(savedOf(friday, weekly)).toEqual({ body: {}, plan: { cron: "0 7 * * FRI", timezone: "Europe/Berlin" } });
  const custom = aReport({ schedule: "Custom", cron: "0 7 * * FRI", timezone: "Europe/Berlin" });
  expect(savedOf({ ...draftOf(custom), schedule: "Daily" }, custom)).toEqual({
    body: { schedule: "Daily" },
    plan: undefined,
  });
});

test("a new report from a starting point has all fields, and no parameter that nobody chose", () => {
  const [executive] = starters;
  const { body, plan } = savedOf(newDraft(executive), undefined);
  expect(plan).toBeUndefined();
  expect(body).toMatchObject({ name: "Weekly executive summary", schedule: "Weekly", format: "HTML", parameters: {} });
  expect(copyOf(aReport()).name).toBe("Week (copy)");
});

test("times of a custom range are left out of every other range", () => {
  const draft = { ...newDraft().parameters, from: "now-7d", to: "now" };
  expect(parametersOf({ ...draft, range: "custom" })).toEqual({ range: "custom", from: "now-7d", to: "now" });
  expect(parametersOf({ ...draft, range: "today" })).toEqual({ range: "today" });
  expect(parametersOf({ ...draft, range: "" })).toEqual({});
});

test("a run without filters replaces those of the report", () => {
  expect(runParameters(newDraft().parameters, "Weekly")).toEqual({
    ...{ range: "previous_week", timezone: "UTC", services: [], teams: [], severities: [] },
  });
  const chosen = { ...newDraft().parameters, range: "today", services: ["shop"] } as const;
  expect(runParameters({ ...chosen, services: ["shop"] }, "Off")).toMatchObject({ range: "today", services: ["shop"] });
});

test("the preview has a name and does not depend on format or description", () => {
  const draft = { ...newDraft(), data_sources: ["Incidents" as const] };
  expect(previewOf(draft)).toMatchObject({ name: "Untitled report" });
  expect(previewOf({ ...draft, format: "CSV", description: "x" })).toEqual(previewOf(draft));
});

test("what is missing or wrong is named", () => {
  expect(Object.keys(problemsOf(newDraft(), now))).toEqual(["name", "data_sources"]);
  const complete = { ...newDraft(), name: "x", data_sources: ["KPIs" as const] };
  expect(problemsOf(complete, now)).toEqual({});
  const never = { ...complete, schedule: "Custom", when: { repeats: "weekly", time: "07:00", weekdays: [] } } as const;
  expect(problemsOf({ ...never, when: { ...never.when, weekdays: [] } }, now)).toEqual({
    when: "Choose when it runs.",
  });
  const parameters = { ...complete.parameters, range: "custom" } as const;
  expect(periodProblem({ ...parameters, from: "soon" }, now)).toContain("such as");
  expect(periodProblem({ ...parameters, from: "now-1d", to: "now-2d" }, now)).toBe("The start must be before the end.");
  expect(periodProblem({ ...parameters, from: "now-1d", to: "x" }, now)).toBe("The end is not a time.");
  expect(periodProblem({ ...parameters, from: "2026-11-01T00:00:00Z" }, now)).toBeUndefined();
});
