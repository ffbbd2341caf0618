import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { evidenceOf, type Model, measured, modelFor, strengths, suspects, traced } from "@opsplane/rca";
import { type Case, readCases } from "./rca/cases.ts";
import { fit, type Lesson } from "./rca/fit.ts";
import { fitOnWorlds } from "./rca/fit-worlds.ts";
import { published } from "./rca/published.ts";
import { type Ranked, reliability, type Score, scoreOf, wilson } from "./rca/scores.ts";
import { table } from "./table.ts";

const isFit = process.argv[3] === "fit";
const folder = resolve((isFit ? undefined : process.argv[3]) ?? process.env.RCA_CASES ?? "../shared/rca-dev");
/** Set to keep the rankings of each set as a file. */
const rankings = process.env.RCA_RANKINGS;

interface Solved extends Case {
  truth: string | undefined;
  evidence: ReturnType<typeof evidenceOf>;
  ms: number;
}

const sets = new Map<string, Solved[]>();
for (const { set } of published) {
  const solved = await solve(join(folder, set)).catch(() => undefined);
  if (solved) sets.set(set, solved);
}
if (isFit) await fitOnWorlds(Number(process.argv[4] ?? 8), process.argv[5] ?? "fit");
else if (sets.size === 0) console.log(`No cases in ${folder}. Name the folder: npm run bench -- rca <folder>`);
else await show();

/** The labels are read after the evidence is complete. */
async function solve(from: string): Promise<Solved[]> {
  const cases = await readCases(from);
  // The first case pays for compiling.
  if (cases[0]) evidenceOf(cases[0].input);
  const found = cases.map((each) => {
    const begin = performance.now();
    const evidence = evidenceOf(each.input);
    suspects(each.input.services, evidence, modelFor(each.input));
    return { ...each, evidence, ms: performance.now() - begin };
  });
  const labels: Record<string, { service: string }> = await readFile(join(from, "labels.json"), "utf8").then(
    JSON.parse,
    () => ({}),
  );
  return found.map((each) => ({ ...each, truth: labels[each.id]?.service }));
}

async function show(): Promise<void> {
  const rows: string[][] = [];
  const all: Ranked[] = [];
  const carriedOver: Ranked[] = [];
  for (const [set, solved] of sets) {
    const ranked = rankedBy(solved, undefined);
    all.push(...ranked);
    const ms = solved.map((each) => each.ms).sort((a, b) => a - b);
    const times = `${(ms[ms.length >> 1] ?? 0).toFixed(0)} / ${(ms.at(-1) ?? 0).toFixed(0)}`;
    rows.push([set, "this engine", ...scoreCells(scoreOf(ranked)), times]);
    const others = [...sets].filter(([name]) => name !== set).flatMap(([, each]) => each);
    if (others.length > 0) {
      const foreign = rankedBy(solved, fit(lessons(others)));
      carriedOver.push(...foreign);
      rows.push(["", "weights fitted on the other sets", ...scoreCells(scoreOf(foreign)), ""]);
    }
    for (const { name, top1, top3 } of published.find((each) => each.set === set)?.rows ?? [])
      rows.push(["", name, "", part(top1), part(top3), "", ""]);
    if (rankings !== undefined) await keep(rankings, set, solved);
  }
  const head = ["set", "method", "cases", "top-1 (95 %)", "top-3 (95 %)", "MRR", "ms median / max"];
  console.log(`\nRoot causes of recorded faults in ${folder}\n`);
  console.log(table(head, rows));
  console.log("\nConfidence: how often the first suspect is the cause, by the probability that the engine states\n");
  console.log(reliabilityTable(all));
  console.log("\nThe same with weights fitted on the other sets\n");
  console.log(reliabilityTable(carriedOver));
  const fitted = fit(lessons([...sets.values()].flat()));
  console.log(
    `\nWeights in use: ${line(measured)} without statuses of spans, ${line(traced)} with them; fitted on all sets here: ${line(fitted)}`,
  );
}

function reliabilityTable(ranked: readonly Ranked[]): string {
  const bins = reliability(ranked).map(({ from, to, cases, stated, right }) => [
    `${Math.round(from * 100)} to ${Math.round(to * 100)} %`,
    String(cases),
    part(stated),
    `${part(right / cases)} ${interval(right, cases)}`,
  ]);
  return table(["stated", "cases", "mean stated", "right (95 %)"], bins);
}

function rankedBy(solved: readonly Solved[], using: Model | undefined): Ranked[] {
  return solved.flatMap(({ input, evidence, truth }) =>
    truth === undefined ? [] : [{ truth, suspects: suspects(input.services, evidence, using ?? modelFor(input)) }],
  );
}

function lessons(solved: readonly Solved[]): Lesson[] {
  return solved.flatMap(({ input, evidence, truth }) => {
    const at = input.services.indexOf(truth ?? "");
    const candidates = input.services.map((service) => strengths(evidence.filter((each) => each.service === service)));
    return at < 0 ? [] : [{ candidates, truth: at }];
  });
}

function scoreCells({ cases, top1, top3, reciprocal }: Score): string[] {
  if (cases === 0) return ["0", "", "", ""];
  const cell = (hits: number) => `${part(hits / cases)} ${interval(hits, cases)}`;
  return [String(cases), cell(top1), cell(top3), part(reciprocal / cases)];
}

function interval(hits: number, cases: number): string {
  const [low, high] = wilson(hits, cases);
  return `(${part(low)}–${part(high)})`;
}

function part(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

function line({ weights, nobody }: Model): string {
  return [...Object.entries(weights), ["nobody", nobody] as const]
    .map(([channel, weight]) => `${channel} ${weight.toFixed(2)}`)
    .join(", ");
}

async function keep(to: string, set: string, solved: readonly Solved[]): Promise<void> {
  await mkdir(to, { recursive: true });
  const byCase = solved.map(({ id, input, evidence }) => [
    id,
    suspects(input.services, evidence, modelFor(input)).map(({ service, score }) => ({ service, score })),
  ]);
  await writeFile(join(to, `${set}.json`), JSON.stringify(Object.fromEntries(byCase)));
}
