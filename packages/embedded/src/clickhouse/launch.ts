import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Log } from "../log.ts";
import type { RunningProcess } from "../supervise.ts";
import type { ToChild, ToParent } from "./messages.ts";
import type { Runner } from "./runner.ts";

export interface Child {
  runner: Runner;
  program: string;
  folder: string;
  port: number;
  token: string;
  log: Log;
}

/** The child ends within 10 s of a stop message. */
const patience = 15_000;

export async function beginChild(child: Child, signal: AbortSignal): Promise<RunningProcess> {
  const process = launch(child);
  const ended = endOf(process);
  const kill = () => void process.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  const { folder, port, token, runner } = child;
  sendTo(process, { type: "start", folder, port, token, chdb: runner.chdb, settings: runner.settings });
  const failure = await Promise.race([answerOf(process), ended]);
  signal.removeEventListener("abort", kill);
  if (failure !== undefined) {
    await ended;
    throw new Error(`ClickHouse did not start (${failure})`);
  }
  return { pid: process.pid ?? -1, ended, stop: () => stop(process, ended) };
}

function launch({ runner, program, folder, log }: Child): ChildProcess {
  const [command = "", ...args] = [...runner.command, program];
  // Its own process group, because Ctrl-C must reach only this process. No environment, because ours has secrets.
  const child = spawn(command, args, {
    cwd: folder,
    env: { TZ: "UTC", UV_THREADPOOL_SIZE: "36" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    detached: true,
  });
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on("line", (line) => log.debug(`clickhouse: ${line}`));
  return child;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, killer) => resolve(killer ?? `exit code ${code}`));
  });
}

/** Undefined when the child is ready, otherwise the reason. */
async function answerOf(child: ChildProcess): Promise<string | undefined> {
  const [answer]: ToParent[] = await once(child, "message");
  return answer?.type === "failed" ? answer.reason : undefined;
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const last = setTimeout(() => child.kill("SIGKILL"), patience);
  sendTo(child, { type: "stop" });
  await ended;
  clearTimeout(last);
}

/** A failed send is ignored: the end of the child reports itself. */
function sendTo(child: ChildProcess, message: ToChild): void {
  child.send(message, () => {});
}
