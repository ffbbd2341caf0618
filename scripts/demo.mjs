// npm run demo: starts the product in a process of its own and fills it with a living shop.
import { join } from "node:path";
import { announce, assertNode, ensureBuilt, ensureClickHouse, ensureInstalled, root, stopWith } from "./prepare.mjs";

assertNode();
ensureInstalled();
const { register } = await import("tsx/esm/api");
register();
const { launchDemo, readOptions, WrongFlag } = await import("../packages/demo/src/run/main.ts");
const options = optionsOf(process.argv.slice(2));
await ensureClickHouse();
await ensureBuilt();

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stopping.abort());
announce("starting the demo; Ctrl-C stops everything");
await launchDemo({
  options,
  env: process.env,
  program: join(root, "apps/tenant-plane/dist/main.js"),
  print: (line) => console.log(line),
  signal: stopping.signal,
}).catch((error) => stopWith(error.message));

function optionsOf(args) {
  try {
    return readOptions(args);
  } catch (error) {
    return error instanceof WrongFlag ? stopWith(error.message) : Promise.reject(error);
  }
}
