import { incidentStatuses } from "@opsplane/contract";
import { expect, test } from "vitest";
import { isView, listQueryOf, openWork, readFilters, writeFilters } from "./filters.ts";

test("an address without filters means the open work, newest first", () => {
  expect(listQueryOf(readFilters({}))).toEqual({ status: [...openWork], sort: "-created_at" });
  expect(openWork).not.toContain("resolved");
  expect(openWork).not.toContain("closed");
});

test("filters survive the way into the address and back", () => {
  const search = {
    status: "open,closed",
    severity: "P1,P2",
    assignee: "me",
    q: "disk",
    range: "24h",
    sort: "severity",
  };
  expect(writeFilters(readFilters(search))).toEqual(search);
});

test("what is the default is left out of the address", () => {
  expect(writeFilters(readFilters({ status: openWork.join(","), sort: "-created_at" }))).toEqual({});
  expect(writeFilters(readFilters({ status: incidentStatuses.join(",") }))).toEqual({ status: "all" });
});

test("unknown words in an address are ignored", () => {
  const filters = readFilters({ status: "burning", severity: "P9", range: "1y", sort: "luck" });
  expect(writeFilters(filters)).toEqual({});
});

test("every status means that the server is asked for no status", () => {
  expect(listQueryOf(readFilters({ status: "all" }))).toEqual({ sort: "-created_at" });
});

test("a view is chosen whatever the order, but not with another filter beside it", () => {
  expect(isView(readFilters({ assignee: "me", sort: "severity" }), { assignee: "me" })).toBe(true);
  expect(isView(readFilters({ assignee: "me", q: "disk" }), { assignee: "me" })).toBe(false);
  expect(isView(readFilters({}), {})).toBe(true);
});
