import { expect, test } from "vitest";
import { attributesOf, emptyRow, problemOf, rowsOf } from "./attribute-rows.ts";

test("values keep their types through the editor", () => {
  const attributes = {
    os: "debian",
    cores: 8,
    version: "8",
    managed: false,
    disks: ["a", "b"],
    rack: null,
    at: { x: 1 },
  };
  expect(attributesOf(rowsOf(attributes))).toEqual(attributes);
});

test("an edited number stays a number, and text that looks like a number stays text", () => {
  const rows = rowsOf({ cores: 8, version: "8" }).map((row) => ({ ...row, text: "16" }));
  expect(attributesOf(rows)).toEqual({ cores: 16, version: "16" });
});

test("an invalid row has an error message", () => {
  const rows = rowsOf({ cores: 8, disks: [] });
  const [cores, disks] = rows;
  if (!cores || !disks) throw new Error("Two rows were expected.");
  expect(problemOf({ ...cores, text: "many" }, rows)).toContain("Enter a number");
  expect(problemOf({ ...cores, text: "" }, rows)).toContain("Enter a number");
  expect(problemOf({ ...disks, text: "[1" }, rows)).toContain("Invalid JSON");
  expect(problemOf({ ...disks, key: "cores " }, rows)).toContain("Duplicate name");
  expect(problemOf(emptyRow(rows), rows)).toContain("Enter a name");
  expect(problemOf(cores, rows)).toBeUndefined();
});
