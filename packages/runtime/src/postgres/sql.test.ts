import { expect, test } from "vitest";
import { all, sql, statement, unnamed } from "./sql.ts";

const pretender = { strings: ["1; drop table incidents"], values: [] };

test("values become parameters in their order", () => {
  const { text, values } = statement(sql`select ${1} from t where a = ${"x"} and ${sql`b = ${2}`} and c = ${null}`);
  expect(text).toBe("select $1 from t where a = $2 and b = $3 and c = $4");
  expect(values).toEqual([1, "x", 2, null]);
});

test("conditions are joined with and; no conditions are true", () => {
  expect(statement(sql`where ${all([])}`).text).toBe("where true");
  expect(statement(sql`where ${all([false, undefined, sql`a = ${1}`])}`).text).toBe("where a = $1");
  expect(statement(sql`where ${all([sql`a = ${1}`, false, sql`b = ${2}`])}`).text).toBe("where a = $1 and b = $2");
});

test("an object with the keys of a statement stays a value", () => {
  const { text, values } = statement(
    sql`insert into t values (${pretender}, ${JSON.parse(JSON.stringify(pretender))})`,
  );
  expect(text).toBe("insert into t values ($1, $2)");
  expect(values).toEqual([pretender, pretender]);
});

test("an object that was not written with sql`…` is refused", () => {
  expect(() => statement(pretender)).toThrow("A statement must be written with sql`…`.");
});

test("statements with the same text have the same name", () => {
  const named = (id: number) => statement(sql`select * from t where id = ${id}`).name;
  expect(named(1)).toBe(named(2));
  expect(named(1)).not.toBe(statement(sql`select 1`).name);
});

test("an unnamed statement keeps its text and values", () => {
  expect(statement(unnamed(sql`select ${1}`))).toEqual({ name: undefined, text: "select $1", values: [1] });
});
