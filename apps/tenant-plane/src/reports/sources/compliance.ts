import type { Control } from "@opsplane/contract";
import type { Cell, Column, Section } from "@opsplane/reports";
import { checkControls } from "../../compliance/index.ts";
import { chartOfShares } from "./charts.ts";
import { shareOf } from "./columns.ts";
import { allAtOnce } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** Every control with what was found, and the records that show it. */
export async function complianceSource({ db, period, now, entitlements }: SourceScope): Promise<Section> {
  const controls = await checkControls({ db, period, now, entitlements });
  const count = (state: Control["state"]) => controls.filter((control) => control.state === state).length;
  const [passed, failed] = [count("passed"), count("failed")];
  const evidence = controls.flatMap(evidenceRows);
  return {
    source: "Compliance",
    findings: [
      `${passed} of ${passed + failed} controls are met.`,
      ...controls.filter(({ state }) => state === "failed").map(({ name, finding }) => `Not met: ${name}. ${finding}`),
    ],
    figures: [
      {
        ...{ name: "Controls met", value: shareOf(passed, passed + failed), unit: "percent" },
        ...{ target: 100, better: "higher", headline: true },
      },
      { name: "Controls not met", value: failed, unit: "count", better: "lower" },
      { name: "Not applicable", value: count("not_applicable"), unit: "count" },
    ],
    charts: [
      chartOfShares("Controls by result", "Controls", [
        { name: "Met", count: passed },
        { name: "Not met", count: failed },
        { name: "Not applicable", count: count("not_applicable") },
      ]),
    ],
    tables: [
      {
        ...{ name: "Controls", columns: controlColumns, total: controls.length },
        rows: () => allAtOnce(controls.map(controlRow)),
      },
      {
        ...{ name: "Evidence", columns: evidenceColumns, total: evidence.length },
        note: "Evidence lists at most 100 records of each control, violations first.",
        rows: () => allAtOnce(evidence),
      },
    ],
    notes: [],
  };
}

const states: Readonly<Record<Control["state"], string>> = {
  passed: "met",
  failed: "not met",
  not_applicable: "not applicable",
};

const controlColumns: readonly Column[] = [
  { key: "control", name: "Control" },
  { key: "result", name: "Result" },
  { key: "finding", name: "Finding" },
  { key: "checked", name: "Checked", unit: "count" },
  { key: "violations", name: "Violations", unit: "count" },
  { key: "demand", name: "What it demands" },
];

function controlRow({ name, state, finding, checked, violations, about }: Control): Cell[] {
  return [name, states[state], finding, checked, violations, about];
}

const evidenceColumns: readonly Column[] = [
  { key: "control", name: "Control" },
  { key: "evidence_kind", name: "Kind" },
  { key: "evidence_reference", name: "Record" },
  { key: "evidence_detail", name: "Detail" },
  { key: "evidence_at", name: "Time" },
  { key: "violates", name: "Violates" },
];

function evidenceRows({ name, evidence }: Control): Cell[][] {
  return evidence.map(({ kind, reference, detail, at, violates }) => [name, kind, reference, detail, at, violates]);
}
