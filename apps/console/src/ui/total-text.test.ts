import { expect, test } from "vitest";
import { totalText } from "./total-text.ts";

test("a total is exact, and an estimate is marked as such", () => {
  expect(totalText(23_871)).toBe("23,871");
  expect(totalText(23_871, true)).toBe("about 24,000");
  expect(totalText(948_920, true)).toBe("about 950,000");
});
