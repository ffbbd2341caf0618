// npm test: installs what is missing, checks, runs every test and closes with one line `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { prepareEmulation } from "./emulated-clickhouse.mjs";
import { bin, ensureBuilt, ensureInstalled, expectNode, root, run, stopWith, tell } from "./prepare.mjs";

expectNode();
ensureInstalled();
ensurePrograms();
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

/** A browser, and senders of telemetry as people run them; from Debian's packages where they are missing. */
function ensurePrograms() {
  const wanted = {
    chromium: "chromium",
    prometheus: "prometheus",
    "prometheus-node-exporter": "prometheus-node-exporter",
  };
  const missing = Object.entries(wanted).flatMap(([program, name]) =>
    existsSync(`/usr/bin/${program}`) ? [] : [name],
  );
  if (missing.length === 0) return;
  tell(`installing ${missing.join(", ")} from Debian's packages`);
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...missing],
  ]) {
    const [command, ...rest] = [...asRoot, "apt-get", ...args];
    run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  }
}
