import { expect, test } from "vitest";
import { filledIn, firstInputs, problemsByField } from "./inputs.ts";

test("a form starts with its defaults, and empty fields are not sent", () => {
  const form = {
    properties: {
      size: { type: "integer" as const, default: 3 },
      name: { type: "string" as const },
      on: { type: "boolean" as const, default: false },
    },
  };
  expect(firstInputs(form)).toEqual({ size: 3, on: false });
  expect(filledIn({ size: 3, name: "", on: false, why: undefined, at: null })).toEqual({ size: 3, on: false });
});

test("each field shows its first problem as a sentence, from the console or the server", () => {
  const problems = [
    { path: "inputs.name", message: "is required" },
    { path: "inputs.name", message: "is too short" },
    { path: "/body/inputs/size", message: "must be an integer." },
    { path: "title", message: "is no input" },
  ];
  expect(problemsByField(problems)).toEqual({ name: "Is required.", size: "Must be an integer." });
});
