import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** A zombie counts as ended, because a container without an init process never reaps it. */
export async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  const state = stat?.charAt(stat.lastIndexOf(")") + 2);
  return state !== "Z" && state !== "X";
}

/** Signals in order of force, each with the milliseconds to wait before the next one. */
export type Escalation = readonly (readonly [NodeJS.Signals, number])[];

export async function end(pid: number, escalation: Escalation): Promise<void> {
  for (const [signal, patience] of escalation) {
    if (!send(pid, signal)) return;
    if (await hasEnded(pid, patience)) return;
  }
  throw new Error(`Process ${pid} does not end.`);
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

async function hasEnded(pid: number, patience: number): Promise<boolean> {
  const deadline = Date.now() + patience;
  while (await isRunning(pid)) {
    if (Date.now() >= deadline) return false;
    await pause(20);
  }
  return true;
}
