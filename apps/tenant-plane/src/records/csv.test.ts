import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test("cells with commas, quotes and line breaks are quoted", () => {
  expect(csvLine(["a", "b,c", 'say "x"', "two\nlines", ""])).toBe('a,"b,c","say ""x""","two\nlines",\r\n');
});

test.each(["=1+1", "+1", "-1", "@sum", "\tx"])("a spreadsheet does not run %j as a formula", (cell) => {
  expect(csvLine([cell])).toBe(`'${cell}\r\n`);
});
