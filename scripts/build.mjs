// Bundles our packages into one file for each program. Packages from the registry stay outside.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { bin, root, run } from "./prepare.mjs";

// typebox has hundreds of files, which the server and each of its threads would load one by one.
const bundled = /^(@opsplane\/|typebox(\/|$))/;

await bundle("apps/tenant-plane", {
  main: "apps/tenant-plane/src/main.ts",
  "decode-worker": "apps/tenant-plane/src/telemetry/decode/worker.ts",
  "ranking-worker": "apps/tenant-plane/src/response/analysis/ranking/worker.ts",
  "clickhouse-child": "packages/embedded/src/clickhouse-child.ts",
});
await bundle("apps/control-plane", { main: "apps/control-plane/src/main.ts" });
await bundle("apps/cli", { opsplane: "apps/cli/src/main.ts" });
run(bin("vite"), ["build", "--logLevel", "warn"], { cwd: join(root, "apps/console") });

// Compress once here, not in the server at every request.
for (const entry of readdirSync(join(root, "apps/console/dist"), { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && /\.(js|css|html|svg)$/.test(file))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}

/** Bundles the programs of an app into its folder dist, and removes the files of earlier builds. */
async function bundle(app, programs) {
  const built = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
    platform: "node",
    external: (id) => /^(node:|[a-z@])/i.test(id) && !bundled.test(id) && !id.startsWith("/"),
  });
  const dir = join(root, app, "dist");
  const { output } = await built.write({ dir, format: "esm", sourcemap: true, chunkFileNames: "[name]-[hash].js" });
  await built.close();
  const made = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(dir)) if (!made.has(name)) rmSync(join(dir, name), { recursive: true });
}
