// Which test files can a change reach? By imports, and by what imports do not show: the parts of a server or console that a test uses
// over HTTP or in a browser, reactions to events, and files that are read by name.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { root } from "./prepare.mjs";

/** A change of these can change every test. */
const everything =
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|\.npmrc|\.ci\/|scripts\/(prepare|build|test|system-packages|dev)|(apps|packages)\/[^/]+\/(package\.json|tsconfig)|e2e\/package\.json)/;
/** A change of these is the check's to judge. */
const nothing = /^(biome\.json|knip\.json|\.gitignore|NOTICE|CHANGELOG\.md|bench\/|scripts\/)/;

const serverApp = "apps/tenant-plane/src/app.ts";

/** The files of a checkout and how they lead to each other. */
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

/** The files that a test can run, each with its distance. */
export function reachOf(graph, test) {
  const reached = new Map([[test, 0]]);
  const followed = [test];
  const isBrowser = test.startsWith("e2e/");
  for (let at = 0; at < followed.length; at++) {
    const path = followed[at];
    const next = reached.get(path) + 1;
    const { follow, pass } = nextOf(graph, path, { isBrowser, usesServer: reached.has(serverApp) });
    for (const target of follow) {
      if (!followed.includes(target)) followed.push(target);
      if (!reached.has(target)) reached.set(target, next);
    }
    for (const target of pass) if (!reached.has(target)) reached.set(target, next);
  }
  return reached;
}

/** What a file leads to: by its imports, by the files that it names, and by what it uses of a server or the console. */
function nextOf(graph, path, { isBrowser, usesServer }) {
  const { followed, passed } = graph.edgesOf(path);
  // A test that starts a server does not use all of its features.
  const composed = path === serverApp ? new Set(graph.parts.features) : new Set();
  const follow = [
    ...followed.filter((target) => !composed.has(target)),
    ...graph.namedBy(path).filter((named) => graph.known.has(named)),
    ...usedBy(graph, path, isBrowser),
    ...(path.endsWith("/test/process.ts") ? ["apps/tenant-plane/src/main.ts"] : []),
    ...(path === "e2e/browser.ts" ? browserEntries : []),
    ...(usesServer && path.startsWith("apps/tenant-plane/src/") ? reactionsTo(graph, path) : []),
  ];
  return { follow, pass: passed.filter((target) => !composed.has(target)) };
}

/** What every page of the console runs. */
const browserEntries = [
  serverApp,
  "apps/console/src/app/main.tsx",
  "apps/console/src/app/workspace.tsx",
  "apps/console/src/portal/main.tsx",
];

const isTestCode = (path) => path.startsWith("e2e/") || /\/test\/|\.test\.tsx?$/.test(path);

/** The parts of server and console that a file uses by name: groups of operations, paths of the API, addresses of pages. */
function usedBy(graph, path, isBrowser) {
  const isTest = isTestCode(path);
  if (!isTest && !/^apps\/(console\/src|tenant-plane\/src\/(tools|copilot|mcp|dashboards))\//.test(path)) return [];
  const { parts } = graph;
  const { calls, urls } = parts.mentionsIn(path);
  const found = [...calls].flatMap((call) => (parts.operations.has(call) ? parts.ofGroup.get(call.split(".")[0]) : []));
  if (!isTest) return found;
  for (const { url, owners } of parts.paths) if (urls.some((each) => each.startsWith(url))) found.push(...owners);
  if (!isBrowser) return found;
  for (const { url, page } of parts.routes)
    if (urls.some((each) => each.startsWith(url))) found.push(page, ...graph.lazyImportsOf(page));
  return found;
}

/** The files that react to events which this file announces. */
function reactionsTo({ parts }, path) {
  const announced = parts.announcedBy(path);
  return parts.reactions
    .filter(({ events }) => events.some((name) => announced.includes(name)))
    .map(({ path: reaction }) => reaction);
}

/** The tests that a change of these files can reach, nearest first: `{ path, distance }`. `all` says why every test is meant. */
export function selectTests(graph, changed) {
  const tests = graph.files.filter((path) => path.endsWith(".test.ts"));
  const all = changed.find((path) => everything.test(path));
  if (all) return { all, tests: tests.map((path) => ({ path, distance: 1 })) };
  const wanted = changed.filter((path) => !nothing.test(path) || /\.test\.ts$/.test(path));
  const selected = [];
  for (const test of tests) {
    const reached = reachOf(graph, test);
    const distances = wanted.flatMap((path) => distanceTo(graph, reached, test, path) ?? []);
    if (distances.length > 0) selected.push({ path: test, distance: Math.min(...distances) });
  }
  return { tests: selected.sort((a, b) => a.distance - b.distance) };
}

/** How far a test is from a changed file; undefined when the change cannot reach it. */
function distanceTo(graph, reached, test, path) {
  const direct = reached.get(path);
  if (direct !== undefined) return direct;
  const inside = foldersOf(path);
  for (const [file, distance] of reached) {
    if (!isTestCode(file)) continue;
    // A test that reads a folder by name, or every tracked file, reads this one.
    const reads =
      graph.namedBy(file).some((named) => inside.includes(named)) || graph.text(file).includes('"ls-files"');
    if (reads) return distance + 1;
  }
  return byPlace.find(([place]) => place.test(path))?.[1](reached, test) ? 9 : undefined;
}

const startsServer = (reached) => reached.has(serverApp);
const isBrowserTest = (_, test) => test.startsWith("e2e/");

/** What imports do not show, by where the file is. */
const byPlace = [
  // A feature's entry runs when a server starts, even if the test does not use the feature.
  [/^apps\/tenant-plane\/src\/[^/]+\/index\.ts$/, startsServer],
  [/^apps\/tenant-plane\/migrations\//, (reached, test) => startsServer(reached) || /migrations/.test(test)],
  [/^apps\/control-plane\/migrations\//, (reached) => reached.has("apps/control-plane/src/app.ts")],
  [/^apps\/console\/.*\.(html|svg|js|json|css)$/, isBrowserTest],
  [/\.(ts|tsx|mjs|md|png)$/, () => false],
  [/./, () => true],
];

function foldersOf(path) {
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

function git(folder, args) {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 64 << 20 })
    .split("\n")
    .filter(Boolean);
}

/** What changed since a commit, committed or not. */
export function changedFiles(base) {
  const untracked = git(root, ["ls-files", "--others", "--exclude-standard"]);
  return [...new Set([...git(root, ["diff", "--name-only", base]), ...untracked])];
}
