// npm run check: format and lint, types, dead code.
import { join } from "node:path";
import { bin, ensureInstalled, expectNode, root, run, tell } from "./prepare.mjs";

expectNode();
ensureInstalled();
tell("format and lint");
run(bin("biome"), ["check", "--error-on-warnings", "."]);
tell("types");
run(bin("tsc"), ["-p", "."]);
run(bin("tsc"), ["-p", "apps/console"]);
tell("dead code");
run(bin("knip"), []);
tell("licences");
run(process.execPath, [join(root, "scripts/notice.mjs"), "--check"]);
