// npm run test:reach -- [--seed 1] [--count 30] [--batch 10]: does `npm run test:changed` select every test that a change breaks? Puts seeded
// faults into the sources, some at a time, and runs the whole suite. A test that fails must be selected for one of the faults; it then runs
// again with only the faults that do not select it, and must pass. The outcome is kept in .cache/test-reach.json, so that a later call goes on.
import { parseArgs } from "node:util";
import { chooseFaults, failingTests, openOutcomes, withFaults } from "./faults.mjs";
import { announce, root } from "./prepare.mjs";
import { selectTests } from "./reach.mjs";
import { openGraph } from "./source-graph.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "30" },
    batch: { type: "string", default: "10" },
  },
});
const graph = openGraph();
const outcomes = openOutcomes(root, "test-reach.json");
const faults = chooseFaults({ folder: root, graph, seed: values.seed, count: Number(values.count) });
const selected = new Map(
  faults.map(({ id, path }) => [id, new Set(selectTests(graph, [path]).tests.map((test) => test.path))]),
);

// Neighbours in this order differ in kind, so that a batch has some of each.
const mixed = faults.toSorted((a, b) => (a.id < b.id ? -1 : 1));
for (let from = 0; from < mixed.length; from += Number(values.batch)) {
  const batch = mixed.slice(from, from + Number(values.batch));
  const id = batch.map((fault) => fault.id).join(" ");
  if (outcomes.all[id]) continue;
  const outcome = tryBatch(batch);
  outcomes.keep(id, { faults: batch, ...outcome });
  announce(
    `${batch.length} faults: ${outcome.failed.length} test files failed, missed: ${JSON.stringify(outcome.missed)}`,
  );
}
const tried = Object.values(outcomes.all);
const missed = tried.flatMap((outcome) => outcome.missed);
announce(`${tried.flatMap((outcome) => outcome.faults).length} faults, ${missed.length} tests that were not selected`);
process.exit(missed.length === 0 ? 0 : 1);

/** The tests that fail, and of them those that fail by a fault that does not select them. */
function tryBatch(batch) {
  const failed = withFaults(root, batch, () => failingTests(root, [], { build: true }));
  const missed = [];
  for (const [ids, tests] of byOthers(batch, failed)) {
    const others = batch.filter((fault) => ids.includes(fault.id));
    const again = withFaults(root, others, () => failingTests(root, tests, { build: true }));
    missed.push(...again.map((test) => ({ test, faults: others.map(({ path, line }) => `${path}:${line}`) })));
  }
  return { failed, missed };
}

/** The tests by the faults of the batch that do not select them. */
function byOthers(batch, tests) {
  const groups = new Map();
  for (const test of tests) {
    const ids = batch
      .filter(({ id }) => !selected.get(id).has(test))
      .map(({ id }) => id)
      .join(" ");
    if (ids !== "") groups.set(ids, [...(groups.get(ids) ?? []), test]);
  }
  return groups;
}
