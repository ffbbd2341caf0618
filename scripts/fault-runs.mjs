// Runs tests of a checkout that has a fault, as cheaply as possible.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOutcomes, withFaults } from "./faults.mjs";
import { root, usesBundle } from "./prepare.mjs";

const durations = JSON.parse(readFileSync(join(root, "scripts/test-durations.json"), "utf8"));
/** A file that is not listed takes less than a second. */
export const secondsOf = (test) => durations[test] ?? 0.5;
export const sumOf = (tests) => tests.reduce((sum, test) => sum + secondsOf(test), 0);

/** Words of a path that say nothing about what the file is for. */
const common = new Set(["apps", "packages", "src", "test", "ts", "tsx", "index", "rules", "store"]);
/** The walks over the contract call every handler. */
const meanings = { handlers: ["contract", "calls"], writes: ["contract", "calls"] };
const wordsOf = (path) => {
  const words = path.split(/[^a-z-]+|-(?!plane)/).filter((word) => word !== "" && !common.has(word));
  return new Set(words.flatMap((word) => meanings[word] ?? word));
};

/** Tests with the most words of a file's path come first, such as its app and feature, then those with the fewest imports between. */
export function nearestFirst(tests, path) {
  const words = wordsOf(path);
  const shared = ({ path: test }) => [...wordsOf(test)].filter((word) => words.has(word)).length;
  return tests.toSorted((a, b) => shared(b) - shared(a) || a.distance - b.distance).map(({ path: test }) => test);
}

/**
 * Splits tests into a part that takes about as long as `first` says and bigger ones, until the budget is used up. A file that is
 * too long for a part goes into a later one, as does one `isLate` in the first part.
 */
export function partsOf(tests, { first, budget }, isLate = () => false) {
  const parts = [];
  const left = new Set(tests);
  for (let size = first, used = 0; used < budget && left.size > 0; size *= 3) {
    const part = [];
    let seconds = 0;
    for (const test of left) {
      if (size === first && isLate(test)) continue;
      if (seconds + secondsOf(test) > Math.min(size, budget - used)) continue;
      part.push(test);
      seconds += secondsOf(test);
      left.delete(test);
    }
    if (part.length === 0 && size > budget) break;
    used += seconds;
    if (part.length > 0) parts.push(part);
  }
  return parts;
}

