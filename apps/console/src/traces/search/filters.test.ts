import { expect, test } from "vitest";
import { traceIdIn } from "../trace-id.ts";
import { chipsOf } from "./chips.ts";
import { comparedQuery, narrowed, queryOf, selectionOf, withTerm, writeSelection } from "./filters.ts";
import { readTyped } from "./typed-filter.ts";

const hour = { from: 0, to: 3_600_000 };

test("an address becomes a query, and values that the server would refuse are ignored", () => {
  expect(queryOf({})).toEqual({ scope: "entry" });
  expect(
    queryOf({ service: "shop", status: "error", kind: "server", min: "5", max: "10", attr: "a=b,c!=d*", scope: "all" }),
  ).toEqual({
    scope: "all",
    service: "shop",
    status: "error",
    kind: "server",
    min_duration_ms: 5,
    max_duration_ms: 10,
    attribute: ["a=b", "c!=d*"],
  });
  expect(queryOf({ status: "broken", kind: "x", min: "-1", max: "ten", attr: "novalue,=x" })).toEqual({
    scope: "entry",
  });
  expect(queryOf({ min: "10", max: "5" })).toEqual({ scope: "entry", min_duration_ms: 10 });
});

test("a term of a facet becomes part of the address, and a comma in a value becomes a wildcard", () => {
  expect(withTerm({}, { source: "span", name: "service", value: "shop" })).toEqual({ service: "shop" });
  expect(withTerm({ not_service: "a" }, { source: "span", name: "service", value: "b", isExcluded: true })).toEqual({
    not_service: "a,b",
  });
  const many = { source: "attribute", name: "list", value: "x,y" } as const;
  expect(withTerm({ attr: "a=b" }, many)).toEqual({ attr: "a=b,list=x*y" });
  expect(withTerm({ attr: "list!=x*y" }, { ...many, isExcluded: true })).toEqual({ attr: "list!=x*y" });
  // A span's attribute may be named like a field of spans.
  expect(withTerm({}, { source: "attribute", name: "kind", value: "gift" })).toEqual({ attr: "kind=gift" });
});

test("a selection survives the address and narrows the query", () => {
  const selection = { time: { from: 60_000, to: 120_000 }, min: 100, max: 500 };
  expect(selectionOf(writeSelection(selection))).toEqual(selection);
  expect(selectionOf(writeSelection())).toBeUndefined();
  expect(selectionOf({ sel_from: "x", sel_min: "5", sel_max: "1" })).toEqual({ min: 5 });
  expect(narrowed({ scope: "entry", min_duration_ms: 200 }, hour, selection)).toEqual({
    interval: selection.time,
    query: { scope: "entry", min_duration_ms: 200, max_duration_ms: 500 },
  });
  expect(narrowed({ scope: "all" }, hour, { status: "error" })).toEqual({
    interval: hour,
    query: { scope: "all", status: "error" },
  });
  expect(comparedQuery({ min: 100, status: "error" })).toEqual({
    selected_min_duration_ms: 100,
    selected_status: "error",
  });
});

test("each condition is a chip that can be removed alone", () => {
  const chips = chipsOf({ service: "shop", not_operation: "GET /a,GET /b", min: "1500", attr: "a=b,c!=d" });
  expect(chips).toEqual([
    { label: "service = shop", without: { service: undefined } },
    { label: "operation ≠ GET /a", without: { not_operation: "GET /b" } },
    { label: "operation ≠ GET /b", without: { not_operation: "GET /a" } },
    { label: "duration ≥ 1.5 s", without: { min: undefined } },
    { label: "a = b", without: { attr: "c!=d" } },
    { label: "c ≠ d", without: { attr: "a=b" } },
  ]);
});

const id = "0AF7651916CD43DD8448EB211C80319C";

test.each([
  [id, { traceId: id.toLowerCase() }],
  ["service=shop", { change: { service: "shop" } }],
  ["service != shop", { change: { not_service: "shop" } }],
  ["http.route=/cart?a=b", { change: { attr: "http.route=/cart?a=b" } }],
  ["region!=eu", { change: { attr: "region!=eu" } }],
  ["duration>500ms", { change: { min: "500" } }],
  ["duration <= 1.5s", { change: { max: "1500" } }],
  ["duration > 250us", { change: { min: "0.25" } }],
  ["status=error", { change: { status: "error" } }],
  ["duration>5 parsecs", { problem: "'parsecs' is not a unit. Use us, ms, s or m." }],
  ["status=broken", { problem: "A status is one of unset, ok, error." }],
  ["kind!=server", { problem: "kind cannot be excluded. Choose the kind that you want." }],
  ["timeout", { problem: "Enter name=value, name!=value, duration>500ms or a trace ID." }],
])("'%s' is read", (typed, expected) => {
  expect(readTyped(typed, {})).toEqual(expected);
});

test("only 32 hexadecimal digits are a trace id", () => {
  expect(traceIdIn(` ${id} `)).toBe(id.toLowerCase());
  expect(traceIdIn(id.slice(1))).toBeUndefined();
});
