import { emptyLayout } from "@opsplane/contract";
import { expect, test } from "vitest";
import { readExport } from "./read-export.ts";

const now = new Date("2026-01-01T00:00:00Z");
const good = { schema_version: 1, name: "Board", description: "", layout: emptyLayout };
const pathsOf = (value: unknown) => readExport(JSON.stringify(value), now).problems.map(({ path }) => path);

test("an export is read as it is", () => {
  expect(readExport(JSON.stringify(good), now)).toEqual({ dashboard: good, problems: [] });
});

test("what is wrong is named", () => {
  expect(readExport("{", now).problems).toEqual([{ path: "file", message: "is not a JSON object" }]);
  expect(pathsOf([])).toEqual(["file"]);
  expect(pathsOf({})).toEqual(["schema_version", "name", "layout"]);
  expect(pathsOf({ ...good, schema_version: 2 })).toEqual(["schema_version"]);
  const widget = { id: "a", kind: "gauge", title: "", x: 0, y: 0, w: 30, h: 4, options: {} };
  expect(pathsOf({ ...good, layout: { ...emptyLayout, widgets: [widget] } })).toEqual(["layout.widgets.0.w"]);
  const unknown = { ...widget, w: 4, kind: "pie" };
  expect(pathsOf({ ...good, layout: { ...emptyLayout, widgets: [unknown] } })).toEqual(["layout.widgets.0.kind"]);
});
