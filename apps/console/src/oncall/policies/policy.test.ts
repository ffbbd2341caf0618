import type { EscalationPolicy } from "@opsplane/contract";
import { expect, test } from "vitest";
import { draftOf, fieldsOf, newStep, stepProblem } from "./policy-draft.ts";
import { courseOf, stepsText } from "./policy-words.ts";

const primary = { type: "schedule", id: "s", name: "Primary", problem: null } as const;
const leads = { type: "team", id: "t", name: "Leads", problem: null } as const;
const steps: EscalationPolicy["steps"] = [
  { order: 1, delay_seconds: 0, severities: null, targets: [primary] },
  {
    order: 2,
    delay_seconds: 300,
    severities: ["P1", "P2"],
    targets: [leads, { type: "user", id: "u", name: "Ada", problem: null }],
  },
];
const policy: EscalationPolicy = {
  ...{ id: "p", version: 1, created_at: "", updated_at: "", created_by: "x", open_pages: 0 },
  ...{ name: "Shop", description: "", is_default: true, repeat: 2, steps },
};

test("a policy becomes a draft and the same fields again", () => {
  const bare = (each: (typeof steps)[number]) => ({
    ...each,
    targets: each.targets.map(({ type, id }) => ({ type, id })),
  });
  expect(fieldsOf(draftOf(policy))).toEqual({
    ...{ name: "Shop", description: "", is_default: true, repeat: 2 },
    steps: steps.map(bare),
  });
});

test("a new step waits unless it is the first, and needs a target", () => {
  expect(newStep([])).toMatchObject({ delay_seconds: 0 });
  expect(newStep(draftOf(policy).steps)).toMatchObject({ delay_seconds: 300, key: 2 });
  expect(stepProblem(newStep([]))).toBe("Choose who is paged.");
});

test("steps read as a sentence", () => {
  expect(stepsText(steps)).toBe("schedule Primary → after 5 minutes: team Leads, Ada (P1, P2)");
});

test("the course depends on the severity", () => {
  expect(courseOf(steps, 2, "P1")).toEqual([
    { at: 0, text: "Pages schedule Primary." },
    { at: 300, text: "Pages team Leads, Ada." },
    { at: 600, text: "Starts again, 2 times." },
  ]);
  expect(courseOf(steps, 0, "P4")).toEqual([
    { at: 0, text: "Pages schedule Primary." },
    { at: 60, text: "Ends. No one else is paged." },
  ]);
  expect(courseOf(steps.slice(1), 0, "P4")).toEqual([{ at: 0, text: "No one is paged." }]);
});
