// npm start: install and build what is missing, then run the server in this very process, so that signals reach it.
import { prepareEmulation } from "./emulated-clickhouse.mjs";
import { ensureBuilt, ensureInstalled, expectNode } from "./prepare.mjs";

expectNode();
ensureInstalled();
await prepareEmulation();
ensureBuilt();
await import("../apps/tenant-plane/dist/main.js");
