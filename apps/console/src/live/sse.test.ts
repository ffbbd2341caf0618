import { expect, test } from "vitest";
import { createSseReader } from "./sse.ts";
import { pauseMs } from "./stream.ts";

test("a message that arrives in pieces is read once it is whole", () => {
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

test("the pause before a new connection grows, is spread, and has an end", () => {
  expect(pauseMs(0, 1)).toBe(400);
  expect(pauseMs(0, 0)).toBe(200);
  expect(pauseMs(3, 1)).toBe(3200);
  expect(pauseMs(30, 1)).toBe(30_000);
});
