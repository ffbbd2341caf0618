import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Log } from "../log.ts";
import type { Life } from "../supervise.ts";
import { type Emulation, emulatedCommand, emulatedSettings } from "./emulation.ts";
import type { ToChild, ToParent } from "./messages.ts";

export interface Runner {
  command: string[];
  chdb: string;
  /** Settings that every session begins with, as the words of a SET. */
  settings: string;
}

/** How this machine runs the engine: natively where chdb has a binding, else emulated if that was prepared. */
export function findRunner(emulation: Emulation | undefined): Runner | undefined {
  const libc = process.platform === "linux" ? "-gnu" : "";
  const require = createRequire(import.meta.url);
  try {
    const chdb = require.resolve("chdb");
    createRequire(chdb).resolve(`@chdb/lib-${process.platform}-${process.arch}${libc}`);
    return { command: [process.execPath], chdb, settings: "" };
  } catch {
    if (emulation === undefined) return undefined;
    return {
      command: emulatedCommand(emulation),
      chdb: join(emulation.modules, "chdb", "index.js"),
      settings: emulatedSettings,
    };
  }
}

export interface Child {
  runner: Runner;
  program: string;
  folder: string;
  port: number;
  token: string;
  log: Log;
}

/** The child ends by itself within 10 s of being told. */
const patience = 15_000;

export async function beginChild(child: Child, signal: AbortSignal): Promise<Life> {
  const process = launch(child);
  const ended = endOf(process);
  const kill = () => void process.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  const { folder, port, token, runner } = child;
  tell(process, { type: "start", folder, port, token, chdb: runner.chdb, settings: runner.settings });
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
  // Its own process group: Ctrl-C in a terminal must reach us alone. No environment: it has our secrets.
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

/** Undefined when the child is ready, else why it is not. */
async function answerOf(child: ChildProcess): Promise<string | undefined> {
  const [answer]: ToParent[] = await once(child, "message");
  return answer?.type === "failed" ? answer.reason : undefined;
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const last = setTimeout(() => child.kill("SIGKILL"), patience);
  tell(child, { type: "stop" });
  await ended;
  clearTimeout(last);
}

/** A child that has just ended is noticed by its end, not by a message that did not arrive. */
function tell(child: ChildProcess, message: ToChild): void {
  child.send(message, () => {});
}
