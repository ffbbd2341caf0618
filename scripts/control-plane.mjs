// npm run control-plane: installs and builds when needed, then runs the Control Plane in this process, because signals must reach it.
import { assertNode, ensureBuilt, ensureInstalled } from "./prepare.mjs";

assertNode();
ensureInstalled();
await ensureBuilt();
await import("../apps/control-plane/dist/main.js");
