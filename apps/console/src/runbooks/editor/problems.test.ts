import { lintRunbook } from "@opsplane/automation";
import { expect, test } from "vitest";
import { contentIn, draftOf, newStep } from "./draft.ts";
import { anchorOf, countsOf, placeOf, placeWords, problemsIn } from "./problems.ts";

test("a problem belongs to the card that its path is in", () => {
  expect(
    ["steps.2.command", "on_failure.0", "parameters.1.name", "lock_key", "verification.query.q"].map(placeOf),
  ).toEqual(["steps.2", "on_failure.0", "parameters.1", "lock_key", "verification"]);
  expect(placeWords("steps.2.command")).toBe("Step 3");
  expect(placeWords("verification")).toBe("Verification");
  expect(anchorOf("steps.2.command")).toBe("at-steps-2");
});

test("the lint of a draft is found at its fields; step 1 is not step 10", () => {
  const steps = Array.from({ length: 11 }, (_, index) => newStep(index === 10 ? "command" : "wait", `k${index}`));
  const problems = problemsIn(lintRunbook(contentIn({ ...draftOf(undefined), name: "x", steps })));
  expect(problems.error("steps.10.command")).toContain("needs a command");
  expect(problems.within("steps.1")).toEqual([]);
  expect(countsOf(problems.all)).toMatchObject({ errors: 1 });
});
