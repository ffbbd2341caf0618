import { fileURLToPath } from "node:url";
import { createLog, openFaults } from "@opsplane/runtime";
import { afterEach, expect, test } from "vitest";
import { aWrite } from "../../../test/a-write.ts";
import type { Job } from "./job.ts";
import { type Decoder, openDecoder } from "./pool.ts";

const program = fileURLToPath(new URL("../../../dist/decode-worker.js", import.meta.url));
const now = Date.UTC(2026, 10, 16);
let decoder: Decoder;
let restarts = 0;
afterEach(() => decoder.close());

function open(heapMb?: number): Decoder {
  const log = createLog("silent");
  restarts = 0;
  const onRestart = () => {
    restarts += 1;
  };
  decoder = openDecoder({ log, faults: openFaults(log), onRestart, program, ...(heapMb && { heapMb }) });
  return decoder;
}

function logs(tenantId: string, body: string): Job {
  const shared = { encoding: "identity", now, keepDays: 0, seriesLimit: 1000, key: undefined };
  return { ...shared, format: "json-logs", type: "application/json", tenantId, body: Buffer.from(body) };
}

function samples(tenantId: string, host: string): Job {
  const body = aWrite([{ labels: { __name__: "up", host }, samples: [[1, now]] }]);
  return {
    ...logs(tenantId, ""),
    ...{ format: "remote-write", type: "application/x-protobuf", encoding: "snappy" },
    body: new Uint8Array(body),
  };
}

const aRecord = '{"message":"small"}';
/** 15 MB of records that take a hundred times as much memory when parsed. */
const heavy = `[${`${JSON.stringify({ message: "m", ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, at])) })},`.repeat(50_000)}{}]`;

test("a body that exhausts a decoder's memory is refused, and every other request is served", async () => {
  open(20);
  const outcomes = await Promise.allSettled([
    decoder.decode(logs("hostile", heavy)),
    decoder.decode(logs("quiet", aRecord)),
    decoder.decode(logs("hostile", aRecord)),
  ]);
  expect(
    outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value.accepted : outcome.reason.message)),
  ).toEqual(["The body needs too much memory to decode; send it in smaller pieces.", 1, 1]);
  expect(restarts).toBe(1);
});

test("a tenant that floods takes turns with the others", async () => {
  open();
  const order: string[] = [];
  // The metrics of these two tenants go to the same thread, which decodes one body at a time.
  const send = (tenantId: string, host: string) => decoder.decode(samples(tenantId, host)).then(() => order.push(host));
  const flood = ["a1", "a2", "a3", "a4", "a5"].map((host) => send("a", host));
  await Promise.all([...flood, send("c", "c1"), send("c", "c2")]);
  expect(order).toEqual(["a1", "a2", "c1", "a3", "c2", "a4", "a5"]);
  // Logs may go to any thread, but one tenant never occupies both. Another tenant finds one free.
  const sendLogs = (tenantId: string, body: string) =>
    decoder.decode(logs(tenantId, body)).then(() => order.push(tenantId));
  order.length = 0;
  await Promise.all([sendLogs("a", heavy), sendLogs("a", heavy), sendLogs("c", aRecord)]);
  expect(order).toEqual(["c", "a", "a"]);
});

test("closing answers every unfinished request with 503, which senders retry", async () => {
  open();
  const unfinished = Promise.allSettled([
    decoder.decode(logs("a", heavy)),
    decoder.decode(logs("a", aRecord)),
    decoder.decode(logs("b", heavy)),
    decoder.decode(logs("c", aRecord)),
  ]);
  await decoder.close();
  const interrupted = { status: "rejected", reason: { code: "UNAVAILABLE" } };
  expect(await unfinished).toMatchObject([interrupted, interrupted, interrupted, interrupted]);
});

test("new series that were not stored are announced again, others are not", async () => {
  open();
  const decode = () => decoder.decode(samples("a", "web-1"));
  const first = await decode();
  expect(first.series?.rows).toBe(1);
  expect((await decode()).series).toBeUndefined();
  decoder.settle(first, false);
  const again = await decode();
  expect(again.series?.rows).toBe(1);
  decoder.settle(again, true);
  expect((await decode()).series).toBeUndefined();
});
