import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { aWrite } from "../../../test/a-write.ts";
import { openDecode } from "./decode.ts";
import { BadBody, type Format, type Job } from "./job.ts";

const now = Date.UTC(2026, 10, 16);

function job(format: Format, body: string | Uint8Array, other: Partial<Job> = {}): Job {
  const type = format === "remote-write" ? "application/x-protobuf" : "application/json";
  const encoding = format === "remote-write" ? "snappy" : "identity";
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return {
    ...{ format, type, encoding, body: bytes, now, tenantId: "a", keepDays: 0, seriesLimit: 1000, key: undefined },
    ...other,
  };
}

/** The status and message with which a body is refused. */
function refusalOf(wanted: Job): string {
  try {
    openDecode().decode(wanted);
  } catch (error) {
    if (error instanceof BadBody) return `${error.status} ${error.message}`;
    throw error;
  }
  return "taken";
}

const repeated = (part: string, times: number) => `[${`${part},`.repeat(times)}${part}]`;
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("a small body that expands to very many rows is refused before they are built", () => {
  const lines = { type: "application/x-ndjson" };
  const tooManyValues = "413 The body holds more than 2000000 values; send it in smaller pieces.";
  const tooManyRows = "413 The body has more than 500000 rows; send it in smaller pieces.";

  test.each<[string, Job, string]>([
    ["millions of line ends", job("json-logs", "\n".repeat(5_000_000), lines), tooManyRows],
    ["millions of empty records", job("json-logs", repeated("{}", 2_000_000)), tooManyValues],
    ["millions of empty lines of records", job("json-logs", "{}\n".repeat(600_000), lines), tooManyRows],
    ["millions of empty flows", job("json-flows", repeated("[]", 2_000_000)), tooManyValues],
    ["very many bad records", job("json-logs", repeated("{}", 600_000)), tooManyRows],
    [
      "millions of OTLP/JSON records",
      job("otlp-logs", `{"resourceLogs":[{"scopeLogs":[{"logRecords":${repeated("{}", 2_000_000)}}]}]}`),
      tooManyValues,
    ],
    [
      "millions of OTLP/JSON points",
      job("otlp-metrics", `{"resourceMetrics":${repeated("{}", 2_000_000)}}`),
      tooManyValues,
    ],
    [
      "millions of OTLP messages in protobuf",
      job("otlp-logs", emptyRecords(1_100_000), { type: "application/x-protobuf" }),
      "422 The body cannot be read: There are more than 1000000 messages; send fewer at once at byte",
    ],
    [
      "very many samples of remote write",
      job("remote-write", aWrite([{ labels: { __name__: "m" }, samples: manySamples(500_001) }])),
      tooManyRows,
    ],
  ])("%s", (_what, wanted, refusal) => {
    expect(refusalOf(wanted)).toContain(refusal);
  });

  test("gzip with an extreme compression ratio", () => {
    const packed = gzipSync(Buffer.alloc(63 << 20, "\n"));
    expect(packed.length).toBeLessThan(70_000);
    expect(refusalOf(job("json-logs", packed, { ...lines, encoding: "gzip" }))).toBe(
      "413 The body unpacks to more than 200 times its size; send it uncompressed.",
    );
  });

  test("JSON that is too large to parse in memory", () => {
    const large = JSON.stringify({ message: "x".repeat(17 << 20) });
    expect(refusalOf(job("json-logs", large))).toBe(
      "413 The body unpacks to more than 16 MiB; send it in smaller pieces.",
    );
  });
});

describe("only the record that is nested too deeply is rejected", () => {
  test.each<[string, Format, string, Partial<Job>]>([
    ["logs", "json-logs", `[{"message":"good"},{"message":"bad","x":${deep(100_000)}}]`, {}],
    ["a message", "json-logs", `[{"message":"good"},{"message":${deep(100_000)}}]`, {}],
    [
      "lines",
      "json-logs",
      `{"message":"good"}\n{"message":"bad","x":${deep(100_000)}}`,
      { type: "application/x-ndjson" },
    ],
    [
      "flows",
      "json-flows",
      `[{"protocol":"tcp","src_ip":"10.0.0.1","dst_ip":"10.0.0.2"},{"protocol":${deep(100_000)}}]`,
      {},
    ],
  ])("%s", (_what, format, body, other) => {
    const { accepted, rejected, errors } = openDecode().decode(job(format, body, other));
    expect([accepted, rejected, errors.map(({ message }) => message)]).toEqual([
      1,
      1,
      ["is nested deeper than 64 levels"],
    ]);
  });

  test("64 levels are accepted", () => {
    const { decode } = openDecode();
    const accepted = (levels: number) => decode(job("json-logs", `{"message":"m","x":${deep(levels - 1)}}`)).accepted;
    expect([accepted(64), accepted(65)]).toEqual([1, 0]);
  });

  test("texts with brackets, quotes and backslashes are not mistaken for nesting", () => {
    const message = `${'\\"[{'.repeat(200_000)}\\`;
    expect(openDecode().decode(job("json-logs", JSON.stringify({ message }))).accepted).toBe(1);
  });
});

describe("times", () => {
  const day = 86_400_000;
  const at = (ms: number) => ({ message: "m", timestamp: new Date(ms).toISOString() });

  test("without a retention, rows older than 400 days are rejected and named", () => {
    const body = JSON.stringify([at(now - 399 * day), at(now - 401 * day), at(0)]);
    const { accepted, errors } = openDecode().decode(job("json-logs", body));
    expect([accepted, errors]).toEqual([
      1,
      [
        { path: "[1]", message: "has a time more than 400 days ago" },
        { path: "[2]", message: "has a time more than 400 days ago" },
      ],
    ]);
  });

  test("a longer retention accepts older rows", () => {
    const body = JSON.stringify([at(now - 900 * day)]);
    expect(openDecode().decode(job("json-logs", body, { keepDays: 1000 })).accepted).toBe(1);
  });

  test.each<[Format, object]>([
    [
      "otlp-metrics",
      { resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: "x", gauge: { dataPoints: [{ asDouble: 1 }] } }] }] }] },
    ],
    ["otlp-logs", { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: "m" } }] }] }] }],
    [
      "otlp-traces",
      {
        resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: "a".repeat(32), spanId: "b".repeat(16), name: "n" }] }] }],
      },
    ],
  ])("%s without a time gets the arrival time, and the same body sent again is another batch", (format, body) => {
    const { decode } = openDecode();
    const { accepted, hash, hours } = decode(job(format, JSON.stringify(body)));
    expect([accepted, hash]).toEqual([1, undefined]);
    if (format === "otlp-metrics") expect(hours).toEqual([now / 3_600_000]);
  });
});

/** An ExportLogsServiceRequest of records that take two bytes each. */
function emptyRecords(count: number): Uint8Array {
  const records = Buffer.alloc(count * 2);
  for (let at = 0; at < records.length; at += 2) records[at] = 0x12;
  return wrapped(1, wrapped(2, records));
}

function wrapped(field: number, bytes: Buffer): Buffer {
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest >>>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([(field << 3) | 2, ...length, rest]), bytes]);
}

function manySamples(count: number): [number, number][] {
  return Array.from({ length: count }, (_, ms) => [1, now - ms]);
}
