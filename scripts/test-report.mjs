// The report that `npm test` prints: where the time goes, by phase and by file. It is kept in .cache/test-report.json.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./prepare.mjs";

const kept = join(root, ".cache/test-report.json");
const phases = [];
let leastFree = Number.POSITIVE_INFINITY;

/** Runs a part of the work and remembers its time and how many cores the machine used. */
export async function phase(name, work) {
  const before = { at: Date.now(), busy: busySeconds() };
  const watch = setInterval(() => {
    leastFree = Math.min(leastFree, freeBytes());
  }, 1_000);
  try {
    return await work();
  } finally {
    clearInterval(watch);
    const seconds = (Date.now() - before.at) / 1000;
    phases.push({ name, seconds, cores: seconds > 0 ? (busySeconds() - before.busy) / seconds : 0 });
  }
}

/** Counts the tests of vitest's report, and prints the slowest files when there are many. */
export function reportTests({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const files = testResults
    .map(({ name, startTime, endTime, assertionResults }) => ({
      path: relative(root, name),
      seconds: (endTime - startTime) / 1000,
      tests: assertionResults.length,
      cases: assertionResults.reduce((sum, { meta }) => sum + (meta?.cases ?? 0), 0),
    }))
    .sort((a, b) => b.seconds - a.seconds);
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => relative(root, name));
  writeFileSync(kept, JSON.stringify({ passed: numPassedTests, failed, phases, leastFree, files }, null, 1));
  if (files.length > 10) printReport(files);
  // A file that could not be loaded has no tests to count, but it failed.
  const unloadable = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed"),
  ).length;
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : "";
  return `${numPassedTests} passed, ${numFailedTests + unloadable} failed${skipped}`;
}

/** What the last run measured; undefined before the first. */
export function lastReport() {
  return existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : undefined;
}

const kinds = [
  ["browser", (path) => path.startsWith("e2e/")],
  ["engines", (path) => /\/(test|src)\//.test(path) && path.startsWith("apps/")],
  ["packages", () => true],
];

function printReport(files) {
  console.log("\nphase                   seconds   cores");
  for (const { name, seconds, cores } of phases) console.log(`  ${name.padEnd(20)}${of(seconds)}${of(cores)}`);
  console.log("\ntests of                  files   tests   seconds, summed over the workers");
  for (const [kind, theirs] of groupedByKind(files)) {
    const sum = (key) => theirs.reduce((total, file) => total + file[key], 0);
    console.log(`  ${kind.padEnd(20)}${whole(theirs.length)}${whole(sum("tests"))}${of(sum("seconds"))}`);
  }
  const cases = files.reduce((total, file) => total + file.cases, 0);
  if (cases > 0) console.log(`\nThe walk over the contract made ${cases.toLocaleString("en")} cases.`);
  if (Number.isFinite(leastFree)) console.log(`At least ${(leastFree / 2 ** 30).toFixed(1)} GiB of memory were free.`);
  console.log("\nslowest files, in seconds:");
  for (const { path, seconds } of files.slice(0, 10)) console.log(`${of(seconds)}  ${path}`);
}

function groupedByKind(files) {
  const grouped = new Map(kinds.map(([kind]) => [kind, []]));
  for (const file of files) grouped.get(kinds.find(([, fits]) => fits(file.path))[0]).push(file);
  return grouped;
}

const of = (value) => value.toFixed(1).padStart(10);
const whole = (value) => String(value).padStart(10);

/** The time that all cores together were busy; 0 where the system does not tell. */
function busySeconds() {
  if (!existsSync("/proc/stat")) return 0;
  const [user, nice, system, , , irq, softirq] = readFileSync("/proc/stat", "utf8")
    .slice(5, 200)
    .trim()
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / 100;
}

function freeBytes() {
  if (!existsSync("/proc/meminfo")) return Number.POSITIVE_INFINITY;
  return Number(/MemAvailable:\s+(\d+)/.exec(readFileSync("/proc/meminfo", "utf8"))?.[1] ?? 0) * 1024;
}
