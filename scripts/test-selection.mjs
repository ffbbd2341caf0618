// npm run test:selection -- [--seed 1] [--count 30] [--batch 10] [--runs 3] [--in folder]: proves that `npm run test:changed` selects every
// test that fails by a change.
//
// Seeded faults of different areas, those first that select few tests, because a small selection can miss much. The whole suite runs once
// for a batch of them. Every file that fails must be selected by a fault of the batch. A failed file that some faults do not select runs
// with only these faults, and must pass. Outcomes are kept in .cache/test-selection.json of the checkout, and a later call goes on.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openRunner } from "./fault-runs.mjs";
import { findFaults, openOutcomes, withFaults } from "./faults.mjs";
import { announce, root } from "./prepare.mjs";
import { selectTests } from "./reach.mjs";
import { openGraph } from "./source-graph.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "30" },
    batch: { type: "string", default: "10" },
    runs: { type: "string", default: "3" },
    in: { type: "string", default: root },
  },
});
const folder = resolve(values.in);
const graph = openGraph(folder);
const runner = openRunner(folder, graph);
const outcomes = openOutcomes(folder, "test-selection");
/** Every source is read by some tests that judge its text. A selection of only these says little. */
const minSelected = 8;
/** With more failed files than these, the faults of a batch hide each other, and it is halved. */
const maxFailedFiles = 120;
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const selections = new Map();
const faults = await chooseFaults();
const size = Number(values.batch);
const missed = [];
for (let at = 0, run = 0; at < faults.length && run < Number(values.runs); at += size, run++)
  missed.push(...(await tryBatch(faults.slice(at, at + size))));
announce(
  `${missed.length} failed files that test:changed does not select${missed.map((each) => `\n  ${each}`).join("")}`,
);
process.exit(missed.length === 0 ? 0 : 1);

/** The tests that test:changed selects for a fault. */
function selectedBy({ path }) {
  if (!selections.has(path)) selections.set(path, new Set(selectTests(graph, [path]).tests.map((test) => test.path)));
  return selections.get(path);
}

/** One of each area by turns, so that the areas of a batch differ. */
async function chooseFaults() {
  const areas = new Map();
  for (const list of findFaults({ folder, graph, seed: values.seed }))
    for (const fault of list.slice(0, 60)) {
      const area = fault.path
        .split("/")
        .slice(0, fault.path.startsWith("apps/") ? 4 : 2)
        .join("/");
      if (selectedBy(fault).size >= minSelected) areas.set(area, [...(areas.get(area) ?? []), fault]);
    }
  const bySize = (one, other) => selectedBy(one).size - selectedBy(other).size || (one.id < other.id ? -1 : 1);
  const queues = [...areas.values()].map((list) => list.sort(bySize)).sort(([one], [other]) => bySize(one, other));
  const longest = Math.max(...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? [])).flat();
  return runner.compilable([inTurn], Number(values.count));
}

/** What the selection misses. */
async function tryBatch(batch) {
  const id = batch.map((fault) => fault.id).join(" ");
  if (outcomes.all[id]) return outcomes.all[id].missed;
  for (const fault of batch)
    announce(`${fault.kind}, ${fault.path}:${fault.line} selects ${selectedBy(fault).size} files`);
  const startedAt = Date.now();
  const failed = await filesThatFail(batch, []);
  const minutes = Math.round((Date.now() - startedAt) / 60_000);
  announce(`${failed.length} files failed in ${minutes} minutes`);
  const isUnclear = failed.length > maxFailedFiles || !failed.every((path) => graph.known.has(path));
  if (isUnclear && batch.length > 1) {
    const half = Math.ceil(batch.length / 2);
    return [...(await tryBatch(batch.slice(0, half))), ...(await tryBatch(batch.slice(half)))];
  }
  const missed = [];
  for (const [ids, tests] of byUnselecting(batch, failed)) {
    const unselecting = batch.filter((fault) => ids.includes(fault.id));
    const again = await filesThatFail(unselecting, tests);
    const sound = again.length > 0 ? await filesThatFail([], again) : [];
    const names = unselecting.map(({ path, line }) => `${path}:${line}`).join(" or ");
    for (const path of again) if (!sound.includes(path)) missed.push(`${path} fails by ${names}`);
  }
  outcomes.keep(id, { seed: values.seed, minutes, faults: batch, failed, missed });
  return missed;
}

async function filesThatFail(faultsOfRun, tests) {
  const failures = await withFaults(folder, faultsOfRun, () => runner.failuresOf(tests));
  return failures.map(({ path }) => path);
}

/** The tests by the faults of the batch that do not select them. */
function byUnselecting(batch, tests) {
  const groups = new Map();
  for (const test of tests) {
    const unselecting = batch.filter((fault) => !selectedBy(fault).has(test)).map(({ id }) => id);
    const ids = unselecting.join(" ");
    if (ids !== "") groups.set(ids, [...(groups.get(ids) ?? []), test]);
  }
  return groups;
}
