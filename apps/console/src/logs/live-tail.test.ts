import type { LogRecord } from "@opsplane/contract";
import { expect, test } from "vitest";
import { maxTail, withNewest } from "./live-tail.ts";

const record = (id: number): LogRecord => ({
  id: String(id),
  timestamp: "2026-11-16T10:00:00.000Z",
  time_unix_nano: "0",
  level: "info",
  service: "web",
  message: "",
  trace_id: null,
  span_id: null,
  attributes: {},
  resource: {},
});
const idsOf = (records: readonly LogRecord[]) => records.map(({ id }) => id);

test("records arrive oldest first and are shown newest first", () => {
  expect(idsOf(withNewest([record(2), record(1)], [record(3), record(4)]))).toEqual(["4", "3", "2", "1"]);
});

test("only the newest records are kept", () => {
  const many = Array.from({ length: maxTail }, (_, index) => record(index));
  const kept = withNewest(many, [record(-1)]);
  expect(kept).toHaveLength(maxTail);
  expect(kept[0]?.id).toBe("-1");
});
