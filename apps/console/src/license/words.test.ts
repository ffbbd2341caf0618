import { expect, test } from "vitest";
import { countdown, modeWord } from "./words.ts";

const banner = { message: "", nobody_paged: "", ends_at: null };

test("a banner counts the days until the next state", () => {
  expect(countdown({ ...banner, state: "grace", days_remaining: 29 })).toBe("29 days until read-only");
  expect(countdown({ ...banner, state: "read_only", days_remaining: 1 })).toBe("1 day until the service is locked");
  expect(countdown({ ...banner, state: "past_due", days_remaining: 0 })).toBe("0 days until the service is suspended");
  expect(countdown({ ...banner, state: "past_due", days_remaining: null })).toBeUndefined();
});

test("a deployment mode that this console does not know is shown as it is", () => {
  expect(["on_prem", "edge", null].map(modeWord)).toEqual(["On-premises", "edge", "Not set"]);
});
