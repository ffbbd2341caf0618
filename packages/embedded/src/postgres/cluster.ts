import { execFile } from "node:child_process";
import { access, lchown, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import type { RunAs } from "./run-as.ts";

export const superuser = "postgres";

interface NewCluster {
  binaries: Binaries;
  runAs: RunAs;
  folder: string;
  passwordFile: string;
  durable: boolean;
}

/** Creates the cluster under another name and renames it, so that the final name means a complete cluster. */
export async function ensureCluster({ binaries, runAs, folder, passwordFile, durable }: NewCluster): Promise<void> {
  if (await exists(join(folder, "PG_VERSION"))) return;
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const options = [
    ["--pgdata", unfinished, "--username", superuser, "--pwfile", passwordFile, "--auth", "scram-sha-256"],
    ["--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
    durable ? [] : ["--no-sync"],
  ].flat();
  const [program, args] = runAs.command(binaries.initdb, options);
  await promisify(execFile)(program, args, { ...runAs.spawn, cwd: "/", env: { LC_ALL: "C" } });
  await rename(unfinished, folder);
}

/** PostgreSQL must own its data folder, which may belong to another user. */
export async function giveTo(owner: RunAs["owner"], path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(path);
  if (uid === owner.uid && gid === owner.gid) return;
  const entries = await readdir(path, { recursive: true });
  for (const entry of entries) await lchown(join(path, entry), owner.uid, owner.gid);
  // The folder itself is last, so that the next start repeats an interrupted walk.
  await lchown(path, owner.uid, owner.gid);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
