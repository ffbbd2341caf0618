import { expect, test } from "vitest";
import { Reader } from "../protobuf/reader.ts";
import { exportResponse, type Signal, statusMessage } from "./responses.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("the response is empty when every row was accepted", () => {
  const answer = exportResponse("traces", 0, "");
  expect([hex(answer.protobuf()), answer.json()]).toEqual(["", {}]);
});

test.each<[Signal, string]>([
  ["traces", "rejectedSpans"],
  ["metrics", "rejectedDataPoints"],
  ["logs", "rejectedLogRecords"],
])("rejected %s are counted as %s", (signal, name) => {
  const answer = exportResponse(signal, 300, "too late");
  expect(hex(answer.protobuf())).toBe(`0a0d08ac021208${Buffer.from("too late").toString("hex")}`);
  expect(answer.json()).toEqual({ partialSuccess: { [name]: "300", errorMessage: "too late" } });
});

test("a warning rejects nothing", () => {
  const answer = exportResponse("logs", 0, "hm");
  expect(hex(answer.protobuf())).toBe("0a041202686d");
  expect(answer.json()).toEqual({ partialSuccess: { rejectedLogRecords: "0", errorMessage: "hm" } });
});

test("a refusal has a code and a message", () => {
  const answer = statusMessage(3, "Zoë");
  expect(hex(answer.protobuf())).toBe("080312045a6fc3ab");
  expect(answer.json()).toEqual({ code: 3, message: "Zoë" });
});

test("a negative number takes ten bytes", () => {
  const reader = new Reader(statusMessage(-1, "").protobuf());
  expect([reader.tag(), reader.int32(), reader.more()]).toEqual([8, -1, false]);
});
