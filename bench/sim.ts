import { wilson } from "./rca/scores.ts";
import type { Judged } from "./rca/simulated/judge.ts";
import { judgeAll } from "./rca/simulated/pool.ts";
import { engineSeed, prepareWorker } from "./rca/simulated/prepare.ts";
import { faultKinds } from "./sim/faults.ts";
import { table } from "./table.ts";

// Incidents of simulated worlds that the engine has never seen: is the true cause first, and is the stated probability right?

const { values } = optionsOf();
const kinds = faultKinds.filter((each) => values.kinds.length === 0 || values.kinds.includes(each));
const { worker, folder } = await prepareWorker({ keep: values.keep });
const asked = kinds.flatMap((kind) =>
  Array.from({ length: values.count }, (_, number) => ({
    ...{ seed: `${values.seed}-${kind}-${number}`, kind, folder },
    senders: values.senders,
  })),
);
console.log(`Seed ${values.seed}`);
const begin = performance.now();
const judged = await judgeAll(worker, asked, () => undefined);
show();

function show(): void {
  const head = ["cases", "first (95 %)", "first three", "in the list", "wrong at .8 or more", "none named"];
  console.log(
    table(
      ["fault", ...head],
      kinds.map((kind) => [kind, ...rowOf(judged.filter((each) => each.kind === kind))]),
    ),
  );
  const by = (title: string, of: (each: Judged) => string) => {
    const groups = [...new Set(judged.map(of))].sort();
    console.log(
      table(
        [title, ...head],
        groups.map((group) => [group, ...rowOf(judged.filter((each) => of(each) === group))]),
      ),
    );
  };
  by("family", ({ family }) => family);
  by("names", ({ naming }) => naming);
  by("traces", ({ isTraced }) => (isTraced ? "with traces" : "none"));
  console.log(table(["all", ...head], [["", ...rowOf(judged.filter(({ truth }) => truth.length > 0))]]));
  for (const isTraced of [true, false]) {
    console.log(isTraced ? "With traces:" : "Without traces:");
    reliability(judged.filter((each) => each.isTraced === isTraced));
  }
  const ms = judged.map((each) => each.ms).sort((a, b) => a - b);
  const seconds = (performance.now() - begin) / 1000;
  console.log(
    `${asked.length - judged.length} that nobody felt; ${seconds.toFixed(0)} s in all; an analysis takes ${(ms[ms.length >> 1] ?? 0).toFixed(0)} ms (median), ${(ms.at(-1) ?? 0).toFixed(0)} ms at most`,
  );
}

function rowOf(some: readonly Judged[]): string[] {
  const faulty = some.filter(({ truth }) => truth.length > 0);
  const silent = some.filter(({ named }) => named.length === 0).length;
  if (faulty.length === 0) {
    const loud = some.filter(({ named }) => (named[0]?.probability ?? 0) >= 0.8).length;
    return [String(some.length), "", "", "", part(loud, some.length), part(silent, some.length)];
  }
  const within = (most: number) => faulty.filter((each) => placeOf(each) > 0 && placeOf(each) <= most).length;
  const [low, high] = wilson(within(1), faulty.length);
  const loud = faulty.filter((each) => placeOf(each) !== 1 && (each.named[0]?.probability ?? 0) >= 0.8).length;
  return [
    String(some.length),
    `${part(within(1), faulty.length)} (${low.toFixed(2)}–${high.toFixed(2)})`,
    part(within(3), faulty.length),
    part(within(10), faulty.length),
    part(loud, faulty.length),
    part(silent, some.length),
  ];
}

function placeOf({ truth, named }: Judged): number {
  return 1 + named.findIndex(({ service }) => truth.includes(service));
}

/** How often the first one is right, by the probability that is stated. Where nothing is wrong, none is right. */
function reliability(judged: readonly Judged[]): void {
  const edges = [0, 0.25, 0.5, 0.75, 0.8, 0.9, 1.01];
  const stated = (each: Judged) => each.named[0]?.probability ?? 0;
  const withOne = judged.filter(({ named }) => named.length > 0);
  let error = 0;
  const rows = edges.slice(0, -1).flatMap((from, at) => {
    const bin = withOne.filter((each) => stated(each) >= from && stated(each) < (edges[at + 1] ?? 2));
    if (bin.length === 0) return [];
    const right = bin.filter((each) => placeOf(each) === 1).length;
    const mean = bin.reduce((sum, each) => sum + stated(each), 0) / bin.length;
    error += Math.abs(mean - right / bin.length) * (bin.length / withOne.length);
    return [[`${Math.round(from * 100)} %`, String(bin.length), mean.toFixed(2), part(right, bin.length)]];
  });
  console.log(table(["stated from", "cases", "mean stated", "right"], rows));
  const brier =
    withOne.reduce((sum, each) => sum + (stated(each) - (placeOf(each) === 1 ? 1 : 0)) ** 2, 0) / withOne.length;
  const first = judged.filter((each) => placeOf(each) === 1);
  const covered = (bound: number) => part(first.filter((each) => stated(each) >= bound).length, first.length);
  console.log(
    `Expected calibration error ${error.toFixed(3)}, Brier score ${brier.toFixed(3)}; of the right first causes ${covered(0.8)} are stated at .8 or more, ${covered(0.9)} at .9 or more\n`,
  );
}

function part(count: number, of: number): string {
  return of === 0 ? "" : (count / of).toFixed(2);
}

function optionsOf() {
  const after = (name: string) => {
    const at = process.argv.indexOf(`--${name}`);
    return at < 0 ? undefined : process.argv[at + 1];
  };
  return {
    values: {
      kinds: after("kinds")?.split(",") ?? [],
      count: Number(after("count") ?? 5),
      seed: after("seed") ?? engineSeed(),
      senders: after("senders") === "complete" ? ("complete" as const) : ("any" as const),
      keep: process.argv.includes("--keep"),
    },
  };
}
