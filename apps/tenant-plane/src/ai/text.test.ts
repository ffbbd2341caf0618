import { expect, test } from "vitest";
import { checkCitations, withoutForeignLinks } from "./text.ts";

const origin = "https://ops.example";
const cleaned = (text: string) => withoutForeignLinks(text, origin);

test("links to this server stay, and addresses of others become readable text", () => {
  for (const own of ["[a](/incidents?q=1&status=open)", "[a](#part)", `[a](${origin}/x "title")`, `see ${origin}/x.`])
    expect(cleaned(own)).toBe(own);
  expect(cleaned("[a](https://evil.example/x)")).toBe("[a] (`https://evil.example/x`)");
  expect(cleaned("[a]( //evil.example 'x')")).toBe("[a] (`//evil.example`)");
  expect(cleaned("see http://evil.example/a.")).toBe("see `http://evil.example/a.`");
  expect(cleaned(`${"a".repeat(50)}://evil.example`)).toBe(`${"a".repeat(50)}:\`//evil.example\``);
  expect(cleaned("![a](/x.png) <img src=x>")).toBe("[a](/x.png) &lt;img src=x>");
  expect(cleaned("[b]: //evil.example/x")).toBe("[b] `//evil.example/x`");
});

test("an entity cannot hide another server", () => {
  for (const target of [
    "/&#47;evil.example",
    "/&sol;evil.example/a",
    "&#x68;ttp://evil.example",
    "/&NewLine;/evil.example",
  ]) {
    expect(cleaned(`[a](${target})`)).not.toContain("](");
    expect(cleaned(`[b]: ${target}`)).not.toMatch(/^\[b\]:/);
  }
});

test("the time grows with the length alone", () => {
  // Each of these would take hours with a pattern that tries every start of a run.
  for (const text of ["x", "](", "](x ", "[\n", "\n[a", "[a]:\n", "//", "a:", "!["]) cleaned(text.repeat(1_000_000));
});

test("a citation that was made up is marked in any form, and known ones stay", () => {
  const known = new Map([["C1", { id: "C1", kind: "incident", title: "One", link: "/incidents/INC-00000001" }]]);
  const checked = (text: string) => checkCitations(text, known);
  expect(checked("It is full [E99].")).toMatchObject({ text: "It is full (no source).", unknown: 1 });
  expect(checked("It is full [C1, E99].")).toMatchObject({ text: "It is full [[C1]].", unknown: 1 });
  expect(checked("It is full [[C1]] and slow [[E7]].")).toMatchObject({
    ...{ text: "It is full [[C1]] and slow (no source).", unknown: 1 },
    citations: [{ id: "C1" }],
  });
  expect(checked("See [P1](/incidents) and [10].")).toMatchObject({
    text: "See [P1](/incidents) and [10].",
    unknown: 0,
  });
});
