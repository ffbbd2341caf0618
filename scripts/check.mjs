// npm run check: format and lint, types, dead code.
import { ensureInstalled, expectNode, run, tell } from "./prepare.mjs";

expectNode();
ensureInstalled();
tell("format and lint");
run("npx", ["biome", "check", "--error-on-warnings", "."]);
tell("types");
run("npx", ["tsc", "-p", "."]);
run("npx", ["tsc", "-p", "apps/console"]);
tell("dead code");
run("npx", ["knip"]);
