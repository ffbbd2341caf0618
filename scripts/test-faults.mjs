// npm run test:faults -- [--seed 1] [--count 25] [--in folder] [--same-as folder]: puts seeded faults into the sources, one at a time, and runs
// the tests that can reach each, nearest first, until one fails. A fault that no test catches is a gap. With the same seed and the same files
// two checkouts get the same faults, so that a change of the tests can be judged: `--in` names the checkout, and only files that are equal
// in `--same-as` get faults. The outcome is kept in .cache/test-faults.json of the checkout, so that a later call goes on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { announce, root } from "./prepare.mjs";
import { openGraph, selectTests } from "./reach.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "25" },
    in: { type: "string", default: root },
    "same-as": { type: "string" },
  },
});
const folder = resolve(values.in);
const file = join(folder, ".cache/test-faults.json");
mkdirSync(join(folder, ".cache"), { recursive: true });
const outcomes = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const graph = openGraph(folder);

/** Kinds of faults. Each finds places in a line and says what the line becomes. */
const kinds = {
  "permission removed": {
    in: /^packages\/contract\/src\//,
    change: (line) => line.replace(/access: "[a-z_]+:[a-z_]+"/, 'access: "signed_in"'),
  },
  "tenant filter dropped": {
    in: /^(apps\/tenant-plane|packages\/(runtime|accounts))\/src\//,
    change: (line) =>
      line
        .replace(/ and (\w+\.)?tenant_id = \$\{[^}]+\}/, "")
        .replace(/where (\w+\.)?tenant_id = \$\{[^}]+\}( and)?/, (_, __, and) => (and ? "where" : "where true")),
  },
  "comparison turned": {
    in: /^(apps\/tenant-plane|packages\/[^/]+)\/src\//,
    change: (line) =>
      /^\s*(\/\/|\*|\/\*)|`|^import|<\w+>|=> *$/.test(line) ||
      !/\b(if|return|while|filter|some|every|find)\b|[?&|]/.test(line)
        ? line
        : line.replace(
            / (===|!==|<=|>=|<|>) /,
            (_, sign) => ` ${{ "===": "!==", "!==": "===", "<=": "<", ">=": ">", "<": "<=", ">": ">=" }[sign]} `,
          ),
  },
  "catch emptied": {
    in: /^(apps\/tenant-plane|packages\/(runtime|accounts|embedded))\/src\//,
    change: (line) =>
      line.replace(
        /\.catch\((?!\(\) => undefined)[^()]*(\([^()]*\))?[^()]*(\([^()]*\))?[^()]*\)/,
        ".catch(() => undefined)",
      ),
  },
  "audit call removed": {
    in: /^(apps\/tenant-plane|packages\/accounts)\/src\//,
    change: (line) => (/^\s*(\w+\.)?audit\(.*\);$/.test(line) ? line.replace(/\S.*/, ";") : line),
  },
};

for (const fault of chooseFaults()) {
  if (outcomes[fault.id]) continue;
  outcomes[fault.id] = { ...fault, ...tryFault(fault) };
  writeFileSync(file, JSON.stringify(outcomes, null, 2));
  const { kind, path, line, caughtBy } = outcomes[fault.id];
  announce(`${kind}, ${path}:${line}: ${caughtBy ?? "NOT CAUGHT"}`);
}
const tried = Object.values(outcomes);
announce(`${tried.filter(({ caughtBy }) => caughtBy).length} of ${tried.length} faults caught`);

/** As many faults of each kind, in an order that only seed and place decide. */
function chooseFaults() {
  const files = graph.files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.ts|\/test\//.test(path) && isSame(path));
  return Object.entries(kinds).flatMap(([kind, { in: place, change }]) =>
    files
      .filter((path) => place.test(path))
      .flatMap((path) =>
        readFileSync(join(folder, path), "utf8")
          .split("\n")
          .flatMap((line, index) => {
            const changed = change(line);
            return changed === line
              ? []
              : [{ id: idOf(kind, path, line, index), kind, path, line: index + 1, changed }];
          }),
      )
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, Math.ceil(Number(values.count) / Object.keys(kinds).length)),
  );
}

function isSame(path) {
  const other = values["same-as"];
  if (other === undefined) return true;
  const there = join(resolve(other), path);
  return existsSync(there) && readFileSync(there, "utf8") === readFileSync(join(folder, path), "utf8");
}

function idOf(...parts) {
  return createHash("sha256")
    .update([values.seed, ...parts].join("\n"))
    .digest("hex")
    .slice(0, 16);
}

/** Runs the tests in three parts: the nearest ones, the other ones without a browser, and those that need a build. */
function tryFault({ path, line, changed }) {
  const source = readFileSync(join(folder, path), "utf8");
  const lines = source.split("\n");
  lines[line - 1] = changed;
  const { tests } = selectTests(graph, [path]);
  const quick = tests.filter(({ path: test }) => !needsBuild(test)).map(({ path: test }) => test);
  const slow = tests.filter(({ path: test }) => needsBuild(test)).map(({ path: test }) => test);
  try {
    writeFileSync(join(folder, path), lines.join("\n"));
    for (const part of [quick.slice(0, 8), quick.slice(8), slow]) {
      const failed = part.length > 0 && firstFailed(part, part === slow);
      if (failed) return { caughtBy: failed, reach: tests.length };
    }
    return { caughtBy: null, reach: tests.length };
  } finally {
    writeFileSync(join(folder, path), source);
  }
}

const needsBuild = (test) => test.startsWith("e2e/") || /process\.ts"|\/dist\//.test(graph.text(test));

/** The first test file that fails; undefined when all pass. */
function firstFailed(tests, build) {
  const report = join(folder, ".cache/fault-run.json");
  const run = (command, args) => spawnSync(command, args, { cwd: folder, stdio: "ignore" });
  if (build && run(process.execPath, ["scripts/build.mjs"]).status !== 0) return "the build";
  writeFileSync(report, "");
  const { status } = run("node_modules/.bin/vitest", [
    "run",
    "--bail=1",
    "--reporter=json",
    `--outputFile=${report}`,
    ...tests,
  ]);
  if (status === 0) return undefined;
  const { testResults = [] } = JSON.parse(readFileSync(report, "utf8") || "{}");
  return (
    testResults.find((each) => each.status === "failed")?.name.slice(folder.length + 1) ??
    "a file that cannot be loaded"
  );
}
