import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What decides which input the engine gets. */
const sources = [
  "bench/sim",
  ...["observed", "reads"].map((name) => `bench/rca/simulated/${name}.ts`),
  ...["observe", "observed-series", "scope", "windows", "deployments"].map(
    (name) => `apps/tenant-plane/src/response/analysis/${name}.ts`,
  ),
  ...["columns", "onset"].map((name) => `packages/rca/src/engine/${name}.ts`),
];

/** A seed that every change of the engine changes, so that it is judged by worlds that nobody has looked at. */
export function engineSeed(): string {
  return hashOf(["packages/rca/src", "apps/tenant-plane/src/response/analysis"]);
}

/** The thread's program as one file, because it runs five times as fast as from its sources, and where inputs are kept. */
export async function prepareWorker({ keep }: { keep: boolean }): Promise<{ worker: URL; folder: string | undefined }> {
  const file = join(root, ".cache/simulated-worker.js");
  const built = await rolldown({
    input: join(root, "bench/rca/simulated/worker.ts"),
    platform: "node",
    external: (id) => /^(node:|[a-z@])/i.test(id) && !/^(@opsplane\/|typebox(\/|$))/.test(id),
  });
  await built.write({ file, format: "esm" });
  await built.close();
  return { worker: pathToFileURL(file), folder: keep ? join(root, ".cache/simulated", hashOf(sources)) : undefined };
}

function hashOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  for (const source of sources) {
    const path = join(root, source);
    const files = source.endsWith(".ts") ? [path] : filesIn(path);
    for (const each of files.sort()) hash.update(readFileSync(each));
  }
  return hash.digest("hex").slice(0, 12);
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
}
