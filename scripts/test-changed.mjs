// npm run test:changed [-- base]: runs the tests that the changes since a commit can reach (scripts/reach.mjs), nearest first. The base is
// origin/main, or the last commit when there is none; uncommitted changes always count. With --list it only names them.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { announce, ensureInstalled, root, stopWith } from "./prepare.mjs";
import { changedFiles, selectTests } from "./reach.mjs";
import { openGraph } from "./source-graph.mjs";

ensureInstalled();
const onlyLists = process.argv.includes("--list");
const base = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? knownBase();
const changed = changedFiles(base);
const { all, tests } = selectTests(openGraph(), changed);
if (tests.length === 0) {
  announce(`no test can be reached by the ${changed.length} files that changed since ${base}`);
  process.exit(0);
}
const durations = JSON.parse(readFileSync(join(root, "scripts/test-durations.json"), "utf8"));
const seconds = tests.reduce((sum, { path }) => sum + (durations[path] ?? 0.5), 0);
announce(
  all === undefined
    ? `${tests.length} test files for ${changed.length} changed files, about ${Math.ceil(seconds / 3)} seconds`
    : `all ${tests.length} test files, because ${all} changed`,
);
if (onlyLists) for (const { path, distance } of tests) console.log(`${String(distance).padStart(3)}  ${path}`);
else process.exit(run());

function run() {
  const paths = all === undefined ? tests.map(({ path }) => path) : [];
  const { status } = spawnSync(process.execPath, [join(root, "scripts/test.mjs"), ...paths], {
    cwd: root,
    stdio: "inherit",
  });
  return status ?? 1;
}

function knownBase() {
  for (const name of ["origin/main", "HEAD"]) {
    try {
      return execFileSync("git", ["rev-parse", "--verify", "--quiet", name], { cwd: root, encoding: "utf8" }).trim();
    } catch {
      // The next one may exist.
    }
  }
  return stopWith("this is no git repository with a commit.");
}
