// The files of a checkout and how they lead to each other: by imports, by files that they name, and by the parts of a server or the console.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./prepare.mjs";

export const isTestCode = (path) => path.startsWith("e2e/") || /\/test\/|\.test\.tsx?$/.test(path);

/** The graph of a checkout. */
export function openGraph(folder = root) {
  const files = trackedFiles(folder);
  const read = (path) => readFileSync(join(folder, path), "utf8");
  const known = new Set(files);
  const texts = new Map();
  const text = (path) => {
    if (!texts.has(path)) texts.set(path, /\.(ts|tsx|mjs|js|css)$/.test(path) && known.has(path) ? read(path) : "");
    return texts.get(path);
  };
  const packages = new Map(
    files
      .filter((path) => /^(apps|packages)\/[^/]+\/package\.json$|^e2e\/package\.json$/.test(path))
      .map((path) => [JSON.parse(read(path)).name, { folder: dirname(path), exports: JSON.parse(read(path)).exports }]),
  );

  function resolve(from, specifier) {
    if (specifier.startsWith(".")) return withSuffix(normalize(join(dirname(from), specifier.replace(/\?.*$/, ""))));
    const [, name, rest = ""] = /^(@opsplane\/[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
    const found = name && packages.get(name);
    if (!found) return undefined;
    const exported = found.exports ?? { ".": "./src/index.ts" };
    const key = rest === "" ? "." : `./${rest}`;
    const pattern = Object.keys(exported).find((each) => each.endsWith("*") && key.startsWith(each.slice(0, -1)));
    const target = exported[key] ?? (pattern && exported[pattern].replace("*", key.slice(pattern.length - 1)));
    return target && withSuffix(normalize(join(found.folder, target)));
  }
  function withSuffix(path) {
    return [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((each) => known.has(each));
  }

  /** What a file imports: `[path, names]`, where no names stand for the whole file. */
  const importsOf = memo((path) => {
    const found = [];
    const source = text(path);
    const statements = /(?:^|\n)\s*(import|export)\s+([^"'`;]*?)\s*from\s+"([^"]+)"/g;
    for (const [, , clause, specifier] of source.matchAll(statements)) {
      const target = resolve(path, specifier);
      if (target) found.push([target, namesIn(clause)]);
    }
    for (const [, specifier] of source.matchAll(/(?:^|\n)\s*import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g)) {
      const target = specifier && resolve(path, specifier);
      if (target) found.push([target]);
    }
    return found;
  });
  const lazyImportsOf = memo((path) =>
    [...text(path).matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g)].flatMap(([, specifier]) => resolve(path, specifier) ?? []),
  );
  /** Files and folders that a file names in a string. The product's own code names what it reads with `new URL`. */
  const namedBy = memo((path) => {
    if (!/\.(ts|tsx|mjs|js)$/.test(path)) return [];
    const strings = isTestCode(path)
      ? text(path)
          .replace(/(from|import)\s*\(?\s*"[^"]+"/g, "")
          .matchAll(/["'`]((?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*\/?)["'`]/g)
      : text(path).matchAll(/new URL\(\s*["'`]([^"'`]+)["'`]/g);
    return [...strings].flatMap(([, written]) => {
      const candidates = [normalize(join(dirname(path), written)), normalize(written)].map((each) =>
        each.replace(/\/$/, ""),
      );
      return candidates.filter((each) => each !== "." && (known.has(each) || folders.has(each)));
    });
  });
  const folders = new Set(files.flatMap((path) => foldersOf(path)));

  /** What a file passes on from others. Its importers depend on those that they name. */
  const reexportsOf = memo((path) => {
    const byName = new Map();
    const stars = [];
    for (const [, clause, specifier] of text(path).matchAll(/(?:^|\n)export\s+([^;"]*?)\s*from\s+"([^"]+)"/g)) {
      const target = resolve(path, specifier);
      if (!target) continue;
      if (clause.trim() === "*") stars.push(target);
      else for (const name of namesIn(clause) ?? []) byName.set(name, target);
    }
    return { byName, stars };
  });
  const declares = memo(
    (path) =>
      new Set([
        ...[
          ...text(path).matchAll(
            /export\s+(?:declare\s+|abstract\s+|async\s+)*(?:function\*?|const|let|class|interface|type|enum)\s+(\w+)/g,
          ),
        ].map(([, name]) => name),
        ...[...text(path).matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)].flatMap(
          ([, list]) => namesIn(`{${list}}`) ?? [],
        ),
      ]),
  );
  function through(target, names) {
    if (!names) return [target];
    const { byName, stars } = reexportsOf(target);
    return names.flatMap((name) => {
      const direct = byName.get(name);
      if (direct) return through(direct, [name]);
      const star = declares(target).has(name)
        ? undefined
        : stars.find((each) => declares(each).has(name) || reexportsOf(each).byName.has(name));
      return star ? through(star, [name]) : [target];
    });
  }
  const edgesOf = memo((path) => {
    const lazy = path.startsWith("apps/console/src/") ? new Set(lazyImportsOf(path)) : new Set();
    const imported = importsOf(path).filter(([target]) => !lazy.has(target));
    return {
      followed: [...new Set(imported.flatMap(([target, names]) => through(target, names)))],
      // A file that only passes a name on is run, but what else it passes on is not.
      passed: [...new Set(imported.map(([target]) => target))],
    };
  });

  return { files, known, text, edgesOf, lazyImportsOf, namedBy, folders, parts: partsOf({ files, text }) };
}

/** The parts that a server and the console are composed of, by how a test uses them. */
function partsOf({ files, text }) {
  const contract = files.filter((path) => path.startsWith("packages/contract/src/"));
  const groups = [...text("packages/contract/src/operations.ts").matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name);
  const features = files.filter((path) => /^apps\/tenant-plane\/src\/[^/]+\/index\.ts$/.test(path));
  const ofGroup = new Map(groups.map((group) => [group, features.filter((path) => text(path).includes(`"${group}"`))]));
  const paths = contract.flatMap((path) => {
    const owners = groups
      .filter((group) => new RegExp(`export const ${group}\\b`).test(text(path)))
      .flatMap((group) => ofGroup.get(group));
    const urls = [...text(path).matchAll(/path: "(\/(?:api|v1|prometheus)\/[^":]+)/g)].map(([, url]) =>
      url.replace(/\/$/, ""),
    );
    return owners.length === 0 ? [] : [...new Set(urls)].map((url) => ({ url, owners }));
  });
  const operations = new Set(
    contract.flatMap((path) => {
      const blocks = text(path)
        .split(/^export const /m)
        .slice(1);
      return blocks.flatMap((block) => {
        const group = /^\w+/.exec(block)?.[0];
        return groups.includes(group)
          ? [...block.matchAll(/^ {2}(\w+): operation\(/gm)].map(([, name]) => `${group}.${name}`)
          : [];
      });
    }),
  );
  const pages = files.filter((path) => /^apps\/console\/src\/[^/]+\/feature\.tsx$/.test(path));
  const routes = pages.flatMap((page) =>
    [...text(page).matchAll(/(?:path|to): "(\/[^"$]+)/g)].map(([, url]) => ({ url: url.replace(/\/$/, ""), page })),
  );
  const events = contract.flatMap((path) =>
    [...text(path).matchAll(/export const (\w+Events)\b/g)].map(([, name]) => name),
  );
  const reactions = files
    .filter((path) => path.startsWith("apps/tenant-plane/src/"))
    .map((path) => ({ path, events: [...text(path).matchAll(/\bon\(\s*(\w+Events)\./g)].map(([, name]) => name) }))
    .filter(({ events: ofFile }) => ofFile.length > 0);
  const mentionsIn = memo((path) => ({
    calls: new Set([...text(path).matchAll(/\b\w+\.\w+(?=[(,;)\]])|(?<=")\w+\.\w+(?=")/g)].map(([call]) => call)),
    urls: [...text(path).matchAll(/["'`](?:\$\{[^}]*\})?(\/[a-z][^"'`\s?$]*)/g)].map(([, url]) => url),
  }));
  const announcedBy = memo((path) => events.filter((name) => text(path).includes(`announce(${name}`)));
  return { features, ofGroup, operations, paths, pages, routes, reactions, mentionsIn, announcedBy };
}

/** The folders that a file is in, nearest first. */
export function foldersOf(path) {
  const found = [];
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) found.push(folder);
  return found;
}

function namesIn(clause) {
  const list = /\{([^}]*)\}/.exec(clause)?.[1];
  if (list === undefined || /\*/.test(clause)) return undefined;
  const names = list.split(",").map(
    (part) =>
      part
        .trim()
        .replace(/^type\s+/, "")
        .split(/\s+as\s+/)[0],
  );
  return names.filter((name) => name !== "");
}

function memo(make) {
  const made = new Map();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key);
  };
}

function trackedFiles(folder) {
  const listed = git(folder, ["ls-files", "--cached", "--others", "--exclude-standard"]);
  return listed.filter((path) => existsSync(join(folder, path)) && statSync(join(folder, path)).isFile());
}

/** The lines that git answers. */
export function git(folder, args) {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 64 << 20 })
    .split("\n")
    .filter(Boolean);
}
