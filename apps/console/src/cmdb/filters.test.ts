import { expect, test } from "vitest";
import { filterQueryOf, isFiltered, readFilters, toggled, writeFilters } from "./filters.ts";

test("filters survive the way into the address and back", () => {
  const search = {
    class: "server,Edge box",
    environment: "production",
    criticality: "critical,low",
    tag: "pci,eu",
    owner: "me",
    attribute: "os=debian",
    q: "disk",
    sort: "-updated_at",
  };
  expect(writeFilters(readFilters(search))).toEqual(search);
});

test("an address without filters asks for everything, by name", () => {
  const filters = readFilters({});
  expect(filterQueryOf(filters)).toEqual({});
  expect(filters.sort).toBe("name");
  expect(isFiltered(filters)).toBe(false);
  expect(writeFilters(filters)).toEqual({});
});

test("what the server would refuse is left out", () => {
  const filters = readFilters({ criticality: "huge", owner: "somebody", sort: "luck" });
  expect(writeFilters(filters)).toEqual({});
});

test("a second press on a facet takes it away", () => {
  expect(toggled(["a"], "b")).toEqual(["a", "b"]);
  expect(toggled(["a", "b"], "a")).toEqual(["b"]);
});
