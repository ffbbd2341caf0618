import { incidentStatuses } from "@opsplane/contract";
import { expect, test } from "vitest";
import { incidentList } from "./list.tsx";

const { read, write, ask, isIn, isFiltered, cleared } = incidentList;
const open = incidentStatuses.filter((status) => status !== "resolved" && status !== "closed");

test("an address without filters means the open incidents, newest first", () => {
  expect(ask(read({}))).toEqual({ status: open, sort: "-created_at" });
});

test("filters survive a round trip through the address", () => {
  const search = {
    status: "open,closed",
    severity: "P1,P2",
    assignee: "me",
    q: "disk",
    range: "24h",
    sort: "severity",
  };
  expect(write(read(search))).toEqual(search);
  expect(ask(read(search))).toEqual({
    status: ["open", "closed"],
    severity: ["P1", "P2"],
    assigned_to: "me",
    q: "disk",
    from: "now-24h",
    sort: "severity",
  });
});

test("initial values are left out of the address", () => {
  expect(write(read({ status: open.join(","), sort: "-created_at" }))).toEqual({});
  expect(write(read({ status: incidentStatuses.join(",") }))).toEqual({ status: "all" });
});

test("unknown words in an address are ignored", () => {
  expect(write(read({ status: "burning", severity: "P9", range: "1y", sort: "luck" }))).toEqual({});
});

test("all statuses send no status filter to the server", () => {
  expect(ask(read({ status: "all" }))).toEqual({ sort: "-created_at" });
});

test("a view is active in any sort order, but not with another filter", () => {
  expect(isIn(read({ assignee: "me", sort: "severity" }), { assignee: "me" })).toBe(true);
  expect(isIn(read({ assignee: "me", q: "disk" }), { assignee: "me" })).toBe(false);
  expect(isIn(read({}), {})).toBe(true);
});

test("clearing the filters keeps the order", () => {
  const filters = read({ severity: "P1", q: "disk", sort: "severity" });
  expect(isFiltered(filters)).toBe(true);
  expect(cleared(filters)).toEqual({ sort: "severity" });
  expect(isFiltered(read(cleared(filters)))).toBe(false);
});
