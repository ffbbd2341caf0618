// npm run test:faults -- [--seed 1] [--count 25] [--in folder] [--same-as folder]: puts seeded faults into the sources, one at a time, and runs
// the tests that can reach each, nearest first, until one fails. A fault that no test catches is a gap. With the same seed and the same files
// two checkouts get the same faults, so that a change of the tests can be judged: `--in` names the checkout, and only files that are equal
// in `--same-as` get faults. The outcome is kept in .cache/test-faults.json of the checkout, so that a later call goes on.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chooseFaults, failingTests, needsBuild, openOutcomes, withFaults } from "./faults.mjs";
import { announce, root } from "./prepare.mjs";
import { selectTests } from "./reach.mjs";
import { openGraph } from "./source-graph.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "25" },
    in: { type: "string", default: root },
    "same-as": { type: "string" },
  },
});
const folder = resolve(values.in);
const graph = openGraph(folder);
const outcomes = openOutcomes(folder, "test-faults.json");

for (const fault of chooseFaults({
  folder,
  graph,
  seed: values.seed,
  count: Number(values.count),
  isEligible: isSame,
})) {
  if (outcomes.all[fault.id]) continue;
  const outcome = { ...fault, ...tryFault(fault) };
  outcomes.keep(fault.id, outcome);
  announce(`${fault.kind}, ${fault.path}:${fault.line}: ${outcome.caughtBy ?? "NOT CAUGHT"}`);
}
const tried = Object.values(outcomes.all);
announce(`${tried.filter(({ caughtBy }) => caughtBy).length} of ${tried.length} faults caught`);

function isSame(path) {
  const other = values["same-as"];
  if (other === undefined) return true;
  const there = join(resolve(other), path);
  return existsSync(there) && readFileSync(there, "utf8") === readFileSync(join(folder, path), "utf8");
}

/** Runs the tests in three parts: the nearest ones, the other ones without a browser, and those that need a build. */
function tryFault(fault) {
  const tests = selectTests(graph, [fault.path]).tests.map(({ path }) => path);
  const quick = tests.filter((test) => !needsBuild(graph, test));
  const slow = tests.filter((test) => needsBuild(graph, test));
  const caughtBy = withFaults(folder, [fault], () => {
    for (const part of [quick.slice(0, 8), quick.slice(8), slow]) {
      if (part.length === 0) continue;
      const [failed] = failingTests(folder, part, { build: part === slow, options: ["--bail=1"] });
      if (failed) return failed;
    }
    return null;
  });
  return { caughtBy, reach: tests.length };
}
