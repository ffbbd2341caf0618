import { changeFilters, type Filter, incidentFilters, itemFilters, requestFilters } from "./filters.ts";
import { paraphrase } from "./paraphrase.ts";
import { type Random, randomOf } from "./random.ts";
import { timeOf } from "./times.ts";
import { classes, unknown } from "./words.ts";

export interface Generated {
  readonly ask: string;
  /** One row with `n`; undefined when no record holds the answer. */
  readonly sql: string | undefined;
}

/** Questions from the grammar of the data, with their answers in SQL. It imports nothing of the copilot. */
export function generated(seed: number, count: number, now: number): Generated[] {
  const random = randomOf(seed);
  const found = new Map<string, Generated>();
  while (found.size < count) {
    const question = aQuestion(random, now);
    found.set(question.ask, question);
  }
  return [...found.values()];
}

interface Kind {
  readonly noun: string;
  readonly table: string;
  readonly where: string;
  readonly filters: readonly ((random: Random) => Filter)[];
  readonly times: readonly (readonly [column: string, verb: string])[];
}

function kindOf(random: Random): Kind {
  const incident: Kind = {
    ...{ noun: "incidents", table: "incidents", where: "true", filters: incidentFilters },
    times: [
      ["created_at", ""],
      ["created_at", "opened"],
      ["resolved_at", "resolved"],
      ["closed_at", "closed"],
      ["updated_at", "updated"],
    ],
  };
  const [name, plural] = random.pick(classes);
  return random.pick<Kind>([
    incident,
    incident,
    incident,
    { noun: "changes", table: "changes", where: "true", filters: changeFilters, times: [] },
    {
      ...{ noun: "requests", table: "service_requests", where: "true", filters: requestFilters },
      times: [["created_at", "created"]],
    },
    { noun: plural, table: "config_items", where: `class = '${name}'`, filters: itemFilters, times: [] },
    { noun: "configuration items", table: "config_items", where: "true", filters: itemFilters, times: [] },
  ]);
}

function aQuestion(random: Random, now: number): Generated {
  const kind = kindOf(random);
  const filters = someFilters(random, kind, now);
  const isUnknown = random.chance(0.15);
  const beforeNoun = filters.filter((filter) => filter.before).map(({ say }) => say);
  const clauses = inOrder(random.shuffled(filters.filter((filter) => !filter.before)));
  const after = clauses.map(({ say }) => say);
  if (isUnknown) after.splice(random.below(after.length + 1), 0, random.pick(unknown));
  const noun = [...beforeNoun, kind.noun].join(" ");
  const isTimeFirst =
    clauses.at(-1)?.slot === "time" && /^(?:in|on|since|yesterday|last|this|today)/.test(after.at(-1) ?? "");
  const rest = after.join(" ");
  const ask = random.pick([
    () => `How many ${noun} ${isRelative(after[0]) ? "are there " : ""}${rest}`,
    () => `how many ${noun} are there ${rest}`,
    () => `number of ${noun} ${rest}`,
    () => `count ${noun} ${rest}`,
    () =>
      isTimeFirst && after.length > 1
        ? `${after.at(-1)}, how many ${noun} were there ${after.slice(0, -1).join(" ")}`
        : `what is the number of ${noun} ${rest}`,
  ])();
  const where = [kind.where, ...filters.map(({ sql }) => `(${sql})`)].join(" and ");
  return {
    ask: paraphrase(random, ask.replace(/ +/g, " ").trim()),
    sql: isUnknown ? undefined : `select count(*) as n from ${kind.table} where tenant_id = $1 and ${where}`,
  };
}

/** "except P1" excludes what follows too, so it comes last. A time beside another state says which time it is. */
function inOrder(filters: readonly Filter[]): Filter[] {
  const excludes = (filter: Filter) => /^(?:except|excluding|other than) /.test(filter.say);
  const hasState = filters.some(({ slot, sql }) => slot === "status" && !sql.includes("updated_at"));
  const dated = filters.map((filter) =>
    hasState && filter.slot === "time" && /^(?:today|yesterday|this|last|in|since|on) /.test(`${filter.say} `)
      ? { ...filter, say: `opened ${filter.say}` }
      : filter,
  );
  return [...dated.filter((filter) => !excludes(filter)), ...dated.filter(excludes)];
}

const isRelative = (text: string | undefined) => text?.startsWith("that ") ?? false;

/** One to three, of different slots. */
function someFilters(random: Random, kind: Kind, now: number): Filter[] {
  const wanted = 1 + random.below(3);
  const found = new Map<string, Filter>();
  const [time] = kind.times.length > 0 ? [kind.times[random.below(kind.times.length)]] : [];
  if (time && random.chance(0.45)) {
    const filter = timeOf(random, now, time[0], time[1]);
    found.set("time", filter);
    // "resolved last week" says the status already.
    if (time[1] !== "" && time[1] !== "opened" && time[1] !== "created") found.set("status", filter);
  }
  for (let tries = 0; tries < 10 && new Set(found.values()).size < wanted; tries += 1) {
    const filter = kind.filters[random.below(kind.filters.length)]?.(random);
    if (filter && !found.has(filter.slot)) found.set(filter.slot, filter);
  }
  return [...new Set(found.values())];
}
