import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Scope } from "../scope.ts";
import { table } from "../table.ts";
import { compare } from "./compare.ts";
import { asRecord, type Line, logLines, phrase, rareWord } from "./log-lines.ts";
import { logStep, type Ours } from "./ours.ts";
import { askEach, outputOf, type Program, programsOf } from "./programs.ts";
import { type Batch, connections, measureWrites, post, stretchesOf } from "./writes.ts";

const linesPerRequest = 5_000;
const requestsPerStretch = 8;
/** The bare engine parses JSON slowly, so it gets only the first lines, while its table is small and cheap to merge. */
const maxBare = 500_000;
/** In seconds. */
const maxSettling = 600;

/** Sends the same lines to the product, to an equal table of the bare engine, and to a file. Then compares searches with ripgrep. */
export async function benchLogs(scope: Scope, ours: Ours, folder: string, count: number): Promise<void> {
  const to = Date.now() - 60_000;
  const from = to - 24 * 3_600_000;
  const file = join(folder, "lines.log");
  logStep(`writing ${count} lines`);
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
  const copied = Math.min(count, maxBare);
  const copying = await copySeconds(ours, copied);
  const base = written.bare.rowsPerSecond;
  const part = copied < count ? `the first ${copied.toLocaleString("en")}` : "the same lines";
  const row = (name: string, rate: number) => [name, Math.round(rate).toLocaleString("en"), (rate / base).toFixed(2)];
  console.log(
    `\n${count.toLocaleString("en")} log lines, ${connections} connections, ${linesPerRequest} lines a request\n`,
  );
  console.log(
    table(
      ["", "lines/s", "× bare"],
      [
        row("Opsplane", written.opsplane.rowsPerSecond),
        row(`the engine alone, ${part} as JSONEachRow`, base),
        row(`the engine alone, copying ${part}`, copied / copying),
      ],
    ),
  );
  await ours.engine("DROP TABLE bare_logs");
  await settle(scope, ours);
  await measureSearches(scope, ours, await programsOf("ripgrep", "rg", "ripgrep"), file, { from, to });
}

/** A day's lines are sent within minutes, so the engine gets limited time to merge before the queries. */
async function settle(scope: Scope, ours: Ours): Promise<void> {
  const begin = performance.now();
  const seconds = () => Math.round((performance.now() - begin) / 1000);
  const count = async (of: string) => Number(await ours.engine(`SELECT count() FROM ${of} AND table = 'log_records'`));
  const merging = async () => (await count("system.merges WHERE 1")) > 0;
  while (seconds() < maxSettling && (await merging())) {
    scope.check();
    await pause(2000);
  }
  const state = (await merging()) ? "is still merging" : "has merged what it wants to";
  logStep(`after ${seconds()} s the engine ${state}; ${await count("system.parts WHERE active")} parts`);
}

/** The time the engine needs to copy the same rows, without sending or parsing. */
async function copySeconds(ours: Ours, count: number): Promise<number> {
  await ours.engine("TRUNCATE TABLE bare_logs");
  const begin = performance.now();
  await ours.engine(`INSERT INTO bare_logs SELECT * FROM log_records LIMIT ${count}`);
  return (performance.now() - begin) / 1000;
}

function* bothForms(lines: Iterable<Line>, tenantId: string, text: NodeJS.WritableStream) {
  let bare = 0;
  for (const stretch of stretchesOf(stretchesOf(lines, linesPerRequest), requestsPerStretch)) {
    for (const each of stretch) text.write(each.map(asText).join(""));
    const both = bare < maxBare ? stretch : [];
    bare += both.length * linesPerRequest;
    yield { opsplane: stretch.map(asBatch), bare: both.map((each) => asRows(each, tenantId)) };
  }
}

function asText({ time, level, service, host, request, message }: Line): string {
  return `${time} ${level.toUpperCase()} ${service} host=${host} request_id=${request} ${message}\n`;
}

function asBatch(lines: readonly Line[]): Batch {
  return { body: Buffer.from(JSON.stringify(lines.map(asRecord))), rows: lines.length };
}

/** The same line for the engine's JSON parser. */
function asRows(lines: readonly Line[], tenantId: string): Batch {
  const rows = lines.map((line, index) => {
    const { timestamp: ts, ...columns } = asRecord(line);
    return JSON.stringify({ tenant_id: tenantId, ts, batch: 1, row: index, stored_at: ts, ...columns, keep_days: 90 });
  });
  return { body: Buffer.from(rows.join("\n")), rows: lines.length };
}

async function measureSearches(
  scope: Scope,
  ours: Ours,
  peers: readonly Program[],
  file: string,
  window: { from: number; to: number },
): Promise<void> {
  const [oracle] = peers;
  if (!oracle) return;
  const quoted = `"${phrase}"`;
  const grep = (args: string[], pipe?: string) => askEach(peers, ["--no-line-number", ...args, file], pipe);
  const perMinute = "cut -c1-16 | uniq -c";
  await assertSame(ours, oracle, file, window);
  await compare(scope, "searches over the same lines", [
    {
      name: "a rare word, its lines",
      opsplane: () => ours.ask("/api/logs", { ...window, q: rareWord, limit: 100 }),
      peers: grep(["-w", rareWord]),
    },
    {
      name: "a phrase, its newest 100 lines",
      opsplane: () => ours.ask("/api/logs", { ...window, q: quoted, limit: 100 }),
      peers: grep(["-F", phrase], "tail -100"),
    },
    {
      name: "a phrase over time",
      opsplane: () => ours.ask("/api/logs/histogram", { ...window, q: quoted }),
      peers: grep(["-F", phrase], perMinute),
    },
    {
      name: "all lines over time",
      opsplane: () => ours.ask("/api/logs/histogram", window),
      peers: grep(["-F", "T"], perMinute),
    },
  ]);
}

/** Checks that all sides return the same result. */
async function assertSame(
  ours: Ours,
  ripgrep: Program,
  file: string,
  window: { from: number; to: number },
): Promise<void> {
  const found = (text: string) => Number(JSON.parse(text).data.total);
  for (const [q, pattern] of [
    [rareWord, rareWord],
    [`"${phrase}"`, phrase],
    ["declined", "declined"],
  ] as const) {
    const mine = found(await ours.ask("/api/logs/histogram", { ...window, q }));
    const theirs = Number(await outputOf(ripgrep, ["-c", "-w", pattern, file]));
    if (mine !== theirs) throw new Error(`${pattern}: ${mine} lines found, ripgrep finds ${theirs}`);
  }
}
