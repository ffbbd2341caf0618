import { openTemplates } from "@opsplane/rca";
import { openDrain } from "./patterns/drain.ts";
import { fit } from "./patterns/fit.ts";
import { type Format, type Line, linesOf } from "./patterns/format.ts";
import { applications } from "./patterns/formats/applications.ts";
import { clusters } from "./patterns/formats/clusters.ts";
import { networks } from "./patterns/formats/networks.ts";
import { reserve } from "./patterns/formats/reserve.ts";
import { systems } from "./patterns/formats/systems.ts";
import { mined } from "./patterns/mined.ts";
import { randomFrom } from "./patterns/random.ts";
import { bootstrap, type Grouping, groupingOf, mean } from "./patterns/scores.ts";
import { table } from "./table.ts";

// Log templates on formats of our own whose statements are known, beside a plain Drain.

const isFit = process.argv[3] === "fit";
const [first, second] = process.argv.slice(isFit ? 4 : 3);
const size = Number(first ?? 2000);
const seeds = Number(second ?? (isFit ? 1 : 5));
/** Set to name the lines of formats that were grouped wrong. */
const shown = process.env.PATTERNS_SHOW;

/** Drain reads bodies, because it is always used with a pattern for the head of the format. */
const miners = {
  ours: (lines: readonly Line[]) => mined(lines.map(({ text }) => text)),
  bodies: (lines: readonly Line[]) => mined(lines.map(({ body }) => body)),
  drain: (lines: readonly Line[]) => {
    const miner = openDrain();
    return lines.map(({ body }) => miner.add(body));
  },
};
const names = ["ours", "bodies", "drain"] as const;

type Scored = Record<(typeof names)[number], Grouping[]>;

const looked = [...systems, ...clusters, ...networks, ...applications];
const spent = { ours: 0, bodies: 0, drain: 0, lines: 0 };
if (isFit) showFit();
else showScores();

function showFit(): void {
  const formats = [...looked, ...reserve];
  const { all, fitted, inUse } = fit(formats, size, seeds);
  console.log(
    table(
      ["format", "constants chosen on the others", "GA"],
      fitted.map(({ format, constants, ga }) => [format, JSON.stringify(constants), part(ga)]),
    ),
  );
  const [low, high] = bootstrap(
    fitted.map(({ ga }) => ga),
    randomFrom(1),
  );
  console.log(
    `\nChosen without the format: ${part(mean(fitted.map(({ ga }) => ga)))} (${part(low)}–${part(high)}); with those in use: ${part(inUse)}`,
  );
  console.log(`Best on all: ${JSON.stringify(all)}`);
}

function showScores(): void {
  const rows: string[][] = [];
  const all: Scored[] = [];
  for (const [group, formats] of [
    ["", looked],
    ["not looked at", reserve],
  ] as const) {
    const scored = formats.map((format) => score(format));
    for (const [index, format] of formats.entries())
      rows.push([format.name, String(format.statements.length), ...cells(scored[index] ? [scored[index]] : [])]);
    rows.push([`mean${group === "" ? "" : ` (${group})`}`, "", ...cells(scored)]);
    all.push(...scored);
  }
  rows.push(["mean of all", "", ...cells(all)]);
  console.log(
    `${looked.length + reserve.length} formats, ${seeds} seeds of ${size} lines each. GA: grouping accuracy; FGA: F1 of groups\n`,
  );
  console.log(
    table(
      ["format", "statements", "GA (95 %)", "FGA", "without heads GA (95 %)", "FGA", "Drain GA (95 %)", "FGA"],
      rows,
    ),
  );
  const rate = (ms: number) => Math.round((spent.lines / ms) * 1000).toLocaleString("en");
  console.log(`\nLines a second of CPU: ${rate(spent.ours)}; Drain ${rate(spent.drain)}`);
}

function score(format: Format): Scored {
  const result: Scored = { ours: [], bodies: [], drain: [] };
  for (let seed = 1; seed <= seeds; seed += 1) {
    const lines = linesOf(format, size, seed);
    const truth = lines.map((line) => line.truth);
    for (const name of names) {
      // The time of this process alone, because other work shares the cores.
      const begin = process.cpuUsage().user;
      const found = miners[name](lines);
      spent[name] += (process.cpuUsage().user - begin) / 1000;
      result[name].push(groupingOf(found, truth));
      if (name === "ours" && seed === 1 && shown === format.name) show(lines);
    }
    spent.lines += lines.length;
  }
  return result;
}

/** The mean over formats and its interval: over formats, or of one format over seeds. */
function cells(scored: readonly Scored[]): string[] {
  return names.flatMap((name) => {
    const [single] = scored;
    const each =
      scored.length === 1 && single
        ? single[name].map(({ ga }) => ga)
        : scored.map((one) => mean(one[name].map(({ ga }) => ga)));
    const [low, high] = bootstrap(each, randomFrom(1));
    const fga = mean(scored.flatMap((one) => one[name].map((grouping) => grouping.fga)));
    return [`${part(mean(each))} (${part(low)}–${part(high)})`, part(fga)];
  });
}

function part(value: number): string {
  return value.toFixed(3).replace(/^0/, "");
}

/** The statements that have no group of their own, with the templates of their lines. */
function show(lines: readonly Line[]): void {
  const miner = openTemplates();
  const forms = lines.map(({ text }) => miner.add(text));
  const byTruth = new Map<number, Map<string, number>>();
  const byTemplate = new Map<string, Set<number>>();
  for (const [index, { truth }] of lines.entries()) {
    const template = miner.templateFor(forms[index] ?? "")?.text ?? "";
    const counts = byTruth.get(truth) ?? new Map<string, number>();
    byTruth.set(truth, counts.set(template, (counts.get(template) ?? 0) + 1));
    byTemplate.set(template, (byTemplate.get(template) ?? new Set()).add(truth));
  }
  for (const [truth, templates] of byTruth) {
    if (templates.size === 1 && [...templates.keys()].every((template) => byTemplate.get(template)?.size === 1))
      continue;
    console.log(`\nstatement ${truth}`);
    for (const [template, count] of [...templates].sort(([, one], [, other]) => other - one).slice(0, 8))
      console.log(`  ${count} × ${(byTemplate.get(template)?.size ?? 0) > 1 ? "SHARED " : ""}${template}`);
  }
}
