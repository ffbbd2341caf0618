// npm run test:faults -- [--seed 1] [--count 30] [--batch 10] [--in folder] [--same-as folder]: puts seeded faults into the sources and asks two
// questions. Does a test fail by each fault? And does `npm run test:changed` select every test that fails?
//
// The whole suite runs once for a batch of faults. Then those of its failed tests that can reach a fault run with that fault alone. Faults that
// no test noticed run once more in a batch of their own, because another fault may have hidden them. A failed test that some faults do not
// select runs with only these faults, and must pass.
//
// With the same seed two checkouts get the same faults, so that a change of the tests can be judged: `--in` names the checkout, `--same-as` the
// other one. Only files that are equal in both get faults, and a fault that the other one noticed is not tried again: what counts is a
// fault that was caught before and is not now. The outcome is kept in .cache/test-faults.json of the checkout, so that a later call goes on.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
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
    in: { type: "string", default: root },
    "same-as": { type: "string" },
  },
});
const folder = resolve(values.in);
const other = values["same-as"] && resolve(values["same-as"]);
const outcomes = openOutcomes(folder);
const others = other ? openOutcomes(other) : { all: {} };
const graph = openGraph(folder);
/** With more failed files than these, the faults of a batch hide each other, and it is halved. */
const maxFailedFiles = 120;

/** Whether a test passes without faults. */
const soundness = new Map();

const faults = chooseFaults({ folder, graph, seed: values.seed, count: Number(values.count), isEligible: isSame });
/** The tests that test:changed selects for a fault, nearest first. */
const selected = new Map(faults.map(({ id, path }) => [id, selectTests(graph, [path]).tests.map((test) => test.path)]));

const asked = faults.filter(({ id }) => !others.all[id]?.caughtBy);
// Neighbours in this order differ in kind, so that a batch has some of each.
const open = asked.filter(({ id }) => !outcomes.all[id]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
for (let from = 0; from < open.length; from += Number(values.batch))
  tryBatch(open.slice(from, from + Number(values.batch)));
const unnoticed = asked.filter(({ id }) => !outcomes.all[id].caughtBy && !outcomes.all[id].isSure);
if (unnoticed.length > 0) tryBatch(unnoticed, { isSure: true });

const tried = asked.map(({ id }) => outcomes.all[id]);
for (const { kind, path, line, caughtBy } of tried) announce(`${kind}, ${path}:${line}: ${caughtBy ?? "NOT CAUGHT"}`);
const missed = tried.flatMap((outcome) => outcome.missed.map((test) => `${test} by ${outcome.path}:${outcome.line}`));
announce(`${tried.filter(({ caughtBy }) => caughtBy).length} of ${tried.length} faults caught`);
announce(
  `${missed.length} failed tests that test:changed did not select${missed.map((each) => `\n  ${each}`).join("")}`,
);
process.exit(missed.length === 0 ? 0 : 1);

function isSame(path) {
  if (other === undefined) return true;
  const there = join(other, path);
  return existsSync(there) && readFileSync(there, "utf8") === readFileSync(join(folder, path), "utf8");
}

function tryBatch(batch, { isSure = false } = {}) {
  announce(`${batch.length} faults: ${batch.map(({ path, line }) => `${path}:${line}`).join(", ")}`);
  const failed = causedByFaults(failingWith(batch, [], [`--bail=${maxFailedFiles * 4}`]));
  announce(`${failed.length} test files failed`);
  if (batch.length > 1 && (failed.length > maxFailedFiles || !failed.every((test) => graph.known.has(test)))) {
    const half = Math.ceil(batch.length / 2);
    tryBatch(batch.slice(0, half), { isSure });
    return tryBatch(batch.slice(half), { isSure });
  }
  const missed = findMissed(batch, failed);
  for (const fault of batch) {
    const caughtBy = batch.length === 1 ? (failed[0] ?? null) : findNoticing(fault, failed);
    const outcome = { ...fault, caughtBy, isSure: isSure || batch.length === 1, reach: selected.get(fault.id).length };
    outcomes.keep(fault.id, { ...outcome, missed: missed.get(fault.id) ?? [] });
    announce(`  ${fault.kind}, ${fault.path}:${fault.line}: ${caughtBy ?? "not caught"}`);
  }
}

function failingWith(some, tests, options = []) {
  return withFaults(folder, some, () => failingTests(folder, tests, options));
}

/** The first of these tests that fails by this fault alone. */
function findNoticing(fault, failed) {
  const candidates = selected.get(fault.id).filter((test) => failed.includes(test));
  for (const part of [candidates.slice(0, 8), candidates.slice(8)]) {
    const [noticing] = part.length > 0 ? failingWith([fault], part, ["--bail=1"]) : [];
    if (noticing) return noticing;
  }
  return null;
}

/** Without those that fail without any fault too. */
function causedByFaults(failed) {
  const unknown = failed.filter((test) => graph.known.has(test) && !soundness.has(test));
  const unsound = unknown.length > 0 ? failingWith([], unknown) : [];
  for (const test of unknown) soundness.set(test, !unsound.includes(test));
  return failed.filter((test) => soundness.get(test) !== false);
}

/** Failed tests by a fault that does not select them. */
function findMissed(batch, failed) {
  const missed = new Map();
  for (const [ids, tests] of byOthers(batch, failed)) {
    const unselecting = batch.filter((fault) => ids.includes(fault.id));
    const again = failingWith(unselecting, tests);
    for (const { id } of unselecting) missed.set(id, [...(missed.get(id) ?? []), ...again]);
  }
  return missed;
}

/** The tests by the faults of the batch that do not select them. */
function byOthers(batch, tests) {
  const groups = new Map();
  for (const test of tests) {
    const ids = batch
      .filter(({ id }) => !selected.get(id).includes(test))
      .map(({ id }) => id)
      .join(" ");
    if (ids !== "") groups.set(ids, [...(groups.get(ids) ?? []), test]);
  }
  return groups;
}