/** A checkout whose tests run with faults. */
export function openRunner(folder, graph) {
  const report = join(folder, ".cache/fault-run.json");
  const isOfBundle = (test) => usesBundle(test, graph.text(test));
  const env = { ...process.env, OPSPLANE_TEST_WAIT_SECONDS: "30" };
  const types = openOutcomes(folder, "fault-types");

  /**
   * The failures `{ path, title }` of these tests, or of all when there are none. Unit tests run first, because they need no engines.
   * With `bail` the first failure ends the run.
   */
  async function failuresOf(tests, { bail = false } = {}) {
    const isWhole = tests.length === 0;
    const units = isWhole ? [] : await vitest(["--project", "units"], tests, bail);
    if (bail && units.length > 0) return units;
    if (isWhole || tests.some(isOfBundle) || !existsSync(join(folder, "apps/tenant-plane/dist/main.js"))) {
      // What `npm test` built last is replaced, so it must build again.
      rmSync(join(folder, ".cache/built"), { force: true });
      const { status } = await runFor(600, process.execPath, ["scripts/build.mjs"]);
      if (status !== 0) return [...units, { path: "scripts/build.mjs", title: "the build" }];
    }
    return [...units, ...(await vitest(isWhole ? [] : ["--project", "!units"], tests, bail))];
  }

  async function vitest(options, tests = [], bail = false) {
    writeFileSync(report, "");
    const reporting = ["--reporter=json", `--outputFile=${report}`, "--passWithNoTests"];
    // A fault may make a loop endless.
    const limit = tests.length === 0 ? 4 * 3600 : 300 + 10 * sumOf(tests);
    const args = ["run", ...options, ...reporting, ...(bail ? ["--bail=1"] : []), ...workersFor(tests), ...tests];
    const { status } = await runFor(limit, "node_modules/.bin/vitest", args);
    if (status === 0) return [];
    const { testResults = [] } = JSON.parse(readFileSync(report, "utf8") || "{}");
    const failures = testResults
      .filter((each) => each.status === "failed")
      .map(({ name, message, assertionResults }) => ({
        path: name.slice(folder.length + 1),
        title: assertionResults.find((each) => each.status === "failed")?.fullName ?? `cannot be loaded: ${message}`,
      }));
    if (failures.length > 0) return failures;
    return [{ path: "the run", title: status === "endless" ? `no end in ${limit} s` : "vitest failed" }];
  }

  /** Each worker compiles the server, which takes as long as some tests. */
  function workersFor(tests) {
    const enough = Math.ceil(sumOf(tests) / 20);
    return tests.length > 0 && enough < 3 ? [`--maxWorkers=${enough}`] : [];
  }

  /**
   * At the limit the whole group of processes ends, because a worker in an endless loop answers no signal of vitest. Its PostgreSQL is in
   * a group of its own.
   */
  async function runFor(seconds, command, args, stdout = "ignore") {
    const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", stdout, "ignore"], detached: true });
    const ended = once(child, "close");
    let output = "";
    child.stdout?.on("data", (part) => (output += part));
    const kill = (pid, signal) => {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended.
      }
    };
    const interrupt = () => {
      const { stdout: children } = spawnSync("pgrep", ["-P", String(child.pid)], { encoding: "utf8" });
      for (const pid of children.split("\n").filter(Boolean)) kill(Number(pid), "SIGINT");
      kill(-child.pid, "SIGKILL");
    };
    process.once("exit", interrupt);
    let status;
    const limit = setTimeout(() => {
      status = "endless";
      interrupt();
    }, seconds * 1000);
    const [code] = await ended;
    clearTimeout(limit);
    process.off("exit", interrupt);
    return { status: status ?? code ?? 1, output };
  }

  /** The first faults of each list that the compiler accepts. What it refuses needs no test. */
  async function compilable(lists, count) {
    const isOpen = ({ id }) => types.all[id] !== false;
    const first = () => lists.flatMap((list) => list.filter(isOpen).slice(0, count));
    for (;;) {
      const open = first().filter(({ id }) => types.all[id] === undefined);
      if (open.length === 0) return first();
      // Several at once, in different files.
      await tryTypes(open.filter((fault, index) => open.findIndex(({ path }) => path === fault.path) === index));
    }
  }

  async function tryTypes(faults) {
    const refused = await withFaults(folder, faults, () => filesThatTscRefuses());
    const isRefused = ({ path }) => refused.has(path);
    if (refused.size > 0 && faults.length > 1 && !faults.some(isRefused)) {
      await tryTypes(faults.slice(0, faults.length / 2));
      return tryTypes(faults.slice(faults.length / 2));
    }
    // Of the others, nothing is known yet when some are refused.
    for (const fault of faults)
      if (refused.size === 0 || faults.length === 1) types.keep(fault.id, refused.size === 0);
      else if (isRefused(fault)) types.keep(fault.id, false);
    const left = faults.filter(({ id }) => types.all[id] === undefined);
    return left.length > 0 ? tryTypes(left) : undefined;
  }

  /** An unused name is the linter's to judge. */
  async function filesThatTscRefuses() {
    const args = ["--noEmit", "-p", ".", "--noUnusedLocals", "false", "--noUnusedParameters", "false"];
    const { output } = await runFor(1800, "node_modules/.bin/tsc", [...args, "--pretty", "false"], "pipe");
    return new Set([...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, path]) => path));
  }

  return { failuresOf, compilable, isOfBundle };
}
