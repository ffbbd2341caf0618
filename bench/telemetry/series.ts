import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { cpuSeconds } from "../proc.ts";
import type { Scope } from "../scope.ts";
import { table } from "../table.ts";
import { compare } from "./compare.ts";
import { type Fleet, requestsOf } from "./fleet.ts";
import { logStep, type Ours } from "./ours.ts";
import { type Peer, startPeers } from "./peers.ts";
import { connections, measureWrites, post, type Writer } from "./writes.ts";

/** A server under test: its write endpoint and its form of each query. */
interface Side extends Writer {
  /** The size on disk after merging. */
  bytes(): Promise<number>;
  ask(question: Question, fleet: Fleet): Promise<string>;
}

interface Question {
  name: string;
  promql: string;
  ours: Record<string, string>;
  /** Of its window; else as long as there are samples. */
  hours?: number;
}

const step = 60;
const questions: Question[] = [
  {
    name: "1 series",
    promql: 'bench_gauge_00{host="host-00"}',
    ours: { metric_name: "bench_gauge_00", match: "host=host-00" },
  },
  { name: "50 series", promql: "bench_gauge_00", ours: { metric_name: "bench_gauge_00" } },
  {
    name: "rate by group over 50",
    promql: "sum by (dc) (rate(bench_counter_01[5m]))",
    ours: { metric_name: "bench_counter_01", agg: "rate", by: "dc", window: "5m" },
  },
  {
    name: "5,000 series, 1 h, by host",
    promql: 'sum by (host) ({job="bench"})',
    ours: { metric_name: "bench_*", agg: "sum", by: "host" },
    hours: 1,
  },
];

/** Compares remote write and range queries with Prometheus and VictoriaMetrics. */
export async function benchSeries(scope: Scope, ours: Ours, folder: string, hours: number): Promise<void> {
  const fleet: Fleet = { hosts: 50, metrics: 100, end: Math.floor(Date.now() / 300_000) * 300_000, hours };
  const peers = await startPeers(scope, join(folder, "peers"));
  const sides = Object.fromEntries([ourSide(ours), ...peers.map(peerSide)].map((side) => [side.name, side]));
  logStep(`remote write of 5,000 series × ${hours} h`);
  const ownBefore = cpuSeconds(ours.pid);
  const written = await measureWrites(scope, sides, forEach(Object.keys(sides), requestsOf(fleet)));
  const own = cpuSeconds(ours.pid) - ownBefore;
  const bytes = new Map<string, number>();
  for (const side of Object.values(sides)) bytes.set(side.name, await side.bytes());
  const base = written[yardstick(sides) ?? ""]?.rowsPerSecond;
  console.log(`\nremote write, 5,000 series × ${hours} h, ${connections} connections, generator on the same cores\n`);
  console.log(
    table(
      ["", "samples/s", "× Prometheus", "CPU s", "peak memory MB", "bytes a sample"],
      Object.entries(written).map(([name, { rows, rowsPerSecond, cpuSeconds: cpu, peakMemory }]) => [
        name,
        Math.round(rowsPerSecond).toLocaleString("en"),
        base ? (rowsPerSecond / base).toFixed(2) : "",
        cpu.toFixed(1),
        Math.round(peakMemory / 1e6).toLocaleString("en"),
        ((bytes.get(name) ?? 0) / rows).toFixed(2),
      ]),
    ),
  );
  console.log(`\nof Opsplane's CPU seconds ${own.toFixed(1)} are the server's own process`);
  await measureQuestions(scope, sides, fleet);
}

/** Ratios are relative to this Prometheus. */
function yardstick(sides: Record<string, Side>): string | undefined {
  return Object.keys(sides).find((name) => name.startsWith("Prometheus"));
}

/** The same requests for every side. */
function* forEach<Each>(names: readonly string[], stretches: Iterable<Each>): Generator<Record<string, Each>> {
  for (const stretch of stretches) yield Object.fromEntries(names.map((name) => [name, stretch]));
}

const encoded = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };

function ourSide(ours: Ours): Side {
  const headers = { ...encoded, authorization: `Bearer ${ours.token}` };
  return {
    name: "Opsplane",
    pids: ours.pids,
    bytes: async () => {
      await ours.engine("OPTIMIZE TABLE metric_samples FINAL");
      // Merged parts stay on disk for some minutes; they are not counted.
      const parts = "SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND table LIKE 'metric_%'";
      return Number(await ours.engine(parts));
    },
    write: (body) => post(`${ours.url}/api/ingest/prometheus`, body, headers),
    ask: (question, fleet) =>
      ours.ask("/api/metrics/query", {
        ...question.ours,
        start: endOf(fleet) - secondsOf(question, fleet) * 1000,
        end: endOf(fleet),
        step: `${step}s`,
      }),
  };
}

function peerSide(peer: Peer): Side {
  return {
    name: peer.name,
    pids: () => [peer.pid],
    bytes: async () => bytesIn(peer.folder),
    write: (body) => post(peer.writeUrl, body, encoded),
    ask: (question, fleet) =>
      peer.ask(question.promql, endOf(fleet) / 1000 - secondsOf(question, fleet), endOf(fleet) / 1000, step),
  };
}

/** Between two samples, because Prometheus 2 includes a sample at the start of a window; we and Prometheus 3 do not. */
function endOf(fleet: Fleet): number {
  return fleet.end + 7000;
}

/** Without the first ten minutes, so that a rate has enough samples. */
function secondsOf({ hours }: Question, fleet: Fleet): number {
  const whole = fleet.hours * 3600 - 600;
  return hours === undefined ? whole : Math.min(hours * 3600, whole);
}

function bytesIn(folder: string): number {
  return Number(execFileSync("du", ["-sb", folder], { encoding: "utf8" }).split("\t")[0]);
}

/** The number of points and their sum. Servers that agree on both are considered equal. */
function fingerprint(answer: string): { points: number; sum: number } {
  const { data } = JSON.parse(answer) as { data: { series?: { points: Point[] }[]; result?: { values: Point[] }[] } };
  const points = [
    ...(data.series ?? []).flatMap((each) => each.points),
    ...(data.result ?? []).flatMap((each) => each.values),
  ];
  return { points: points.length, sum: points.reduce((sum, [, value]) => sum + Number(value), 0) };
}

type Point = [time: number, value: number | string];

/** Checks that the results are equal. VictoriaMetrics is left out, because its rates differ by design. */
async function assertSame(question: Question, sides: Record<string, Side>, fleet: Fleet): Promise<void> {
  const { Opsplane: ours } = sides;
  const peer = sides[yardstick(sides) ?? ""];
  if (!ours || !peer) return;
  const [mine, theirs] = [await ours.ask(question, fleet), await peer.ask(question, fleet)].map(fingerprint);
  if (!mine || !theirs || mine.points !== theirs.points || Math.abs(mine.sum / theirs.sum - 1) > 1e-9)
    throw new Error(`${question.name}: ${JSON.stringify(mine)}, Prometheus says ${JSON.stringify(theirs)}`);
}

async function measureQuestions(scope: Scope, sides: Record<string, Side>, fleet: Fleet): Promise<void> {
  const { Opsplane: ours, ...peers } = sides;
  if (!ours) return;
  for (const question of questions) await assertSame(question, sides, fleet);
  await compare(
    scope,
    `range queries over ${fleet.hours} h`,
    questions.map((question) => ({
      name: question.name,
      opsplane: () => ours.ask(question, fleet),
      peers: Object.values(peers).map(({ name, ask }) => ({ name, ask: () => ask(question, fleet) })),
    })),
  );
}
