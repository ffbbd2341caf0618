import type { LogRecord } from "@opsplane/contract";
import { expect, test } from "vitest";
import { fieldGroups, fieldText } from "./record-fields.ts";

const record: LogRecord = {
  id: "1",
  timestamp: "2026-11-16T10:00:00.000Z",
  time_unix_nano: "0",
  level: "error",
  service: "web",
  message: "broken",
  trace_id: "t",
  span_id: null,
  attributes: { status: "500", env: "test" },
  resource: { env: "prod", "host.name": "web-1" },
};

test("an attribute of the record wins over one of its resource, and host has several names", () => {
  expect(fieldText(record, "env")).toBe("test");
  expect(fieldText(record, "host")).toBe("web-1");
  expect(fieldText(record, "service")).toBe("web");
  expect(fieldText(record, "span_id")).toBe("");
  expect(fieldText(record, "unknown")).toBe("");
});

test("fields are in groups, by name, without empty ids", () => {
  expect(fieldGroups(record).map(({ group, fields }) => [group, fields.map(({ name }) => name)])).toEqual([
    ["Record", ["level", "service", "trace_id"]],
    ["Attributes", ["env", "status"]],
    ["Resource", ["env", "host.name"]],
  ]);
  expect(fieldGroups({ ...record, attributes: {}, resource: {} })).toHaveLength(1);
});
