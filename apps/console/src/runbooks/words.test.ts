import { expect, test } from "vitest";
import { percentText, successShare } from "./words.ts";

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
