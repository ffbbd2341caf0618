import { describe, expect, test } from "vitest";
import { parseLoad, parseStatement } from "./statement.ts";

function loaded(sql: string): [statement: string, rows: string] | undefined {
  const load = parseLoad(Buffer.from(sql));
  return load && [load.from("f").replace(/\s+/g, " "), Buffer.from(sql).toString("utf8", load.rowsAt)];
}

describe("an INSERT is split from its rows", () => {
  test.each([
    [
      "INSERT INTO t FORMAT Native\n\nbytes",
      "INSERT INTO t FROM INFILE 'f' COMPRESSION 'none' FORMAT Native",
      "\nbytes",
    ],
    [
      "insert into `a;b`.t (x, y) values (1, ';')",
      "insert into `a;b`.t (x, y) FROM INFILE 'f' COMPRESSION 'none' FORMAT Values",
      "(1, ';')",
    ],
    [
      "INSERT INTO t (format) SETTINGS a=1, b='FORMAT x' FORMAT CSV 1",
      "INSERT INTO t (format) FROM INFILE 'f' COMPRESSION 'none' SETTINGS a=1, b='FORMAT x' FORMAT CSV",
      "1",
    ],
    [
      "/* VALUES */ INSERT INTO é FORMAT TSV\r\nü",
      "/* VALUES */ INSERT INTO é FROM INFILE 'f' COMPRESSION 'none' FORMAT TSV",
      "ü",
    ],
  ])("%j", (sql, statement, rows) => {
    expect(loaded(sql)).toEqual([statement, rows]);
  });

  test.each(["SELECT 1 FORMAT JSON", "INSERT INTO t SELECT 1", "INSERT INTO t (a) WITH 1 AS x SELECT x", ""])(
    "%j has none",
    (sql) => {
      expect(loaded(sql)).toBeUndefined();
    },
  );

  test("a client cannot read a file of the server", () => {
    expect(() => loaded("INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV")).toThrow("INFILE is not allowed");
  });
});

describe("a statement", () => {
  const parsed = (sql: string) => parseStatement(Buffer.from(sql));

  test("is not split at semicolons in strings and comments", () => {
    expect(parsed(`SELECT ';', "a;b", \`c;\`, $x$;$x$, ‘it's;’ -- ;\n/* ; */ ; ; `).text).toBe(
      `SELECT ';', "a;b", \`c;\`, $x$;$x$, ‘it's;’`,
    );
    for (const sql of ["SELECT 1; SELECT 2", "SELECT ‘'’; DROP TABLE t --'", "SELECT '\\''; DROP TABLE t --'"])
      expect(() => parsed(sql)).toThrow("Multi-statements are not allowed");
    for (const sql of ["", " ;", "-- nothing"]) expect(() => parsed(sql)).toThrow("Empty query");
  });

  test("names its format, its parameters and whether it alters its session", () => {
    expect(parsed("SELECT format('{}', {a:String}), { b : Array(UInt8) } FORMAT JSON SETTINGS x = 1")).toMatchObject({
      format: "JSON",
      parameters: ["a", "b"],
      altersSession: false,
    });
    expect(parsed("SELECT (SELECT 'FORMAT x')").format).toBeUndefined();
    for (const sql of ["SET a = 1", "use system", "CREATE TEMPORARY TABLE t (a Int8)"])
      expect(parsed(sql).altersSession).toBe(true);
  });

  test("of megabytes is read", () => {
    expect(parsed(`SELECT '${"a''\\'".repeat(500_000)}'`).format).toBeUndefined();
  });
});
