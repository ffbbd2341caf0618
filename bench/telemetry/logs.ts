import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { latencies } from "../latency.ts";
import type { Scope } from "../scope.ts";
import { table } from "../table.ts";
import { asRecord, type Line, logLines, phrase, rareWord } from "./log-lines.ts";
import { emulated, type Ours, tell } from "./ours.ts";
import { isInstalled, outputOf } from "./programs.ts";
import { type Batch, connections, measureWrites, post, stretchesOf } from "./writes.ts";

const linesPerRequest = 5_000;
const requestsPerStretch = 8;

/** The same lines into the product, into a like table of the bare engine, and into a file; then searches beside ripgrep. */
export async function benchLogs(scope: Scope, ours: Ours, folder: string, count: number): Promise<void> {
  const to = Date.now() - 60_000;
  const from = to - 24 * 3_600_000;
  const file = join(folder, "lines.log");
  tell(`writing ${count} lines`);
  await ours.engine("CREATE TABLE IF NOT EXISTS bare_logs AS log_records");
  const insert = "INSERT INTO bare_logs SETTINGS date_time_input_format = 'best_effort' FORMAT JSONEachRow";
  const headers = { authorization: `Bearer ${ours.token}`, "content-type": "application/json" };
  const sides = {
    opsplane: {
      name: "Opsplane",
      pids: ours.pids,
      write: (body: Uint8Array) => post(`${ours.url}/api/logs`, body, headers),
    },
    bare: {
      name: "the bare engine",
      pids: ours.pids,
      write: async (body: Uint8Array) => void (await ours.engine(insert, body)),
    },
  };
  const text = createWriteStream(file);
  const written = await measureWrites(scope, sides, bothForms(logLines(count, from, to), ours.tenantId, text));
  await new Promise<void>((done) => text.end(done));
  const copying = await copySeconds(ours);
  const base = written.bare.rowsPerSecond;
  const row = (name: string, rate: number) => [name, Math.round(rate).toLocaleString("en"), (rate / base).toFixed(2)];
  console.log(
    `\n${count.toLocaleString("en")} log lines, ${connections} connections, ${linesPerRequest} lines a request\n`,
  );
  console.log(
    table(
      ["", "lines/s", "× bare"],
      [
        row("Opsplane", written.opsplane.rowsPerSecond),
        row("the engine alone, the same lines as JSONEachRow", base),
        row("the engine alone, copying the stored rows", count / copying),
      ],
    ),
  );
  await ours.engine("DROP TABLE bare_logs");
  if (isInstalled("rg", "ripgrep")) await measureSearches(scope, ours, file, from, to);
}

/** How long the engine takes to write the same rows when nobody has to send or read them. */
async function copySeconds(ours: Ours): Promise<number> {
  await ours.engine("TRUNCATE TABLE bare_logs");
  const begin = performance.now();
  await ours.engine("INSERT INTO bare_logs SELECT * FROM log_records");
  return (performance.now() - begin) / 1000;
}

function* bothForms(lines: Iterable<Line>, tenantId: string, text: NodeJS.WritableStream) {
  for (const stretch of stretchesOf(stretchesOf(lines, linesPerRequest), requestsPerStretch)) {
    for (const each of stretch) text.write(each.map(asText).join(""));
    yield { opsplane: stretch.map(asBatch), bare: stretch.map((each) => asRows(each, tenantId)) };
  }
}

function asText({ time, level, service, host, request, message }: Line): string {
  return `${time} ${level.toUpperCase()} ${service} host=${host} request_id=${request} ${message}\n`;
}

function asBatch(lines: readonly Line[]): Batch {
  return { body: Buffer.from(JSON.stringify(lines.map(asRecord))), rows: lines.length };
}

/** The same for the engine's own reader of JSON. */
function asRows(lines: readonly Line[], tenantId: string): Batch {
  const rows = lines.map((line, index) => {
    const { timestamp: ts, ...columns } = asRecord(line);
    return JSON.stringify({ tenant_id: tenantId, ts, batch: 1, row: index, stored_at: ts, ...columns, keep_days: 90 });
  });
  return { body: Buffer.from(rows.join("\n")), rows: lines.length };
}

async function measureSearches(scope: Scope, ours: Ours, file: string, from: number, to: number): Promise<void> {
  const window = { from, to };
  const quoted = `"${phrase}"`;
  const perMinute = (pattern: string) =>
    outputOf("sh", ["-c", `rg --no-line-number -F -- '${pattern}' "$0" | cut -c1-16 | uniq -c`, file]);
  const searches: [name: string, ours: () => Promise<string>, peer: () => Promise<string>][] = [
    [
      "a rare word, its lines",
      () => ours.ask("/api/logs", { ...window, q: rareWord, limit: 100 }),
      () => outputOf("rg", ["--no-line-number", "-w", rareWord, file]),
    ],
    [
      "a phrase, its newest 100 lines",
      () => ours.ask("/api/logs", { ...window, q: quoted, limit: 100 }),
      () => outputOf("sh", ["-c", `rg --no-line-number -F '${phrase}' "$0" | tail -100`, file]),
    ],
    ["a phrase over time", () => ours.ask("/api/logs/histogram", { ...window, q: quoted }), () => perMinute(phrase)],
    ["all lines over time", () => ours.ask("/api/logs/histogram", window), () => perMinute("T")],
  ];
  await expectSame(ours, file, window);
  const rows: string[][] = [];
  for (const [name, mine, peer] of searches) {
    tell(`searching: ${name}`);
    const { opsplane, ripgrep } = await latencies(scope, { opsplane: [mine], ripgrep: [peer] }, emulated ? 5 : 10);
    rows.push([name, opsplane.p50.toFixed(1), ripgrep.p50.toFixed(1), (opsplane.p50 / ripgrep.p50).toFixed(2)]);
  }
  console.log("\nsearches over the same lines, p50 ms\n");
  console.log(table(["", "Opsplane", "ripgrep", "× ripgrep"], rows));
}

/** A fast answer that is wrong is worth nothing. */
async function expectSame(ours: Ours, file: string, window: { from: number; to: number }): Promise<void> {
  const found = (text: string) => Number(JSON.parse(text).data.total);
  for (const [q, pattern] of [
    [rareWord, rareWord],
    [`"${phrase}"`, phrase],
    ["declined", "declined"],
  ] as const) {
    const mine = found(await ours.ask("/api/logs/histogram", { ...window, q }));
    const theirs = Number(await outputOf("rg", ["-c", "-w", pattern, file]));
    if (mine !== theirs) throw new Error(`${pattern}: ${mine} lines found, ripgrep finds ${theirs}`);
  }
}
