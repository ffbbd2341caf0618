// Seeded faults: small changes of the sources that some test must notice.
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
      isOrder.test(line) ||
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
        /\.catch\((?!\(\) => (undefined|\{\})\))[^()]*(\([^()]*\))?[^()]*(\([^()]*\))?[^()]*\)/,
        // The type lets it stand for any value, so that the compiler does not judge.
        ".catch(() => undefined as never)",
      ),
  },
  "audit call removed": {
    in: /^(apps\/tenant-plane|packages\/accounts)\/src\//,
    change: (line) => (/^\s*(\w+\.)?audit\(.*\);$/.test(line) ? line.replace(/\S.*/, ";") : line),
  },
};

/** `a < b ? -1 : 1` and `a > b ? a : b`: of two equal values each is right, so turning these changes nothing. */
const isOrder = /[<>] [\w.]+ \? -?1\b|([\w.]+) [<>]=? ([\w.]+) \? (\1 : \2|\2 : \1)(?![\w.(])/;

/**
 * Faults of the sources in a folder, a list for each kind. Only the seed and the places decide their order, so the same files of two
 * checkouts have the same faults. `isEligible` may leave files out.
 */
export function findFaults({ folder, graph, seed, isEligible = () => true }) {
  const files = graph.files.filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.ts|\/test\//.test(path) && isEligible(path),
  );
  return Object.entries(kinds).map(([kind, { in: place, change }]) => {
    const found = files.filter((path) => place.test(path)).flatMap((path) => placesIn(path, kind, change));
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  });

  function placesIn(path, kind, change) {
    const lines = readFileSync(join(folder, path), "utf8").split("\n");
    return lines.flatMap((line, index) => {
      const changed = change(line);
      return changed === line
        ? []
        : [{ id: idOf(seed, kind, path, line, index), kind, path, line: index + 1, was: line, changed }];
    });
  }
}

function idOf(...parts) {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/** Works with these faults in the sources, and takes them out again, even if the person at the terminal interrupts. */
export async function withFaults(folder, faults, work) {
  const originals = new Map(faults.map(({ path }) => [path, readFileSync(join(folder, path), "utf8")]));
  const restore = () => {
    for (const [path, original] of originals) writeFileSync(join(folder, path), original);
  };
  process.once("exit", restore);
  try {
    for (const [path, original] of originals) {
      const lines = original.split("\n");
      for (const { line, changed } of faults.filter((fault) => fault.path === path)) lines[line - 1] = changed;
      writeFileSync(join(folder, path), lines.join("\n"));
    }
    return await work();
  } finally {
    process.off("exit", restore);
    restore();
  }
}

/** Outcomes that a later call goes on from. */
export function openOutcomes(folder, name) {
  const file = join(folder, ".cache", `${name}.json`);
  mkdirSync(join(folder, ".cache"), { recursive: true });
  const all = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const keep = (id, outcome) => {
    all[id] = outcome;
    writeFileSync(file, JSON.stringify(all, null, 2));
    return outcome;
  };
  return { all, keep };
}
