import { type Channel, channels, type Model } from "@opsplane/rca";
import { faultKinds } from "../sim/faults.ts";
import { table } from "../table.ts";
import { fit, type Lesson } from "./fit.ts";
import type { Judged } from "./simulated/judge.ts";
import { judgeAll } from "./simulated/pool.ts";
import { prepareWorker } from "./simulated/prepare.ts";

// npm run bench -- rca fit [--count 8] [--seed fit]: weights of the channels, fitted on simulated worlds, and how well they do on kinds of
// faults and ways of naming that they were not fitted on.

export async function fitOnWorlds(count: number, seed: string): Promise<void> {
  const { worker, folder } = await prepareWorker({ keep: true });
  const asked = faultKinds.flatMap((kind) =>
    Array.from({ length: count }, (_, number) => ({ seed: `${seed}-${kind}-${number}`, kind, folder })),
  );
  const judged = await judgeAll(worker, asked, () => undefined);
  for (const isTraced of [true, false]) {
    console.log(isTraced ? "Worlds with traces" : "Worlds with metrics and logs alone");
    show(judged.filter((each) => each.isTraced === isTraced));
  }
}

function show(judged: readonly Judged[]): void {
  const all = fit(judged.map(lessonOf));
  console.log(line(all));
  const left = (of: (each: Judged) => string) => {
    const groups = [...new Set(judged.map(of))].sort();
    return groups.flatMap((group) => {
      const others = fit(judged.filter((each) => of(each) !== group).map(lessonOf));
      return judged.filter((each) => of(each) === group).map((each) => verdict(each, others));
    });
  };
  const rows = [
    ["fitted on all", ...cells(judged.map((each) => verdict(each, all)))],
    ["families of faults left out", ...cells(left(({ family }) => family))],
    ["ways of naming left out", ...cells(left(({ naming }) => naming))],
  ];
  console.log(table(["", "cases", "first", "first three", "calibration error", "stated .9: right", "of cases"], rows));
}

function lessonOf({ candidates, truth }: Judged): Lesson {
  return {
    candidates: candidates.map((each) => each.strengths),
    truth: candidates.findIndex(({ service }) => truth.includes(service)),
  };
}

interface Verdict {
  isFaulty: boolean;
  place: number;
  stated: number;
}

function verdict({ candidates, truth }: Pick<Judged, "candidates" | "truth">, { weights, nobody }: Model): Verdict {
  const scored = candidates
    .map(({ service, strengths }) => ({
      service,
      score: channels.reduce((sum, each) => sum + weights[each] * strengths[each], 0),
    }))
    .sort((a, b) => b.score - a.score);
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - nobody), 1);
  return {
    isFaulty: truth.length > 0,
    place: 1 + scored.findIndex(({ service }) => truth.includes(service)),
    stated: Math.exp((scored[0]?.score ?? Number.NEGATIVE_INFINITY) - nobody) / total,
  };
}

function cells(all: readonly Verdict[]): string[] {
  const faulty = all.filter(({ isFaulty }) => isFaulty);
  const part = (some: readonly Verdict[], of: readonly Verdict[]) => (some.length / Math.max(1, of.length)).toFixed(3);
  const sure = all.filter(({ stated }) => stated >= 0.9);
  return [
    String(all.length),
    part(
      faulty.filter(({ place }) => place === 1),
      faulty,
    ),
    part(
      faulty.filter(({ place }) => place >= 1 && place <= 3),
      faulty,
    ),
    calibrationError(all).toFixed(3),
    part(
      sure.filter(({ place }) => place === 1),
      sure,
    ),
    part(sure, all),
  ];
}

function calibrationError(all: readonly Verdict[]): number {
  let error = 0;
  for (let from = 0; from < 1; from += 0.1) {
    const bin = all.filter(({ stated }) => stated >= from && stated < from + 0.1 + (from > 0.85 ? 0.01 : 0));
    const stated = bin.reduce((sum, each) => sum + each.stated, 0);
    error += Math.abs(stated - bin.filter(({ place }) => place === 1).length);
  }
  return error / Math.max(1, all.length);
}

function line({ weights, nobody }: Model): string {
  const one = (channel: Channel) => `${channel}: ${weights[channel].toFixed(2)}`;
  return `weights: { ${channels.map(one).join(", ")} }, nobody: ${nobody.toFixed(2)}`;
}
