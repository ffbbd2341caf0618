import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Scope } from "./scope.ts";

export async function tempFolder(scope: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "opsplane-bench-"));
  scope.later(() => rm(folder, { recursive: true, force: true }));
  // PostgreSQL may run as a system user, who may enter the folder but not list it.
  await chmod(folder, 0o711);
  return folder;
}
