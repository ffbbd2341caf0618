#!/usr/bin/env node
import { existsSync } from "node:fs";

const program = new URL("../dist/opsplane.js", import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error("opsplane: the program is not built yet; run npm run build first.");
  process.exitCode = 2;
}
