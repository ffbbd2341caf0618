import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./prepare.mjs";

// typebox has hundreds of files, which the server and each of its threads would load one by one.
const bundled = /^(@opsplane\/|typebox(\/|$))/;

export const tenantPlane = {
  main: "apps/tenant-plane/src/main.ts",
  server: "apps/tenant-plane/src/server.ts",
  "decode-worker": "apps/tenant-plane/src/telemetry/decode/worker.ts",
  "ranking-worker": "apps/tenant-plane/src/response/analysis/ranking/worker.ts",
  "clickhouse-child": "packages/embedded/src/clickhouse-child.ts",
};

/** Bundles programs into a folder, and removes the files of earlier builds. The keys in VENDOR_KEY_FILE are pinned. */
export async function bundle(folder, programs) {
  const vendorKeyFile = process.env.VENDOR_KEY_FILE;
  const pinned = vendorKeyFile ? { VENDOR_KEYS: JSON.stringify(readFileSync(vendorKeyFile, "utf8")) } : {};
  const built = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
    platform: "node",
    transform: { define: pinned },
    external: (id) => /^(node:|[a-z@])/i.test(id) && !bundled.test(id) && !id.startsWith("/"),
  });
  const dir = join(root, folder);
  const { output } = await built.write({ dir, format: "esm", sourcemap: true, chunkFileNames: "[name]-[hash].js" });
  await built.close();
  const made = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(dir)) if (!made.has(name)) rmSync(join(dir, name), { recursive: true });
}
