// npm run test:faults -- [--seed 1] [--count 30] [--kinds audit,catch] [--first 40] [--budget 240] [--in folder] [--same-as folder]
// npm run test:faults -- --in folder --missed-in folder
//
// Puts seeded faults into the sources, each alone, and says which test notices it.
//
// A fault runs against the tests that can reach it (scripts/reach.mjs), nearest first: at first a part of them that takes about
// `first` seconds by scripts/test-durations.json, then bigger ones, until a test fails or `budget` seconds are used up. A test counts
// only if it fails again by the fault, and passes without. Faults that the compiler refuses need no test, so the next ones take their place.
//
// Two checkouts show whether a change of the tests lost something. `--in` names the checkout that runs. With `--same-as` only files that
// are equal in another one get faults, so that the seed means the same there. `--missed-in` tries what the other one did not notice:
// a fault that was caught before and is not now. Outcomes are kept in .cache/test-faults.json of the checkout, and a later call goes on.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { nearestFirst, openRunner, partsOf, sumOf } from "./fault-runs.mjs";
import { findFaults, openOutcomes, withFaults } from "./faults.mjs";
import { announce, root } from "./prepare.mjs";
import { selectTests } from "./reach.mjs";
import { openGraph } from "./source-graph.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "30" },
    kinds: { type: "string", default: "" },
    first: { type: "string", default: "40" },
    budget: { type: "string", default: "240" },
    in: { type: "string", default: root },
    "same-as": { type: "string" },
    "missed-in": { type: "string" },
  },
});
const folder = resolve(values.in);
const limits = { first: Number(values.first), budget: Number(values.budget) };
const outcomes = openOutcomes(folder, "test-faults");
const graph = openGraph(folder);
const runner = openRunner(folder, graph);
/** Whether a test passes without a fault. */
const soundness = new Map();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const faults = values["missed-in"] ? missedIn(values["missed-in"]) : await chooseFaults();
let caught = 0;
for (const fault of faults) {
  const kept = outcomes.all[fault.id];
  const isDone = kept && (kept.caughtBy !== null || kept.budget >= limits.budget);
  const outcome = isDone ? kept : outcomes.keep(fault.id, await tryFault(fault));
  if (outcome.caughtBy) caught += 1;
  announce(`${fault.kind}, ${fault.path}:${fault.line} (${outcome.seconds} s): ${sentenceOf(outcome)}`);
}
announce(`${caught} of ${faults.length} faults caught`);
process.exit(0);

async function chooseFaults() {
  const other = values["same-as"] && resolve(values["same-as"]);
  const isEligible = (path) => other === undefined || isSame(join(folder, path), join(other, path));
  const lists = findFaults({ folder, graph, seed: values.seed, isEligible });
  const share = Math.ceil(Number(values.count) / lists.length);
  const isMeant = ([{ kind } = {}]) => values.kinds.split(",").some((word) => kind?.includes(word));
  return runner.compilable(lists.filter(isMeant), share);
}

function isSame(one, other) {
  return existsSync(other) && readFileSync(one, "utf8") === readFileSync(other, "utf8");
}

function missedIn(other) {
  const missed = Object.values(openOutcomes(resolve(other), "test-faults").all).filter(({ caughtBy }) => !caughtBy);
  return missed.filter(({ path, line, was }) => readFileSync(join(folder, path), "utf8").split("\n")[line - 1] === was);
}

async function tryFault(fault) {
  const startedAt = Date.now();
  const tests = nearestFirst(selectTests(graph, [fault.path]).tests, fault.path);
  const parts = partsOf(tests, limits, runner.isOfBundle);
  const caughtBy = await firstNoticing(fault, parts);
  const tried = { files: parts.flat().length, reach: tests.length, tried: Math.round(sumOf(parts.flat())) };
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return { ...fault, seed: values.seed, caughtBy, ...tried, budget: limits.budget, seconds };
}

async function firstNoticing(fault, parts) {
  for (const part of parts) {
    for (let open = part; open.length > 0; ) {
      const [failure] = await failuresWith(fault, open);
      if (!failure) break;
      if (await isCausedBy(fault, failure, open)) return failure;
      open = open.filter((test) => test !== failure.path && failure.path.endsWith(".test.ts"));
    }
  }
  return null;
}

function failuresWith(fault, tests) {
  return withFaults(folder, [fault], () => runner.failuresOf(tests, { bail: true }));
}

/** On a busy machine a test may fail by chance. So it must fail once more with the fault, and pass without. */
async function isCausedBy(fault, { path }, tests) {
  // A build, or a run that does not end.
  if (!path.endsWith(".test.ts"))
    return (await runner.failuresOf(tests, { bail: true })).every((each) => each.path !== path);
  if (!soundness.has(path)) soundness.set(path, (await runner.failuresOf([path])).length === 0);
  return soundness.get(path) && (await failuresWith(fault, [path])).length > 0;
}

function sentenceOf({ caughtBy, files, reach, tried }) {
  if (caughtBy) return `caught by ${caughtBy.path}: "${caughtBy.title}"`;
  return `NOT CAUGHT within its nearest ${files} of ${reach} files, ${tried} s`;
}
