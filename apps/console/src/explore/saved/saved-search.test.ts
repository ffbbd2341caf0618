import { expect, test } from "vitest";
import { savedSearch } from "./saved-search.ts";

test("a saved query keeps its filters, and the time only when asked to", () => {
  const search = { q: "level:error", from: "now-6h", to: "now", refresh: "10s", record: "x", service: undefined };
  expect(savedSearch(search, false)).toEqual({ q: "level:error" });
  expect(savedSearch(search, true)).toEqual({ q: "level:error", from: "now-6h", to: "now" });
});
