import { expect, test } from "vitest";
import { fileName } from "./rules.ts";

test.each([
  ["log.txt", "log.txt"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\me\\screen shot.png", "screen shot.png"],
  ["two\r\nlines\t.txt", "two lines .txt"],
  ['say "hi"; rm -rf.txt', 'say "hi"; rm -rf.txt'],
  ["Störung – 障害.png", "Störung – 障害.png"],
  // Shown as report-exe.pdf where the sign that turns the direction is kept.
  ["report-\u202efdp.exe", "report- fdp.exe"],
])("the name '%s' is stored as '%s'", (written, stored) => {
  expect(fileName(written)).toBe(stored);
});

test.each(["", " ", ".", "..", "folder/", "\u0000"])("the name '%s' is refused", (written) => {
  expect(() => fileName(written)).toThrow("name: must be the name of a file");
});

test("a long name keeps its extension", () => {
  const name = fileName(`${"é".repeat(400)}.tar`);
  expect([...name].length).toBe(255);
  expect(name.endsWith("é.tar")).toBe(true);
});
