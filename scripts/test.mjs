// npm test: installs what is missing (asks first at a terminal), checks, builds and runs every test.
// npm test -- <file> [options of vitest]: runs those tests alone, without the check, and prepares only what they need.
// The last line is always `N passed, N failed`.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import {
  assertNode,
  bin,
  ensureBuilt,
  ensureClickHouse,
  ensureInstalled,
  root,
  stopWith,
  usesBundle,
} from "./prepare.mjs";
import {
  alertPackages,
  browserPackages,
  ensureSystemPackages,
  senderPackages,
  shellPackages,
  sshPackages,
} from "./system-packages.mjs";
import { phase, reportTests } from "./test-report.mjs";

// With --long, what is generated is generated more often, and tests run that take long (apps/tenant-plane/test/effort.ts).
const isLong = process.argv.includes("--long");
const options = process.argv.slice(2).filter((option) => option !== "--long");
const env = { ...process.env, ...(isLong && { OPSPLANE_TESTS: "long" }) };
const report = join(root, ".cache/tests.json");
mkdirSync(join(root, ".cache"), { recursive: true });

assertNode();
await phase("install", ensureInstalled);
const needs = options.length === 0 ? everything() : needsOf(chosenFiles());
await phase("system packages", () => ensureSystemPackages(needs.systemPackages));
if (needs.engines) await ensureClickHouse();
if (needs.bundle) await phase("build", ensureBuilt);
// Beside the tests, because vitest uses only one core at first, while it compiles the sources.
const checking = needs.check ? phase("check (beside tests)", runCheck) : { problem: undefined };
const { passed, results } = await phase("tests", runTests);
const { problem } = await checking;
const counts = reportTests(results);
if (problem !== undefined) console.error(`\n${problem}\nopsplane: the check failed.`);
console.log(`\n${counts}`);
process.exit(passed && problem === undefined ? 0 : 1);

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
    path: relative(root, file),
    text: readFileSync(file, "utf8"),
  }));
}

function needsOf(files) {
  const some = (test) => files.some(test);
  const browser = some(({ path }) => path.startsWith("e2e/"));
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
    bundle: some(({ path, text }) => usesBundle(path, text)),
  };
}

/** The output of a check that failed. */
async function runCheck() {
  const child = spawn(process.execPath, [join(root, "scripts/check.mjs")], { cwd: root });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (output += part));
  const [status] = await once(child, "close");
  return { problem: status === 0 ? undefined : output.trim() };
}

async function runTests() {
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = spawn(bin("vitest"), ["run", ...reporters, ...options], { cwd: root, stdio: "inherit", env });
  const [status] = await once(child, "exit");
  if (!existsSync(report)) stopWith("the tests did not run.");
  const results = JSON.parse(readFileSync(report, "utf8"));
  return { passed: status === 0 && results.numPassedTests > 0, results };
}
