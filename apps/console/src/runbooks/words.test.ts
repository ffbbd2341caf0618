import { expect, test } from "vitest";
import { percentText, successShare, tookText } from "./words.ts";

test("a duration has two units at most", () => {
  expect([400, 9_949, 12_400, 65_000, 7_800_000].map(tookText)).toEqual(["0.4s", "9.9s", "12s", "1m 05s", "2h 10m"]);
});

test("a share is 100 % only when every execution succeeded; cancelled ones do not count", () => {
  expect(successShare({ succeeded: 0, failed: 0 })).toBeUndefined();
  expect(
    [
      [999, 1],
      [5, 0],
      [1, 999],
    ].map(([succeeded = 0, failed = 0]) => percentText(successShare({ succeeded, failed }) ?? -1)),
  ).toEqual(["99 %", "100 %", "1 %"]);
});
