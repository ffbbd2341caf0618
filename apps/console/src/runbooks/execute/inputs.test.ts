import type { Parameter } from "@opsplane/contract";
import { expect, test } from "vitest";
import { executeBody, firstValues, fits, problemsByParameter } from "./inputs.ts";

const parameters: Parameter[] = [
  { name: "path", type: "string", default: "/var" },
  { name: "days", type: "integer" },
  { name: "token", type: "secret" },
];

test("values start with the defaults; those of an earlier execution win, except secrets", () => {
  expect(firstValues(parameters)).toEqual({ path: "/var" });
  expect(firstValues(parameters, { path: "/tmp", days: 3, token: "••••••" })).toEqual({ path: "/tmp", days: 3 });
});

test("an empty field is left out, unless it clears a default", () => {
  const values = { path: "", days: "", token: "t" };
  expect(executeBody(parameters, { values, targets: undefined, incident: undefined }, true)).toEqual({
    dry_run: true,
    parameters: { path: "", token: "t" },
  });
  expect(executeBody([], { values: {}, targets: ["h"], incident: "INC-1" }, false)).toEqual({
    dry_run: false,
    parameters: {},
    targets: ["h"],
    incident_id: "INC-1",
  });
});

test("the server's messages are found by parameter", () => {
  const details = [
    { path: "parameters.days", message: "must be a whole number" },
    { path: "/body/parameters/path", message: "is too long" },
    { path: "targets", message: "unknown" },
  ];
  expect(problemsByParameter(details)).toEqual({ days: "must be a whole number", path: "is too long" });
});

test("a runbook fits items of its classes, and its services by name", () => {
  const disk = { name: "Disk", ci_classes: ["server"], services: ["checkout"] };
  expect(fits(disk, [{ name: "web-1", class: "server" }])).toBe(true);
  expect(fits(disk, [{ name: "checkout", class: "service" }])).toBe(true);
  expect(fits(disk, [{ name: "db", class: "database" }])).toBe(false);
});
