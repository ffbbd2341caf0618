import { readdir, readFile, readlink, realpath, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Log } from "../log.ts";
import { type Escalation, end } from "../processes.ts";

/** Fast shutdown, immediate shutdown, kill: https://www.postgresql.org/docs/18/server-shutdown.html */
export const shutdown: Escalation = [
  ["SIGINT", 20_000],
  ["SIGQUIT", 5_000],
  ["SIGKILL", 5_000],
];

/** Backends without their postmaster have nothing to save, and their shared memory blocks a start. */
const evict: Escalation = [["SIGKILL", 5_000]];

/** Ends the processes of an earlier run: a postmaster that outlived the server, or backends that outlived the postmaster. */
export async function clearLeftovers(cluster: string, log: Log): Promise<void> {
  const lockFile = join(cluster, "postmaster.pid");
  const recorded = Number((await readFile(lockFile, "utf8").catch(() => "")).split("\n")[0]);
  const postmaster = (await serversOn(cluster)).find((pid) => pid === recorded);
  if (postmaster !== undefined) {
    log.info(`stopping a PostgreSQL (pid ${postmaster}) left by an earlier run`);
    await end(postmaster, shutdown);
  }
  for (const pid of await serversOn(cluster)) await end(pid, evict);
  // PostgreSQL refuses to start when the recorded pid belongs to any other process now.
  await rm(lockFile, { force: true });
}

/** Every PostgreSQL process works in its cluster's folder. */
async function serversOn(cluster: string): Promise<number[]> {
  const folder = await realpath(cluster).catch(() => cluster);
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter(Number.isInteger);
  const ours = await Promise.all(pids.map((pid) => isServerOn(folder, pid)));
  return pids.filter((_, index) => ours[index]);
}

async function isServerOn(folder: string, pid: number): Promise<boolean> {
  const [cwd, exe] = await Promise.all([link(pid, "cwd"), link(pid, "exe")]);
  return cwd === folder && basename(exe) === "postgres";
}

/** The kernel marks a program that was replaced on disk, as by an upgrade. */
async function link(pid: number, name: string): Promise<string> {
  const target = await readlink(`/proc/${pid}/${name}`).catch(() => "");
  return target.replace(/ \(deleted\)$/, "");
}
