import { type OperationSpec, operations } from "@opsplane/contract";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite } from "./a-write.ts";
import { anExport } from "./an-export.ts";
import { type SharedPlane, sharedPlane } from "./plane.ts";
import { post } from "./sender.ts";

// Every telemetry read at its documented limits: the largest full page, every parameter at its maximum length, odd times.

interface Schema {
  type?: string;
  enum?: string[];
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
  items?: Schema;
}

const reads = Object.entries(operations)
  .flatMap(([group, specs]) =>
    Object.entries(specs as Record<string, OperationSpec>).map(([name, spec]) => ({ id: `${group}.${name}`, spec })),
  )
  .filter(({ spec }) => spec.access === "observability:read" && spec.effect === "read")
  // A stream, and records.
  .filter(({ id }) => id !== "logs.tail" && id !== "savedQueries.list");

/** The required parameters of reads. */
const required: Record<string, string> = { metric_name: "m", label: "host", id: "none", selected_status: "error" };
const inPath: Record<string, string> = { trace_id: "a".repeat(32), service: "s".repeat(300) };

describe.skipIf(inject("clickhouseProblem") !== "")("reads of telemetry at their limits", () => {
  let plane: SharedPlane;
  let headers: Record<string, string>;
  const now = Date.now();
  beforeAll(async () => {
    plane = await sharedPlane();
    // A token would expire while a busy machine runs all of them.
    const { key } = await plane.admin.api.apiKeys.create({ body: { name: "limits", role: "admin" } });
    headers = { ...plane.admin.headers, authorization: `Bearer ${key}` };
    await seed();
  }, 240_000);

  /** At least as many rows of each kind as the largest page has. */
  async function seed(): Promise<void> {
    const names = Array.from({ length: 1000 }, (_, index) => `${index}_`.padEnd(300, "n"));
    const series = [
      ...names.map((name) => ({ __name__: name })),
      ...Array.from({ length: 10_000 }, (_, index) => ({ __name__: "m", host: `h${index}` })),
    ];
    const spans = Array.from({ length: 250 }, (_, index) => ({
      trace: index.toString(16).padStart(32, "f"),
      id: "b".repeat(16),
      service: `service-${index}`,
      name: "GET /",
      at: now - index,
      ms: 5,
    }));
    const flows = Array.from({ length: 1100 }, (_, index) => ({
      ...{ protocol: "tcp", dst_ip: "10.1.0.1", dst_port: 443, bytes: 1, packets: 1 },
      src_ip: `10.0.${index >> 8}.${index & 255}`,
    }));
    const sent = await Promise.all([
      post(plane, "/api/logs", {
        body: JSON.stringify(Array.from({ length: 1100 }, (_, index) => ({ message: `line ${index}`, service: "s" }))),
      }),
      post(plane, "/api/ingest/prometheus", {
        body: new Uint8Array(aWrite(series.map((labels) => ({ labels, samples: [[1, now]] })))),
        type: "application/x-protobuf",
        encoding: "snappy",
      }),
      post(plane, "/v1/traces", { body: JSON.stringify(anExport(spans)) }),
      post(plane, "/api/netflow", { body: JSON.stringify(flows) }),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }

  async function ask(spec: OperationSpec, query: Record<string, string>): Promise<{ status: number; body: string }> {
    const path = spec.path.replace(/:(\w+)/g, (_, name: string) => inPath[name] ?? "");
    const wanted = Object.keys(propertiesOf(spec)).filter((name) => name in required && !(name in query));
    const all = new URLSearchParams([
      ...wanted.map((name): [string, string] => [name, required[name] ?? ""]),
      ...Object.entries(query),
    ]);
    const answer = await fetch(`${plane.url}${path}?${all}`, { headers });
    return { status: answer.status, body: await answer.text() };
  }

  /** Where the list is, when it is not the whole answer. */
  const listIn: Record<string, string> = {
    "metrics.query": "series",
    "netflow.list": "flows",
    "netflow.pairs": "pairs",
  };
  /** Their limit is one of each field or group, or of a file; the lines here are one pattern. */
  const unlisted = new Set([
    "logs.facets",
    "logs.patterns",
    "logs.export",
    "traces.facets",
    "traces.errors",
    "traces.differences",
  ]);

  test.each(reads.filter(({ spec }) => "limit" in propertiesOf(spec)))(
    "$id returns its largest page",
    async ({ id, spec }) => {
      const limit = propertiesOf(spec).limit?.maximum ?? 0;
      const { status, body } = await ask(spec, { limit: String(limit) });
      expect(status, body.slice(0, 300)).toBe(200);
      if (unlisted.has(id)) return;
      const { data } = JSON.parse(body) as { data: unknown };
      const field = listIn[id];
      expect(field ? at(data, field) : data).toHaveLength(limit);
    },
  );

  /** Parameters that one request can have at their maximum together, because none hides another. */
  const together = reads.flatMap(({ id, spec }) =>
    Object.entries(groupedParameters(spec)).map(([group, parameters]) => ({ id, spec, group, parameters })),
  );

  test.each(together)("$id accepts $group at their maximum length, or names the problem", async (asked) => {
    const { spec, parameters } = asked;
    const sent = new Map(Object.entries(parameters));
    for (;;) {
      const { status, body } = await ask(spec, Object.fromEntries(sent));
      expect([200, 404, 422], `${status} ${body.slice(0, 300)}`).toContain(status);
      if (spec.download && status === 200) return;
      const answer: { details?: { path: string }[] } = JSON.parse(body);
      if (status !== 422) return;
      // What was refused is named. The others are asked for again without it.
      const named = (answer.details ?? []).flatMap(({ path }) =>
        [...sent.keys()].filter((name) => path.includes(name)),
      );
      expect(named, body).not.toEqual([]);
      for (const name of named) sent.delete(name);
      if (sent.size === 0) return;
    }
  });

  const ends = [
    ["from", "to"],
    ["start", "end"],
  ] as const;
  const timed = reads.flatMap(({ id, spec }) =>
    ends.filter(([first]) => first in propertiesOf(spec)).map(([first, last]) => ({ id, spec, first, last })),
  );

  test.each(timed)("$id answers odd times with 200 or 422", async ({ spec, first, last }) => {
    const answers = await Promise.all(
      oddRanges.map(({ from, to }) => ask(spec, { ...(from && { [first]: from }), ...(to && { [last]: to }) })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 404, 422].includes(status))).toEqual([]);
  });

  test("a range that is too long is refused with an error for start, not for defaulted parameters", async () => {
    const spec = operations.metrics.query;
    const { status, body } = await ask(spec, { start: "2000-01-01" });
    expect([status, JSON.parse(body).details]).toEqual([
      422,
      [{ path: "start", message: "is too long before end; a query covers at most 2500 days" }],
    ]);
  });
});

/** Every odd time as a start and as an end: alone, and as ranges that are not reversed. */
const oddRanges: { from?: string; to?: string }[] = [
  { from: "0000-01-01" },
  { from: "9999-12-31T23:59:59-12:00" },
  { from: "99999999999999" },
  { to: "0000-01-01" },
  { to: "now-999999w" },
  { to: "1970-01-01T02:46:39Z" },
  { from: "0000-01-01", to: "000000001" },
  { from: "now-999999w", to: "1970-01-01T00:00:01Z" },
  { from: "1970-01-01T00:00:01Z", to: "1970-01-01T01:00:00Z" },
  { from: "000000001", to: "2000-01-01" },
  { from: "1970-01-01T01:00:00Z", to: "1970-01-01T02:46:39Z" },
  { from: "1970-01-01T02:46:39Z", to: "9999-12-31T23:59:59-12:00" },
  { from: "2000-01-01", to: "99999999999999" },
];

/**
 * Filters match nothing and would hide what a large page costs, so sizes are asked for apart from them. An unknown name can end a request
 * early, so each required parameter is asked for on its own.
 */
function groupedParameters(spec: OperationSpec): Record<string, Record<string, string>> {
  const groups: Record<string, Record<string, string>> = {};
  for (const [name, schema] of Object.entries(propertiesOf(spec))) {
    const isText = schema.type === "array" || (schema.type === "string" && !schema.enum && schema.format === undefined);
    const isEnd = /(^|_)(to|end)$/.test(name);
    const group = name in required ? name : isText || isEnd ? "filters" : "sizes, words and starts";
    groups[group] = { ...groups[group], [name]: longest(name, schema) };
  }
  return groups;
}

function propertiesOf(spec: OperationSpec): Record<string, Schema> {
  const schema: unknown = spec.query;
  return (schema as { properties?: Record<string, Schema> } | undefined)?.properties ?? {};
}

function at(data: unknown, key: string): unknown {
  return typeof data === "object" && data !== null
    ? Object.entries(data).find(([name]) => name === key)?.[1]
    : undefined;
}

const pairs: Record<string, string> = { match: "host=", attribute: "host=" };

/** The longest value that the contract allows. */
function longest(name: string, schema: Schema): string {
  if (schema.type === "array" && schema.items) {
    const item = longest(name, schema.items);
    return Array.from({ length: schema.maxItems ?? 1 }, (_, index) => distinct(item, index)).join(",");
  }
  if (schema.enum) return schema.enum.at(-1) ?? "";
  if (schema.type === "integer" || schema.type === "number") return String(schema.maximum ?? 1e9);
  if (schema.format === "query-time") return new Date(Date.now() - 60_000).toISOString();
  const prefix = pairs[name] ?? "";
  return prefix + "a".repeat((schema.maxLength ?? 2) - prefix.length);
}

/** Words of an enumeration stay as they are. */
function distinct(item: string, index: number): string {
  return item.length < 20 ? item : item.slice(0, -2) + String(index).padStart(2, "0");
}
