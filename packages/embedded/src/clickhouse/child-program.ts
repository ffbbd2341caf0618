import { access, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The program of the child as one JavaScript file: part of the bundle, or bundled now when running from source. */
export async function childProgram(folder: string): Promise<string> {
  const bundled = fileURLToPath(new URL("./clickhouse-child.js", import.meta.url));
  const inBundle = await access(bundled).then(
    () => true,
    () => false,
  );
  return inBundle ? bundled : bundleFromSource(folder);
}

async function bundleFromSource(folder: string): Promise<string> {
  // Resolved at run time, because this development tool must not become part of the product's bundle.
  const { build }: typeof import("rolldown") = await import(createRequire(import.meta.url).resolve("rolldown"));
  const program = join(folder, "child.mjs");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await build({
    input: fileURLToPath(new URL("../clickhouse-child.ts", import.meta.url)),
    platform: "node",
    output: { file: program, format: "esm" },
    logLevel: "silent",
  });
  return program;
}
