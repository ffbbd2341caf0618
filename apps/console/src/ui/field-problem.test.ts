import { ApiError } from "@opsplane/contract";
import { expect, test } from "vitest";
import { fieldProblem, problemElsewhere } from "./field-problem.ts";

const refused = new ApiError(422, "VALIDATION_ERROR", "No.", "", [
  { path: "parameters.from", message: "must be before the end" },
  { path: "data_sources.0", message: "is not known" },
]);

test("a field shows the message about itself or a part of it", () => {
  expect(fieldProblem(refused, "parameters.from")).toBe("must be before the end");
  expect(fieldProblem(refused, "data_sources")).toBe("is not known");
  expect(fieldProblem(refused, "data")).toBeUndefined();
  expect(fieldProblem(null, "data_sources")).toBeUndefined();
});

test("a form shows what no field shows", () => {
  expect(problemElsewhere(refused, ["parameters.from", "data_sources"])).toBeNull();
  expect(problemElsewhere(refused, ["parameters.from"])).toBe(refused);
  const other = new ApiError(409, "CONFLICT", "Too many.", "");
  expect(problemElsewhere(other, ["name"])).toBe(other);
  expect(problemElsewhere(null, [])).toBeNull();
});
