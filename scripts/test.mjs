// npm test: installs what is missing (asks first at a terminal), checks, runs every test and closes with one line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { prepareEmulation } from "./emulated-clickhouse.mjs";
import { bin, ensureBuilt, ensureInstalled, expectNode, root, run, stopWith } from "./prepare.mjs";
import { ensureSystemPackages } from "./system-packages.mjs";

expectNode();
ensureInstalled();
await ensureSystemPackages();
await prepareEmulation();
const only = process.argv.slice(2);
if (only.length === 0) run(process.execPath, [join(root, "scripts/check.mjs")]);
ensureBuilt();

const report = join(root, ".cache/tests.json");
mkdirSync(join(root, ".cache"), { recursive: true });
rmSync(report, { force: true });
const { status } = spawnSync(
  bin("vitest"),
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...only],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (!existsSync(report)) stopWith("the tests did not run.");
const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
// A file that could not even be loaded has no tests to count, but it failed.
const unloadable = testResults.filter(
  (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
).length;
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
console.log(`\n${numPassedTests} passed, ${numFailedTests + unloadable} failed${skipped}`);
process.exit(status === 0 && numPassedTests > 0 ? 0 : 1);
