import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Call, Logs, RcaInput, Series, Signal, Spans, TimeRange } from "@opsplane/rca";

export interface Case {
  id: string;
  input: RcaInput;
}

interface CaseFile {
  id: string;
  reference?: string;
  alert: { time: number; service?: string; metric?: string; stat?: string };
  metrics: MetricsFile;
  topology?: { edges: [string, string][] };
  traces?: TracesFile | null;
  logs?: LogsFile | null;
  earlier_incidents?: [number, number][];
}

interface MetricsFile {
  times: number[];
  series: {
    service: string;
    metric: string;
    stat?: string;
    caller?: string;
    callee?: string;
    values: (number | null)[];
  }[];
}

interface TracesFile {
  t0_us: number;
  services: string[];
  operations: string[];
  spans: [number, number, number, number, number, number, number][];
}

interface LogsFile {
  t0_ms: number;
  services: string[];
  lines: [number, number, number, number, string][];
}

/** Reads the cases of a set. Labels are in another file, which this never opens. */
export async function readCases(folder: string): Promise<Case[]> {
  const references = new Map<string, Promise<CaseFile>>();
  const files = (await readdir(join(folder, "cases"))).filter((name) => name.endsWith(".json.gz")).sort();
  return Promise.all(
    files.map(async (name) => {
      const file = await read(join(folder, "cases", name));
      if (file.reference === undefined) return { id: file.id, input: inputOf(file, undefined) };
      const path = join(folder, `${file.reference}.json.gz`);
      const reference = references.get(path) ?? read(path);
      references.set(path, reference);
      return { id: file.id, input: inputOf(file, await reference) };
    }),
  );
}

async function read(path: string): Promise<CaseFile> {
  return JSON.parse(gunzipSync(await readFile(path)).toString());
}

function inputOf(file: CaseFile, reference: CaseFile | undefined): RcaInput {
  const { alert, metrics, traces, logs } = file;
  const usual = new Map((reference?.metrics.series ?? []).map((each) => [keyOf(each), each.values]));
  const times = metrics.times.map((each) => each * 1000);
  const stepMs = (times[1] ?? 0) - (times[0] ?? 0);
  const all = metrics.series.map((each): Series => {
    const [caller = "", callee] = each.caller && each.callee ? [each.caller, each.callee] : each.service.split("->");
    const shape = { service: caller, metric: each.stat ? `${each.metric}.${each.stat}` : each.metric };
    return {
      ...shape,
      ...(callee !== undefined && { callee }),
      stepMs,
      times,
      values: each.values,
      reference: usual.get(keyOf(each)) ?? [],
    };
  });
  const edges = [...(file.topology?.edges ?? []), ...(reference?.topology?.edges ?? [])];
  const calls = edges.map(([caller, callee]): Call => ({ caller, callee }));
  const entry = "__entry__";
  const series = all.filter(({ service }) => service !== entry);
  const names = series.flatMap((each) => (each.callee === undefined ? [each.service] : []));
  const known = new Set([...names, ...(traces?.services ?? [])]);
  return {
    at: alert.time * 1000,
    ...(alert.service !== undefined && { affected: [alert.service] }),
    ...(alert.metric !== undefined && { symptom: symptomOf(alert.metric) }),
    services: [...known],
    calls,
    series,
    front: all.filter(({ service }) => service === entry),
    ...(traces && {
      spans: { current: spansOf(traces), ...(reference?.traces && { reference: spansOf(reference.traces) }) },
    }),
    ...(logs && {
      logs: {
        current: logsOf(logs, traces),
        ...(reference?.logs && { reference: logsOf(reference.logs, reference.traces) }),
      },
    }),
    disturbed: (file.earlier_incidents ?? []).map(([from, to]): TimeRange => ({ from: from * 1000, to: to * 1000 })),
  };
}

function symptomOf(metric: string): Signal {
  return metric === "availability" ? "errors" : "latency";
}

function keyOf(each: MetricsFile["series"][number]): string {
  return [each.service, each.metric, each.stat, each.caller, each.callee].join("|");
}

function spansOf({ t0_us, services, operations, spans }: TracesFile): Spans {
  const index = new Map(spans.map((span, at) => [span[1], at]));
  return {
    services,
    operations,
    trace: Int32Array.from(spans, (span) => span[0]),
    parent: Int32Array.from(spans, (span) => index.get(span[2]) ?? -1),
    service: Int32Array.from(spans, (span) => span[3]),
    operation: Int32Array.from(spans, (span) => span[4]),
    start: Float64Array.from(spans, (span) => (t0_us + span[5]) / 1000),
    duration: Float64Array.from(spans, (span) => span[6] / 1000),
  };
}

function logsOf({ t0_ms, services, lines }: LogsFile, traces: TracesFile | null | undefined): Logs {
  const index = new Map((traces?.spans ?? []).map((span, at) => [span[1], at]));
  return {
    services,
    at: Float64Array.from(lines, (line) => t0_ms + line[0]),
    service: Int32Array.from(lines, (line) => line[1]),
    span: Int32Array.from(lines, (line) => index.get(line[3]) ?? -1),
    text: lines.map((line) => line[4]),
  };
}
