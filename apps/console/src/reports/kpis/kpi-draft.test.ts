import type { Kpi, KpiInput } from "@opsplane/contract";
import { expect, test } from "vitest";
import { draftOf, fieldsOf, newInput, problemsOf } from "./kpi-draft.ts";

const at = "2026-11-18T12:00:00.000Z";

function aKpi(inputs: KpiInput[], fields: Partial<Kpi> = {}): Kpi {
  return {
    ...{ id: "0198c0de-0000-7000-8000-000000000001", name: "Fast", description: "", formula: "a", unit: "percent" },
    ...{ target: 95, better: "higher", created_by: "ann@example.com", version: 1, created_at: at, updated_at: at },
    inputs,
    ...fields,
  };
}

test("a KPI that is opened and saved unchanged is the same", () => {
  const inputs: KpiInput[] = [
    { name: "a", kind: "count", records: "incidents", statuses: ["resolved"], severities: ["P1"] },
    { name: "b", kind: "count", records: "changes", types: ["normal"] },
    { name: "c", kind: "mean_time", time: "fulfill_request" },
    { name: "d", kind: "metric", metric_name: "load", match: ['host="web,1"'], agg: "max", over: "min" },
    { name: "e", kind: "logs", q: "level:error" },
    { name: "f", kind: "logs" },
  ];
  const kpi = aKpi(inputs);
  expect(fieldsOf(draftOf(kpi))).toEqual({
    ...{ name: "Fast", description: "", formula: "a", unit: "percent", target: 95, better: "higher" },
    inputs,
  });
});

test("another kind sends only its own fields", () => {
  const [input] = draftOf(aKpi([{ name: "a", kind: "count", records: "changes", types: ["normal"] }])).inputs;
  const draft = draftOf(undefined);
  const sent = (changes: object) => fieldsOf({ ...draft, inputs: [{ ...newInput([]), ...input, ...changes }] }).inputs;
  expect(sent({ kind: "logs" })).toEqual([{ name: "a", kind: "logs" }]);
  expect(sent({ records: "requests" })).toEqual([{ name: "a", kind: "count", records: "requests" }]);
});

test("without a target no direction is good", () => {
  expect(fieldsOf({ ...draftOf(undefined), target: "" })).toMatchObject({ target: null, better: null });
  expect(fieldsOf({ ...draftOf(undefined), target: 0, better: "lower" })).toMatchObject({ target: 0, better: "lower" });
});

test("new inputs have names of their own", () => {
  const first = newInput([]);
  const second = newInput([first]);
  expect([first.name, second.name, newInput([first, second]).name]).toEqual(["total", "input_2", "input_3"]);
  expect(second.key).not.toBe(first.key);
});

test("what is missing is named at its field", () => {
  const draft = draftOf(undefined);
  const [input] = draft.inputs;
  expect(problemsOf({ ...draft, name: "x" })).toEqual({});
  const twice = { ...draft, name: "x", inputs: [newInput([]), newInput([])] };
  expect(problemsOf(twice)).toEqual({ "inputs.1.name": "Another input has this name." });
  const wrong = { ...newInput([]), ...input, name: "Total", kind: "metric" } as const;
  expect(Object.keys(problemsOf({ ...draft, formula: " ", inputs: [wrong] }))).toEqual([
    ...["name", "formula", "inputs.0.name", "inputs.0.metric_name"],
  ]);
});
