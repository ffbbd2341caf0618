import { createServer } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { BadSetting } from "../config.ts";
import type { Log } from "../log.ts";
import { BadMasterKey } from "../master-key.ts";
import { MigrationProblem } from "../migrations.ts";
import type { Closer } from "./base.ts";
import { WrongMasterKey } from "./fingerprint.ts";
import { beatMs, type Supervised, type Watch } from "./supervisor.ts";

/** For what is left to close after running work was waited for. */
const closeMs = 20_000;

/** Stops the program once, by closing everything in the opposite order. Signals and unexpected errors stop it too. */
export function stopper(
  closers: Closer[],
  log: Log,
  { stopSeconds, silenceSeconds }: { stopSeconds: number; silenceSeconds: number },
): (code: number) => Promise<void> {
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopSeconds * 1000 + closeMs).unref();
    await closeAll(closers);
    process.exit(code);
  };
  listen(silenceSeconds, () => {
    if (!stopping) logStep(`stopping; running work has ${stopSeconds} seconds to end`);
    void stop(0);
  });
  const fail = (error: unknown) => {
    log.fatal({ err: error }, "unexpected");
    void stop(1);
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  return stop;
}

/** The server's side of its supervisor. */
function listen(silenceSeconds: number, onStop: () => void): void {
  const { beats } = workerData as Supervised;
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  parentPort?.postMessage({ silenceSeconds } satisfies Watch);
  parentPort?.on("message", onStop).unref();
}

export async function closeAll(closers: Closer[]): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await Promise.resolve(closer()).catch(() => undefined);
}

/** Checked before any engine starts, so the error appears at once. */
export async function assertFreePort({ port, host }: { port: number; host: string }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

export function logStep(what: string): void {
  console.log(`opsplane: ${what}`);
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** One line for the person who starts the program. */
export function explainStart(
  error: unknown,
  { databaseSetting, clear = [] }: { databaseSetting: string; clear?: readonly ErrorClass[] },
): string {
  const isClear = [BadSetting, BadMasterKey, MigrationProblem, WrongMasterKey, ...clear].some(
    (kind) => error instanceof kind,
  );
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: String(error) };
  if (isClear) return message;
  if (code === "EADDRINUSE") return "The port is in use by another program; set PORT to a free port.";
  if (code === "EACCES") return `Permission denied: ${message}`;
  if (
    ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000", "EAI_AGAIN"].includes(code ?? "") ||
    /timeout expired|Connection terminated/.test(message)
  ) {
    return `The database at ${databaseSetting} cannot be used: ${message || code}.`;
  }
  return message;
}
