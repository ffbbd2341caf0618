import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { listedRecord } from "./listed.ts";

interface Item {
  id: string;
  description: string;
}

function shown(description: string): Item | undefined {
  const client = new QueryClient();
  client.setQueryData(["cmdb", "page", 0], { items: [{ id: "other", description: "" }] });
  client.setQueryData(["cmdb", "page", 1], { items: [{ id: "web", description }] });
  return listedRecord<Item>(
    client,
    ["cmdb", "page"],
    ({ id }) => id === "web",
    (item) => [item.description],
  );
}

test("a record of a list is shown while the record itself loads", () => {
  expect(shown("short")).toEqual({ id: "web", description: "short" });
});

test("a record whose text a list may have cut is not shown, because saving it would lose the rest", () => {
  expect(shown("d".repeat(500))).toBeUndefined();
});
