import { expect, test } from "vitest";
import { literalOf } from "./parameter-values.tsx";

test("typed text becomes a value of the parameter's type, and placeholders stay text", () => {
  expect(literalOf({ type: "integer" }, "12")).toBe(12);
  expect(literalOf({ type: "number" }, "1.")).toBe("1.");
  expect(literalOf({ type: "boolean" }, "true")).toBe(true);
  expect(literalOf({ type: "boolean" }, "{{ input.force }}")).toBe("{{ input.force }}");
  expect(literalOf({ type: "string" }, "12")).toBe("12");
  expect(literalOf({ type: "string" }, "")).toBeUndefined();
});
