import { readFileSync } from "node:fs";
import { operations } from "@opsplane/contract";
import * as controlPlane from "@opsplane/contract/control-plane";
import { beforeAll, describe, expect, test } from "vitest";
import { reasonFor, unusedExcuses } from "./foreign-text/excuses.ts";
import { placesIn } from "./foreign-text/places.ts";
import { slowShape } from "./foreign-text/repetitions.ts";
import { nodesIn, readSources, type SourceFile } from "./foreign-text/sources.ts";

// Text of people or of other servers that decides how much work there is can stop the server for all tenants.

const document = readFileSync(new URL("../../../docs/security.md", import.meta.url), "utf8");

/** The files and folders in the second column of the tables. */
function listed(): string[] {
  const [, section = ""] = /\n## Where text of others is read\n(.*?)\n## /s.exec(document) ?? [];
  const rows = section.split("\n").filter((line) => /^\| .+ \| .+ \| .+ \|$/.test(line) && !line.startsWith("| What"));
  return rows.flatMap((row) => [...(row.split(" | ")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file));
}

let sources: SourceFile[];
beforeAll(() => {
  sources = readSources();
});

describe("the table in docs/security.md", () => {
  const isOf = (row: string, file: string) => row === file || (row.endsWith("/") && file.startsWith(row));

  test("has a row for every file in which a pattern, an expression, a template or a parser reads text", () => {
    const rows = listed();
    const found = sources.map((source) => ({ path: source.path, kinds: [...placesIn(source)] }));
    const missing = found
      .filter(({ path, kinds }) => kinds.length > 0 && !rows.some((row) => isOf(row, path)))
      .map(({ path, kinds }) => `${path} has a ${kinds.join(" and a ")}: add a row with its bound`);
    expect(missing).toEqual([]);
  });

  test("names each file once, and only files that still read text", () => {
    const rows = listed();
    const reading = sources.filter((source) => placesIn(source).size > 0).map(({ path }) => path);
    expect(rows.filter((row) => !reading.some((path) => isOf(row, path)))).toEqual([]);
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  test.each([
    ["new RegExp(begin + end)", "pattern"],
    ["RegExp(written)", "pattern"],
    ['import { RE2JS } from "re2js";', "pattern"],
    ['import { evaluate } from "@opsplane/automation";', "expression"],
    ['import { renderUrl } from "@opsplane/automation";', "template"],
    ["JSON.parse(body)", "JSON"],
    ["await answer.json()", "JSON"],
    ['import yaml from "yaml";', "parser"],
    ["function parseNetwork(written: string) {}", "parser"],
    ["const decode = (bytes: Uint8Array) => bytes;", "parser"],
    ['new Function("return 1")', "code"],
    ["import(name)", "code"],
  ])("would miss no place such as %s", (text, kind) => {
    const found = placesIn({ path: "packages/x/src/x.ts", text, nodes: nodesIn("x.ts", text) });
    expect([...found]).toEqual([kind]);
  });

  test.each([
    "new RegExp('a')",
    'import("./page.tsx")',
    'import type { Pattern } from "@opsplane/patterns";',
    "request.json(value)",
    "const parsed = 1;",
  ])("needs no row for %s", (text) => {
    expect([...placesIn({ path: "packages/x/src/x.ts", text, nodes: nodesIn("x.ts", text) })]).toEqual([]);
  });
});

describe("a regular expression of the source", () => {
  interface Written {
    path: string;
    line: number;
    pattern: string;
    flags: string;
  }

  function expressionsIn({ path, text, nodes }: SourceFile): Written[] {
    return nodes.flatMap(({ regex, start }) => {
      const { pattern, flags } = (isNodeLike(regex) ? regex : {}) as { pattern?: unknown; flags?: unknown };
      if (typeof pattern !== "string" || typeof flags !== "string") return [];
      return [{ path, line: text.slice(0, start).split("\n").length, pattern, flags }];
    });
  }

  test("takes linear time by its shape, or its text is short", () => {
    const all = sources.flatMap(expressionsIn);
    expect(all.length).toBeGreaterThan(500);
    const slow = all.flatMap(({ path, line, pattern, flags }) => {
      const problem = slowShape(pattern, flags);
      if (problem === undefined || reasonFor(path, pattern) !== undefined) return [];
      return [`${path}:${line} /${pattern}/${flags} has ${problem}`];
    });
    expect(slow).toEqual([]);
  });

  test("is excused only while it needs it", () => {
    const slow = sources.flatMap(expressionsIn).filter(({ pattern, flags }) => slowShape(pattern, flags) !== undefined);
    expect(unusedExcuses(slow)).toEqual([]);
  });

  test("of the contract takes linear time, because validators run it on whole bodies", () => {
    const patterns = new Set<string>();
    const visit = (value: unknown) => {
      if (typeof value !== "object" || value === null) return;
      for (const [name, inner] of Object.entries(value)) {
        if (name === "pattern" && typeof inner === "string") patterns.add(inner);
        else visit(inner);
      }
    };
    visit([operations, controlPlane]);
    expect(patterns.size).toBeGreaterThan(20);
    expect([...patterns].filter((pattern) => slowShape(pattern, "u") !== undefined)).toEqual([]);
  });

  test.each([
    ["(a+)+b", ""],
    ["(a|a)*b", ""],
    ["(?:a*)*c", ""],
    ["(?:[-.]*(?:0|s)?)*$", ""],
    ["a*a*b", ""],
    ["\\s*([^{}]+?)\\s*\\}", ""],
    ["x.*=.*y", ""],
    ["\\s+$", ""],
    ["\\[\\[([^\\]]+)\\]\\]", "g"],
    ["[\\w$.-]*[A-Za-z]\\w*#", ""],
    ['"(?:[^"\\\\]|\\\\.)*"', "g"],
  ])("such as /%s/ is found", (pattern, flags) => {
    expect(slowShape(pattern, flags)).toBeDefined();
  });

  test.each([
    ["^[a-z]+$", ""],
    ["^[^=]+=[^=]*$", ""],
    ["^\\w+\\s+\\w+$", ""],
    ["\\b\\d+:", ""],
    ["(?<![a-z])[a-z]+:", ""],
    ["a{0,30}b{0,30}c", ""],
    ["\\s+", "g"],
    ["^[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z0-9_.-]+)*$", ""],
    ["[?#].*$", "s"],
    ["\\s*x", "y"],
  ])("such as /%s/ is fine", (pattern, flags) => {
    expect(slowShape(pattern, flags)).toBeUndefined();
  });
});

function isNodeLike(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
