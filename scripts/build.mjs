// Bundles our packages into one file for each program. Packages from the registry stay outside.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle, tenantPlane } from "./bundle.mjs";
import { bin, root, run } from "./prepare.mjs";

await bundle("apps/tenant-plane/dist", tenantPlane);
await bundle("apps/control-plane/dist", {
  main: "apps/control-plane/src/main.ts",
  server: "apps/control-plane/src/server.ts",
});
await bundle("apps/cli/dist", { opsplane: "apps/cli/src/main.ts" });
run(bin("vite"), ["build", "--logLevel", "warn"], { cwd: join(root, "apps/console") });

// Compress once here, not in the server at every request.
for (const entry of readdirSync(join(root, "apps/console/dist"), { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (entry.isFile() && /\.(js|css|html|svg)$/.test(file))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}
