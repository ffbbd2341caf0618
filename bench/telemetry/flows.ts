import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Scope } from "../scope.ts";
import { compare } from "./compare.ts";
import { asRecord, type FlowRecord, flowRecords, flowsPerPacket, packetOf } from "./flow-records.ts";
import { logStep, type Ours } from "./ours.ts";
import { freePort } from "./peers.ts";
import { askEach, outputOf, type Program, programsOf } from "./programs.ts";
import { type Batch, connections, measureWrites, post, stretchesOf } from "./writes.ts";

const flowsPerRequest = 5_000;
const requestsPerStretch = 8;

/** Sends the same flows as JSON to the product and as NetFlow v5 to nfcapd, then compares queries with nfdump. */
export async function benchFlows(scope: Scope, ours: Ours, folder: string, count: number): Promise<void> {
  const hour = 3_600_000;
  const to = Math.floor(Date.now() / hour) * hour;
  const from = to - 24 * hour;
  logStep(`writing ${count} flows`);
  const headers = { authorization: `Bearer ${ours.token}`, "content-type": "application/json" };
  const writer = {
    name: "Opsplane",
    pids: ours.pids,
    write: (body: Uint8Array) => post(`${ours.url}/api/netflow`, body, headers),
  };
  const { opsplane } = await measureWrites(scope, { opsplane: writer }, batches(flowRecords(count, from, to)));
  const rate = Math.round(opsplane.rowsPerSecond).toLocaleString("en");
  console.log(`\n${count.toLocaleString("en")} flows as JSON, ${connections} connections: ${rate} flows/s\n`);
  const peers = await programsOf("nfdump", "nfdump");
  // The collector that makes nfdump's file is not compared.
  const nfcapd = (await programsOf("nfcapd", "nfcapd", "nfdump")).at(-1);
  const [nfdump] = peers;
  if (!nfdump || !nfcapd) return;
  const file = await captured(scope, nfcapd, join(folder, "nfcapd"), flowRecords(count, from, to), from);
  const stored = Number(/^Flows: (\d+)/m.exec(await outputOf(nfdump, ["-I", "-r", file]))?.[1]);
  if (stored !== count) throw new Error(`nfcapd stored ${stored} of ${count} flows`);
  await measureQuestions(scope, ours, peers, file, { from, to: to - 1 });
}

function* batches(flows: Iterable<FlowRecord>): Generator<{ opsplane: Batch[] }> {
  for (const stretch of stretchesOf(stretchesOf(flows, flowsPerRequest), requestsPerStretch))
    yield { opsplane: stretch.map(asBatch) };
}

function asBatch(flows: readonly FlowRecord[]): Batch {
  return { body: Buffer.from(JSON.stringify(flows.map(asRecord))), rows: flows.length };
}

/** The file that nfcapd wrote. */
async function captured(
  scope: Scope,
  nfcapd: Program,
  folder: string,
  flows: Iterable<FlowRecord>,
  boot: number,
): Promise<string> {
  logStep("exporting the same flows to nfcapd");
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const [program = "", ...before] = nfcapd.command;
  const args = [...before, "-w", folder, "-b", "127.0.0.1", "-p", `${port}`, "-t", "36000", "-B", "100000000"];
  const collector = spawn(program, args, { stdio: "ignore" });
  const ended = once(collector, "exit");
  const stop = async () => {
    if (collector.exitCode === null && collector.signalCode === null) collector.kill("SIGTERM");
    await ended;
  };
  scope.later(stop);
  while (!(await readdir(folder)).some((name) => name.startsWith("nfcapd"))) await pause(100);
  const socket = createSocket("udp4");
  let sequence = 0;
  let packets = 0;
  for (const each of stretchesOf(flows, flowsPerPacket)) {
    const packet = packetOf(each, sequence, boot);
    sequence += each.length;
    await new Promise((sent) => socket.send(packet, port, "127.0.0.1", sent));
    // UDP has no back-pressure, so the sender pauses.
    if (++packets % 500 === 0) await pause(20);
    if (packets % 5000 === 0) scope.check();
  }
  socket.close();
  await pause(1000);
  await stop();
  const [name = ""] = await readdir(folder);
  return join(folder, name);
}

async function measureQuestions(
  scope: Scope,
  ours: Ours,
  peers: readonly Program[],
  file: string,
  window: { from: number; to: number },
): Promise<void> {
  const talkers = () => ours.ask("/api/netflow/top-talkers", { ...window, limit: 10 });
  const hours = () => ours.ask("/api/netflow", { ...window, limit: 1 });
  const read = ["-q", "-N", "-r", file];
  const theirTalkers = askEach(peers, [...read, "-s", "srcip/bytes", "-n", "10", "-o", "csv"]);
  const byHour = `awk '{ sum[substr($1 " " $2, 1, 13)] += $3 } END { for (hour in sum) printf "%s %.0f\\n", hour, sum[hour] }' | sort`;
  const theirHours = askEach(peers, [...read, "-o", "fmt:%ts %byt"], byHour);
  assertSame(await talkers(), (await theirTalkers[0]?.ask()) ?? "");
  assertSameHours(await hours(), (await theirHours[0]?.ask()) ?? "");
  await compare(scope, "questions about the same flows", [
    { name: "top talkers of 24 h", opsplane: talkers, peers: theirTalkers },
    { name: "bytes by hour, totals and ports of 24 h", opsplane: hours, peers: theirHours },
  ]);
}

function assertSame(ours: string, theirs: string): void {
  const mine = (JSON.parse(ours).data as { key: string; bytes: number }[]).map(({ key, bytes }) => `${key} ${bytes}`);
  for (const talker of mine) {
    const [key = "", bytes = ""] = talker.split(" ");
    const line = theirs.split("\n").find((each) => each.split(",").includes(key));
    if (!line?.split(",").includes(bytes)) throw new Error(`top talkers: ${talker}, nfdump says ${line}`);
  }
}

function assertSameHours(ours: string, theirs: string): void {
  const series = JSON.parse(ours).data.summary.bytes_series as { ts: string; bytes: number }[];
  const mine = series.map(({ bytes }) => bytes);
  const peer = theirs
    .trim()
    .split("\n")
    .map((line) => Number(line.split(" ").at(-1)));
  if (String(mine) !== String(peer)) throw new Error(`bytes by hour: ${mine}, nfdump says ${peer}`);
}
