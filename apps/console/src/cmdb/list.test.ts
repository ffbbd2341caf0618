import { expect, test } from "vitest";
import { itemList } from "./list.tsx";

const { read, write, ask, isFiltered } = itemList;

test("filters survive a round trip through the address", () => {
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
  expect(write(read(search))).toEqual(search);
});

test("an address without filters lists everything by name", () => {
  const filters = read({});
  expect(ask(filters)).toEqual({ sort: "name" });
  expect(isFiltered(filters)).toBe(false);
  expect(write(filters)).toEqual({});
});

test("values that the server would refuse are left out", () => {
  expect(write(read({ criticality: "huge", owner: "unknown", sort: "luck" }))).toEqual({});
});
