// npm run check: format and lint, types, dead code.
import { bin, ensureInstalled, expectNode, run, tell } from "./prepare.mjs";

expectNode();
ensureInstalled();
tell("format and lint");
run(bin("biome"), ["check", "--error-on-warnings", "."]);
tell("types");
run(bin("tsc"), ["-p", "."]);
run(bin("tsc"), ["-p", "apps/console"]);
tell("dead code");
run(bin("knip"), []);
