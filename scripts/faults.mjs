// Seeded faults: small changes of the sources that some test must notice.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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

/**
 * About `count` faults of the sources in a folder, as many of each kind. Only the seed and the places decide, so the same files of two
 * checkouts get the same faults. `isEligible` may leave files out.
 */
export function chooseFaults({ folder, graph, seed, count, isEligible = () => true }) {
  const files = graph.files.filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.ts|\/test\//.test(path) && isEligible(path),
  );
  const share = Math.ceil(count / Object.keys(kinds).length);
  return Object.entries(kinds).flatMap(([kind, { in: place, change }]) => {
    const found = files.filter((path) => place.test(path)).flatMap((path) => placesIn(path, kind, change));
    return found.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, share);
  });

  function placesIn(path, kind, change) {
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    return lines.flatMap((line, index) => {
      const changed = change(line);
      return changed === line
        ? []
        : [{ id: idOf(seed, kind, path, line, index), kind, path, line: index + 1, changed }];
    });
  }
}

function idOf(...parts) {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/** Works with these faults in the sources, and takes them out again. */
export function withFaults(folder, faults, work) {
  const originals = new Map(faults.map(({ path }) => [path, readFileSync(join(folder, path), "utf8")]));
  try {
    for (const [path, original] of originals) {
      const lines = original.split("\n");
      for (const { line, changed } of faults.filter((fault) => fault.path === path)) lines[line - 1] = changed;
      writeFileSync(join(folder, path), lines.join("\n"));
    }
    return work();
  } finally {
    for (const [path, original] of originals) writeFileSync(join(folder, path), original);
  }
}

/** A fault may make a loop endless. */
const longestRunMs = 45 * 60_000;

/** Runs these tests in a folder, or all of them. Returns the files that fail. */
export function failingTests(folder, tests, options = []) {
  const report = join(folder, ".cache/fault-run.json");
  const env = { ...process.env, OPSPLANE_TEST_WAIT_SECONDS: "30" };
  const run = (command, args) => spawnSync(command, args, { cwd: folder, env, stdio: "ignore", timeout: longestRunMs });
  if (run(process.execPath, ["scripts/build.mjs"]).status !== 0) return ["the build"];
  writeFileSync(report, "");
  const reporting = ["--reporter=json", `--outputFile=${report}`];
  const { status } = run("node_modules/.bin/vitest", ["run", ...options, ...reporting, ...tests]);
  if (status === 0) return [];
  const { testResults = [] } = JSON.parse(readFileSync(report, "utf8") || "{}");
  const failed = testResults.filter((each) => each.status === "failed");
  return failed.length > 0
    ? failed.map(({ name }) => name.slice(folder.length + 1))
    : ["a file that cannot be loaded, or an endless loop"];
}

/** Outcomes that a later call goes on from. */
export function openOutcomes(folder) {
  const file = join(folder, ".cache/test-faults.json");
  mkdirSync(join(folder, ".cache"), { recursive: true });
  const all = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const keep = (id, outcome) => {
    all[id] = outcome;
    writeFileSync(file, JSON.stringify(all, null, 2));
  };
  return { all, keep };
}
