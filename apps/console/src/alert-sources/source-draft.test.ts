import type { AlertIntegration } from "@opsplane/contract";
import { expect, test } from "vitest";
import { draftOf, problemsOf, settingsOf } from "./source-draft.ts";

const source = {
  name: "Alertmanager",
  severity_map: { "sev=1": "P1" },
  labels: { site: "eu" },
  default_severity: "P3",
} as unknown as AlertIntegration;

test("labels and severities are lines in the form and records on the server", () => {
  const draft = draftOf(source);
  expect(draft).toMatchObject({ severities: ["sev=1=P1"], labels: ["site=eu"] });
  expect(settingsOf({ ...draft, severities: ["sev=1=p2", "low=P5"] })).toMatchObject({
    severity_map: { "sev=1": "P2", low: "P5" },
    labels: { site: "eu" },
  });
});

test("a line without a value is a problem", () => {
  expect(problemsOf({ ...draftOf(source), name: " ", severities: ["sev-1=P9"], labels: ["=eu"] })).toEqual({
    name: "Enter a name.",
    severities: "Write 'sev-1=P9' like sev-1=P1.",
    labels: "Write '=eu' like site=eu.",
  });
});
