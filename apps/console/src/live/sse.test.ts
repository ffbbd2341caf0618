import { expect, test } from "vitest";
import { createSseReader } from "./sse.ts";

test("a message that arrives in pieces is read when it is complete", () => {
  const read = createSseReader();
  expect(read("id: 7\nevent: cha")).toEqual([]);
  expect(read('nge\ndata: {"a":1}\n')).toEqual([]);
  expect(read("\n")).toEqual([{ id: "7", event: "change", data: '{"a":1}' }]);
});

test("comments are heartbeats, not messages", () => {
  expect(createSseReader()(": still here\n\n: and again\n\n")).toEqual([]);
});

test("lines of data are joined, and a message without data can still have a name", () => {
  expect(createSseReader()("data: one\r\ndata: two\r\n\r\nevent: reset\n\n")).toEqual([
    { id: undefined, event: "message", data: "one\ntwo" },
    { id: undefined, event: "reset", data: "" },
  ]);
});
