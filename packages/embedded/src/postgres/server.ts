import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.ts";
import { end } from "../processes.ts";
import type { RunningProcess } from "../supervise.ts";
import { clearLeftovers, shutdown } from "./leftovers.ts";
import type { RunAs } from "./run-as.ts";

export interface Server {
  program: string;
  runAs: RunAs;
  cluster: string;
  settings: string[];
  log: Log;
}

/** Recovery after a crash replays the write-ahead log, which takes time. */
const patience = 120_000;

export async function beginServer(server: Server, signal: AbortSignal): Promise<RunningProcess> {
  await clearLeftovers(server.cluster, server.log);
  const running = launch(server);
  let reason: string | undefined;
  running.ended.then((how) => {
    reason = how;
  });
  const deadline = Date.now() + patience;
  while (!(await isReady(server.cluster, running.pid))) {
    if (reason !== undefined) throw new Error(`PostgreSQL did not start (${reason})`);
    if (signal.aborted || Date.now() > deadline) {
      await running.stop();
      throw new Error("PostgreSQL did not get ready");
    }
    await pause(20);
  }
  return running;
}

function launch({ program, runAs, cluster, settings, log }: Server): RunningProcess {
  const [command, args] = runAs.command(program, ["-D", cluster, ...settings]);
  // Its own process group, because Ctrl-C must reach only this process: requests are drained before the database stops.
  const child = spawn(command, args, {
    ...runAs.spawn,
    cwd: "/",
    env: { LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const complaint = follow(child.stderr, log);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", async (code, killer) => resolve(`${killer ?? `exit code ${code}`}${await complaint()}`));
  });
  const pid = child.pid ?? -1;
  return {
    pid,
    ended,
    async stop() {
      if (pid > 0 && child.exitCode === null && child.signalCode === null) await end(pid, shutdown);
      await ended;
    },
  };
}

/** Copies PostgreSQL's log to ours at debug level. Returns its last FATAL or PANIC line, the reason of an exit. */
function follow(stderr: Readable, log: Log): () => Promise<string> {
  let last = "";
  createInterface({ input: stderr }).on("line", (line) => {
    const grave = /\b(?:FATAL|PANIC):\s+(.*)/.exec(line);
    if (grave?.[1] !== undefined) last = `: ${grave[1]}`;
    log.debug(`postgres: ${line}`);
  });
  // Backends that outlive a killed postmaster keep the pipe open, so the wait is short.
  const drained = once(stderr, "close");
  return () => Promise.race([drained, pause(200)]).then(() => last);
}

/** The postmaster writes its state into the eighth line of its pid file. */
async function isReady(cluster: string, pid: number): Promise<boolean> {
  const lines = (await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}
