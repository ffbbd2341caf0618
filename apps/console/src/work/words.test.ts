import { workKinds } from "@opsplane/contract";
import { expect, test } from "vitest";
import { kindTitle, lostText, subjectOf } from "./words.ts";

const id = "0198a5b2-7c1d-7e3f-8a9b-0c1d2e3f4a5b";

test("each kind has its own title, and says what is lost without it", () => {
  const titles = workKinds.map(kindTitle);
  expect(new Set(titles).size).toBe(workKinds.length);
  for (const title of titles) expect(title).toMatch(/^[A-Z].*[^.]$/);
  for (const kind of workKinds) expect(lostText(kind)).toMatch(/^[A-Z].*\.$/);
});

test("work of an unknown kind keeps its name", () => {
  expect(kindTitle("paint.walls")).toBe("paint.walls");
  expect(lostText("paint.walls")).toBe("The work is not done.");
  expect(subjectOf({ kind: "paint.walls", work_id: id })).toBeUndefined();
});

test("the record that work is about is found in its id", () => {
  expect(subjectOf({ kind: "itsm.breaches", work_id: id })).toEqual({ about: "request", id });
  expect(subjectOf({ kind: "analyze-incident", work_id: `analyze-${id}` })).toEqual({ about: "incident", id });
  expect(subjectOf({ kind: "run-step", work_id: `run-${id}-12` })).toEqual({ about: "run", id });
  expect(subjectOf({ kind: "start-workflow", work_id: `alert_fired-${id}-${id.replace("0", "1")}` })).toEqual({
    ...{ about: "workflow", id },
  });
  expect(subjectOf({ kind: "itsm.breaches", work_id: "unreadable" })).toBeUndefined();
});
