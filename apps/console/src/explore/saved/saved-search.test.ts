import { expect, test } from "vitest";
import { openedSearch, savedSearch } from "./saved-search.ts";

test("a saved query keeps its filters, and the time only when asked to", () => {
  const search = { q: "level:error", from: "now-6h", to: "now", refresh: "10s", record: "x", service: undefined };
  expect(savedSearch(search, false)).toEqual({ q: "level:error" });
  expect(savedSearch(search, true)).toEqual({ q: "level:error", from: "now-6h", to: "now" });
});

test("a saved query without a time range keeps the shown one", () => {
  const shown = { from: "now-6h", to: "now", q: "old", service: "web" };
  expect(openedSearch(shown, { q: "new" })).toEqual({ from: "now-6h", to: "now", q: "new" });
  expect(openedSearch(shown, { q: "new", from: "now-1h", to: "now" })).toMatchObject({ from: "now-1h" });
  expect(openedSearch({}, { q: "new" })).toEqual({ q: "new" });
});
