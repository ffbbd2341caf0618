import { expect, test } from "vitest";
import { messageField, messageOf, numberField, textField } from "../protobuf/writer.ts";
import { requestOf } from "./fixtures/encode.ts";
import { payload } from "./fixtures/payload.ts";
import { decodeTraces, type Span, tracesFromJson } from "./traces.ts";

const span: Span = {
  traceId: "5b8efff798038103d269b633813fc60c",
  spanId: "eee19b7ec3c1b174",
  parentSpanId: "eee19b7ec3c1b173",
  traceState: "vendor=1",
  name: "POST /cart",
  kind: 2,
  start: 1760000000123456789n,
  end: 1760000000323456789n,
  attributes: [
    ["http.request.method", "POST"],
    ["server.port", 8443],
    ["retry", true],
    ["price", 12.5],
    ["customer", "Zoë ☃"],
    ["tags", ["a", "b"]],
    ["offset", -3],
  ],
  events: [{ time: 1760000000223456789n, name: "exception", attributes: [["exception.type", "CardError"]] }],
  links: [{ traceId: "5b8efff798038103d269b633813fc60c", spanId: "00000000000000aa", attributes: [["why", "batch"]] }],
  statusCode: 2,
  statusMessage: "card declined",
};

const expected = [
  {
    resource: [
      ["service.name", "checkout"],
      ["process.pid", 4711],
    ],
    scope: { name: "shop/cart", version: "1.2.0", attributes: [] },
    items: [span],
  },
];

test("a real exporter's spans are the same in both encodings", () => {
  const { protobuf, json } = payload("traces");
  expect(decodeTraces(protobuf)).toEqual(expected);
  expect(tracesFromJson(json)).toEqual(expected);
});

test("missing fields have their defaults", () => {
  const empty = { traceId: "", spanId: "", parentSpanId: "", traceState: "", name: "", kind: 0, start: 0n, end: 0n };
  const bare = { ...empty, attributes: [], events: [], links: [], statusCode: 0, statusMessage: "" };
  const scoped = [{ resource: [], scope: { name: "", version: "", attributes: [] }, items: [bare] }];
  expect(decodeTraces(requestOf(new Uint8Array()))).toEqual(scoped);
  expect(tracesFromJson({ resourceSpans: [{ scopeSpans: [{ spans: [{ name: null }] }] }] })).toEqual(scoped);
  expect(decodeTraces(new Uint8Array())).toEqual([]);
  expect(tracesFromJson({})).toEqual([]);
});

test("the resource applies to every scope, even when it follows them", () => {
  const scopes = ["a", "b"].map((name) => messageField(2, messageField(1, textField(1, name))));
  const resource = messageField(1, messageField(1, textField(1, "host.name")));
  const decoded = decodeTraces(messageField(1, messageOf(...scopes, resource)));
  expect(decoded.map(({ resource, scope }) => [scope.name, resource])).toEqual([
    ["a", [["host.name", null]]],
    ["b", [["host.name", null]]],
  ]);
});

test("unknown fields, and known fields with another wire type, are skipped", () => {
  const item = messageOf(numberField(5, 9), textField(5, "GET /"), textField(99, "later"), numberField(98, 1));
  expect(decodeTraces(requestOf(item))[0]?.items[0]?.name).toBe("GET /");
  const json = { resourceSpans: [{ scopeSpans: [{ spans: [{ name: "GET /", later: 1, trace_id: "aa" }] }] }], x: 1 };
  expect(tracesFromJson(json)[0]?.items[0]).toMatchObject({ name: "GET /", traceId: "" });
});

test("lists whose items are not adjacent are complete", () => {
  const [one, two] = ["one", "two"].map((name) => messageField(11, textField(2, name)));
  const item = messageOf(one ?? new Uint8Array(), textField(5, "GET /"), two ?? new Uint8Array());
  expect(decodeTraces(requestOf(item))[0]?.items[0]?.events.map(({ name }) => name)).toEqual(["one", "two"]);
});
