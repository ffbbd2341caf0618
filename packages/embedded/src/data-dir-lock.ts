import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";

export class DataDirInUse extends Error {
  override name = "DataDirInUse";
}

export interface DataDirLock {
  release(): Promise<void>;
}

/**
 * Allows one instance per data folder. The kernel holds the lock (flock) and releases it when the process ends.
 * So there are no stale locks, no recycled pids and no races between two starts.
 */
export async function lockDataDir(dir: string): Promise<DataDirLock> {
  await makeDataDir(dir);
  const path = join(dir, "instance.lock");
  // A plain descriptor, because garbage collection would close an unreferenced FileHandle and lose the lock.
  const descriptor = openSync(path, "a", 0o600);
  try {
    if (!(await tryLock(descriptor))) throw new DataDirInUse(`Data folder ${dir} is in use by ${holderIn(path)}.`);
    ftruncateSync(descriptor);
    writeSync(descriptor, `${process.pid}\n`);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return { release: async () => closeSync(descriptor) };
}

async function makeDataDir(dir: string): Promise<void> {
  const made = await mkdir(dir, { recursive: true });
  // PostgreSQL may run as a system user below root's folder. That user may enter the folder but not list it.
  if (made !== undefined) await chmod(dir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Node has no flock(2). The command locks descriptor 3, which it shares with us, and our descriptor keeps the lock. */
async function tryLock(descriptor: number): Promise<boolean> {
  const command = spawn("flock", ["--nonblock", "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
  const [code] = await once(command, "exit").catch((error: Error) => {
    throw new Error(
      `Cannot lock the data folder: the command 'flock' (Debian: util-linux) did not run: ${error.message}`,
    );
  });
  return code === 0;
}

function holderIn(path: string): string {
  const pid = readFileSync(path, "utf8").trim();
  return pid === "" ? "another process" : `another instance (pid ${pid})`;
}
