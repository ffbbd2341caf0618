// Which test files can a change reach? By imports, and by what imports do not show: the parts of a server or console that a test uses
// over HTTP or in a browser, reactions to events, and files that are read by name.
import { root } from "./prepare.mjs";
import { foldersOf, git, isTestCode } from "./source-graph.mjs";

/** A change of these can change every test. */
const everything =
  /^(package(-lock)?\.json|tsconfig\.json|vitest\.config\.ts|\.npmrc|\.ci\/|scripts\/(prepare|build|test|system-packages|dev)|(apps|packages)\/[^/]+\/(package\.json|tsconfig)|e2e\/package\.json)/;
/** A change of these is the check's to judge. */
const nothing = /^(biome\.json|knip\.json|\.gitignore|NOTICE|CHANGELOG\.md|bench\/|scripts\/)/;

const serverApp = "apps/tenant-plane/src/app.ts";

/** The files that a test can run, each with its distance. They are found once for a graph. */
export function reachOf(graph, test) {
  const known = reaches.get(graph) ?? new Map();
  reaches.set(graph, known);
  if (!known.has(test)) known.set(test, findReach(graph, test));
  return known.get(test);
}

const reaches = new WeakMap();

function findReach(graph, test) {
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
    ...(path.endsWith("/test/process.ts") ? ["apps/tenant-plane/src/main.ts", "apps/tenant-plane/src/server.ts"] : []),
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

/** What changed since a commit, committed or not. */
export function changedFiles(base) {
  const untracked = git(root, ["ls-files", "--others", "--exclude-standard"]);
  return [...new Set([...git(root, ["diff", "--name-only", base]), ...untracked])];
}
