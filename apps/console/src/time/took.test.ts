import { expect, test } from "vitest";
import { tookText } from "./took.ts";

test("a duration has two units at most", () => {
  expect([400, 9_949, 12_400, 65_000, 7_800_000].map(tookText)).toEqual(["0.4s", "9.9s", "12s", "1m 05s", "2h 10m"]);
});
