// npm run check: format and lint, types, dead code, licenses. The checks run in parallel.
import { join } from "node:path";
import { assertNode, bin, ensureInstalled, root, runBeside } from "./prepare.mjs";

assertNode();
ensureInstalled();
await Promise.all([
  runBeside("format and lint", bin("biome"), ["check", "--error-on-warnings", "."]),
  runBeside("types", bin("tsc"), ["--checkers", "1", "-p", "."]),
  runBeside("types of the console", bin("tsc"), ["--checkers", "1", "-p", "apps/console"]),
  runBeside("types of the portal", bin("tsc"), ["--checkers", "1", "-p", "apps/console/tsconfig.portal.json"]),
  runBeside("dead code", bin("knip"), []),
  runBeside("licenses", process.execPath, [join(root, "scripts/notice.mjs"), "--check"]),
]);
