// npm start: installs and builds when needed, then runs the server in this process, because signals must reach it.
import { assertNode, ensureBuilt, ensureClickHouse, ensureInstalled } from "./prepare.mjs";

assertNode();
ensureInstalled();
await ensureClickHouse();
await ensureBuilt();
await import("../apps/tenant-plane/dist/main.js");
