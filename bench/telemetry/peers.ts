import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Scope } from "../scope.ts";
import { isInstalled } from "./programs.ts";

/** A server that takes remote write and answers PromQL. */
export interface Peer {
  name: string;
  pid: number;
  folder: string;
  writeUrl: string;
  /** Answers a range query as text. */
  ask(query: string, start: number, end: number, step: number): Promise<string>;
}

export async function startPrometheus(scope: Scope, folder: string): Promise<Peer | undefined> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "prometheus.yml"), "global: { scrape_interval: 15s }\n");
  return startPeer(scope, "Prometheus 2.42", "prometheus", folder, port, "/api/v1/write", [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--web.enable-remote-write-receiver",
    "--storage.tsdb.retention.time=30d",
  ]);
}

export async function startVictoriaMetrics(scope: Scope, folder: string): Promise<Peer | undefined> {
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  return startPeer(scope, "VictoriaMetrics 1.79", "victoria-metrics", folder, port, "/api/v1/write", [
    `-storageDataPath=${folder}/data`,
    `-httpListenAddr=127.0.0.1:${port}`,
    "-retentionPeriod=100y",
    "-search.latencyOffset=0s",
  ]);
}

/** Undefined where Debian's package is not installed. */
async function startPeer(
  scope: Scope,
  name: string,
  program: string,
  folder: string,
  port: number,
  writePath: string,
  args: string[],
): Promise<Peer | undefined> {
  if (!isInstalled(program)) return undefined;
  const child = spawn(program, args, { cwd: folder, stdio: "ignore" });
  scope.later(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100 && !(await answers(`${url}/metrics`)); tries++) await pause(200);
  return {
    name,
    pid: child.pid ?? 0,
    folder: join(folder, "data"),
    writeUrl: url + writePath,
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
