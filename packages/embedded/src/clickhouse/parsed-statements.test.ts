import { expect, test } from "vitest";
import { parsedStatements } from "./parsed-statements.ts";
import { parseStatement } from "./statement.ts";

const sql = (number: number) => Buffer.from(`SELECT {p:String}, ${number} FORMAT Native`);

test("a repeated statement is parsed once", () => {
  const parse = parsedStatements();
  expect(parse(sql(1))).toEqual(parseStatement(sql(1)));
  expect(parse(sql(1))).toBe(parse(sql(1)));
});

test("the statement that was unused the longest is forgotten first", () => {
  const parse = parsedStatements();
  const [used, unused] = [parse(sql(1)), parse(sql(2))];
  for (let number = 3; number < 502; number++) {
    parse(sql(number));
    parse(sql(1));
  }
  expect(parse(sql(1))).toBe(used);
  expect(parse(sql(2))).not.toBe(unused);
});

test("a long statement is not kept", () => {
  const parse = parsedStatements();
  const long = Buffer.from(`SELECT '${"a".repeat(10_000)}'`);
  expect(parse(long)).not.toBe(parse(long));
});
