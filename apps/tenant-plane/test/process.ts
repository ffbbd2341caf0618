import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createClient, operations } from "@opsplane/contract";
import { inject } from "vitest";
import { createDatabase, template } from "./databases.ts";
import { type Api, goodPassword } from "./plane.ts";

const tenantPlane = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** The shipped product in a separate process. */
export interface RunningPlane {
  url: string;
  pid: number;
  output(): string;
  ended: Promise<void>;
  /** Sends a signal, waits for the end and returns the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** The only instance takes its own work over soon after a restart. */
const quick = { TAKEOVER_SECONDS: "3", QUEUE_POLL_MS: "200" };
/** For instances that run at the same time: a busy machine may stop one for seconds, and the other must not take it for dead. */
export const sideBySide = { TAKEOVER_SECONDS: "10" };

const running = new Set<ChildProcess>();
/** Those that a test has asked to end. */
const stopping = new WeakSet<ChildProcess>();

export async function stopAll(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      stopping.add(child);
      child.kill("SIGTERM");
      await once(child, "exit");
    }),
  );
}

interface LaunchOptions {
  /** A command that runs the product, for example in a separate namespace. */
  through?: readonly string[];
  /** The program to run; the Tenant Plane if left out. */
  program?: string;
  /** It is no mishap when it ends by itself. */
  mayEnd?: boolean;
}

function launch(
  env: Record<string, string>,
  { through = [], program = tenantPlane }: LaunchOptions = {},
): { child: ChildProcess; output: () => string } {
  const { PATH = "", HOME = "", TMPDIR = "" } = process.env;
  const [command = process.execPath, ...args] = [...through, process.execPath, program];
  const child = spawn(command, args, {
    env: { PATH, HOME, TMPDIR, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "warn", ...quick, ...env },
    stdio: "pipe",
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  running.add(child);
  child.on("exit", () => running.delete(child));
  return { child, output: () => text };
}

export async function startProcess(env: Record<string, string>, options?: LaunchOptions): Promise<RunningPlane> {
  const { child, output } = launch({ BOOTSTRAP_ADMIN_PASSWORD: goodPassword, ...env }, options);
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /ready at (http\S+)/.exec(output());
      if (found?.[1]) resolve(found[1].replace("localhost", "127.0.0.1"));
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${output()}`)));
  });
  child.once("exit", (code, signal) => {
    if (!stopping.has(child) && !options?.mayEnd)
      console.error(`The plane at ${url} ended by itself (${code ?? signal}):\n${output()}`);
  });
  return {
    url,
    pid: child.pid ?? 0,
    output,
    ended: once(child, "exit").then(() => undefined),
    stop: async (signal) => {
      stopping.add(child);
      const ended = once(child, "exit");
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** A start that must not succeed. */
export async function startRefused(env: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const { child, output } = launch(env);
  const [code] = await once(child, "exit");
  const lines = output()
    .split("\n")
    .filter((line) => line !== "" && !/^opsplane: (starting|migrating)/.test(line));
  return { code, lines };
}

export async function adminOf({ url }: RunningPlane): Promise<{ api: Api; headers: Record<string, string> }> {
  const anyone = createClient(operations, { baseUrl: url });
  const { token, user } = await anyone.auth.token({ body: { email: "admin@opsplane.local", password: goodPassword } });
  const headers = { authorization: `Bearer ${token}`, "x-tenant-id": user.tenant_id };
  return { api: createClient(operations, { baseUrl: url, headers: () => headers }), headers };
}

/** The child process that is the ClickHouse engine, of any thread. */
export async function childOf(pid: number): Promise<number> {
  for (const thread of await readdir(`/proc/${pid}/task`)) {
    const children = (await readFile(`/proc/${pid}/task/${thread}/children`, "utf8")).trim().split(" ");
    for (const child of children.filter(Boolean).map(Number)) {
      if ((await readFile(`/proc/${child}/cmdline`, "utf8")).includes("clickhouse-child")) return child;
    }
  }
  throw new Error("There is no ClickHouse child.");
}

/** The health status: ok, degraded or down. */
export async function statusOf({ url }: RunningPlane): Promise<string> {
  return ((await (await fetch(`${url}/api/health`)).json()) as { status: string }).status;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** For tests that do not need ClickHouse: nothing listens at this address, and records work without it. */
export const noClickHouse = { CLICKHOUSE_URL: "http://127.0.0.1:9" };

export const emptyDatabase = () => createDatabase(inject("postgresUrl"));

/** For tests that are not about migrations. */
export const migratedDatabase = () => createDatabase(inject("postgresUrl"), template);

/** Repeats until it fails. */
export async function forever(work: () => Promise<unknown>): Promise<never> {
  for (;;) await work();
}
