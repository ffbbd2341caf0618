import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Scope } from "../scope.ts";
import { type Program, programsOf } from "./programs.ts";

/** A server with remote write and PromQL. */
export interface Peer {
  name: string;
  pid: number;
  folder: string;
  writeUrl: string;
  /** What it says of itself. */
  metricsUrl: string;
  /** Returns the result of a range query as text. */
  ask(query: string, start: number, end: number, step: number): Promise<string>;
}

/** Each as often as it can be run here; none where Debian's package is missing. */
export async function startPeers(scope: Scope, folder: string): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const [name, program, argsOf] of [
    ["Prometheus 2.42", "prometheus", prometheusArgs],
    ["VictoriaMetrics 1.79", "victoria-metrics", victoriaArgs],
  ] as const) {
    for (const found of await programsOf(name, program)) {
      const own = join(folder, found.name);
      await mkdir(own, { recursive: true });
      await writeFile(join(own, "prometheus.yml"), "global: { scrape_interval: 15s }\n");
      const port = await freePort();
      peers.push(await startPeer(scope, found, own, port, argsOf(own, port)));
    }
  }
  return peers;
}

/** Prometheus with these configuration files; undefined where Debian's package is missing. */
export async function startPrometheus(
  scope: Scope,
  folder: string,
  files: Record<string, string>,
): Promise<Peer | undefined> {
  const [found] = await programsOf("Prometheus 2.42", "prometheus");
  if (found === undefined) return undefined;
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const port = await freePort();
  return startPeer(scope, found, folder, port, prometheusArgs(folder, port));
}

const prometheusArgs = (folder: string, port: number) => [
  `--config.file=${folder}/prometheus.yml`,
  `--storage.tsdb.path=${folder}/data`,
  `--web.listen-address=127.0.0.1:${port}`,
  "--web.enable-remote-write-receiver",
  "--storage.tsdb.retention.time=30d",
];

const victoriaArgs = (folder: string, port: number) => [
  `-storageDataPath=${folder}/data`,
  `-httpListenAddr=127.0.0.1:${port}`,
  "-retentionPeriod=100y",
  "-search.latencyOffset=0s",
];

async function startPeer(
  scope: Scope,
  { name, command }: Program,
  folder: string,
  port: number,
  args: string[],
): Promise<Peer> {
  const [program = "", ...before] = command;
  const child = spawn(program, [...before, ...args], { cwd: folder, stdio: "ignore" });
  scope.later(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 300 && !(await answers(`${url}/metrics`)); tries++) await pause(200);
  return {
    name,
    pid: child.pid ?? 0,
    folder: join(folder, "data"),
    writeUrl: `${url}/api/v1/write`,
    metricsUrl: `${url}/metrics`,
    ask: async (query, start, end, step) => {
      const asked = new URLSearchParams({ query, start: `${start}`, end: `${end}`, step: `${step}`, nocache: "1" });
      const answer = await fetch(`${url}/api/v1/query_range?${asked}`);
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      return answer.text();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
