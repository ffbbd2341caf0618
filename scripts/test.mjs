// npm test: installs what is missing (asks first at a terminal), checks, builds and runs every test.
// npm test -- <file> [options of vitest]: runs those tests alone, without the check, and prepares only what they need.
// The last line is always `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import {
  assertNode,
  bin,
  ensureBuilt,
  ensureClickHouse,
  ensureInstalled,
  root,
  runBeside,
  stopWith,
} from "./prepare.mjs";
import {
  alertPackages,
  browserPackages,
  ensureSystemPackages,
  senderPackages,
  shellPackages,
  sshPackages,
} from "./system-packages.mjs";

const options = process.argv.slice(2);
const report = join(root, ".cache/tests.json");
mkdirSync(join(root, ".cache"), { recursive: true });

assertNode();
ensureInstalled();
const needs = options.length === 0 ? everything() : needsOf(chosenFiles());
await ensureSystemPackages(needs.systemPackages);
if (needs.engines) await ensureClickHouse();
await Promise.all([
  needs.check && runBeside("the check", process.execPath, [join(root, "scripts/check.mjs")]),
  needs.bundle && ensureBuilt(),
]);
process.exit(runTests() ? 0 : 1);

function everything() {
  const systemPackages = [...browserPackages, ...senderPackages, ...alertPackages, ...sshPackages, ...shellPackages];
  return { systemPackages, engines: true, check: true, bundle: true };
}

/** The files that the options select, as vitest finds them. */
function chosenFiles() {
  const list = join(root, ".cache/chosen-tests.json");
  // With a file name, because a bare --json would take the next argument, a test file, and overwrite it.
  const { status } = spawnSync(bin("vitest"), ["list", "--filesOnly", `--json=${list}`, ...options], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) stopWith("vitest cannot list these tests.");
  return JSON.parse(readFileSync(list, "utf8")).map(({ file, projectName }) => ({
    project: projectName,
    text: readFileSync(file, "utf8"),
  }));
}

function needsOf(files) {
  const some = (test) => files.some(test);
  const browser = some(({ project }) => project === "browser");
  return {
    systemPackages: [
      ...(browser ? browserPackages : []),
      ...(some(({ text }) => /"prometheus(-node-exporter)?"/.test(text)) ? senderPackages : []),
      ...(some(({ text }) => text.includes("prometheus-alertmanager")) ? alertPackages : []),
      ...(some(({ text }) => text.includes("signed-call.ts")) ? shellPackages : []),
      ...(some(({ text }) => /\/(sshd|ssh-bench)(\.ts)?"/.test(text)) ? sshPackages : []),
    ],
    engines: some(({ project }) => project !== "units"),
    check: false,
    // Tests of built programs start them with test/process.ts or name their file.
    bundle: browser || some(({ text }) => /\/process\.ts"|\/dist\//.test(text)),
  };
}

/** True when tests ran and all of them passed. */
function runTests() {
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { status } = spawnSync(bin("vitest"), ["run", ...reporters, ...options], { cwd: root, stdio: "inherit" });
  if (!existsSync(report)) stopWith("the tests did not run.");
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  if (testResults.length > 10) printSlowest(testResults);
  // A file that could not be loaded has no tests to count, but it failed.
  const unloadable = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  ).length;
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
  console.log(`\n${numPassedTests} passed, ${numFailedTests + unloadable} failed${skipped}`);
  return status === 0 && numPassedTests > 0;
}

function printSlowest(files) {
  console.log("\nslowest files, in seconds:");
  const timed = files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }));
  for (const { name, seconds } of timed.sort((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)}  ${relative(root, name)}`);
}
