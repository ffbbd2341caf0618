import { expect, test } from "vitest";
import { byteText, countText, percentText } from "./quantity.ts";

test("bytes are written in the unit that leaves at most three digits before the point", () => {
  expect([0, 812, 999, 1000, 1234, 999_949, 999_950, 5e8, 5e11, 5e12, 2e18].map(byteText)).toEqual([
    ...["0 B", "812 B", "999 B", "1 kB", "1.2 kB", "999.9 kB", "1 MB", "500 MB", "500 GB", "5 TB", "2000 PB"],
  ]);
});

test("counts are short, and none looks like bytes", () => {
  expect([0, 812, 1234, 3_400_000, 5e9].map(countText)).toEqual(["0", "812", "1.2K", "3.4M", "5bn"]);
});

test("a share is never rounded to nothing nor to everything", () => {
  expect([0, 1, 420, 999, 1000, 1300].map((part) => percentText(part, 1000))).toEqual([
    ...["0%", "<1%", "42%", "99%", "100%", "130%"],
  ]);
});
