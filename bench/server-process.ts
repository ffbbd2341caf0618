import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Scope } from "./scope.ts";

/** A server in a separate process, so that its CPU time can be measured. */
export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const patienceMs = 25_000;

/** The product as it is shipped. */
export function startProduct(scope: Scope, settings: Record<string, string>): Promise<ServerProcess> {
  return start(scope, ["apps/tenant-plane/dist/main.js"], {
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "warn",
    ...settings,
  });
}

export function startBareServer(scope: Scope, args: readonly string[]): Promise<ServerProcess> {
  return start(scope, ["--import", "tsx", "bench/bare-server.ts", ...args], {});
}

async function start(scope: Scope, args: string[], settings: Record<string, string>): Promise<ServerProcess> {
  const { PATH = "", HOME = "", TMPDIR = "/tmp" } = process.env;
  const env = { PATH, HOME, TMPDIR, ...settings };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const stop = () => end(child);
  scope.later(stop);
  const url = await addressOf(child);
  return { url, pid: child.pid ?? 0, stop };
}

/** Both servers logStep where they listen with the words `ready at`. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      printed += part;
      const found = /ready at (http\S+)/.exec(printed)?.[1];
      if (found) resolve(found.replace("localhost", "127.0.0.1"));
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`a server ended with ${code} before it was ready: ${printed}`)));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  const last = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  child.kill("SIGTERM");
  await ended;
  clearTimeout(last);
}
