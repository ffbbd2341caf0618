import type { LogPattern, PatternChange } from "@opsplane/contract";
import { openTemplates, type Template, type Templates } from "@opsplane/rca";
import { type ClickHouseReader, openTurns } from "@opsplane/runtime";
import { type Bars, barsOf } from "../bars.ts";
import type { BoundedRange } from "../time-range.ts";
import type { LogFilter } from "./filter.ts";
import { patternQuery } from "./pattern-query.ts";
import { countLines, type LineGroup, maxGroups, readLineGroups } from "./store/patterns.ts";

const maxServices = 10;

export interface PatternsQuery {
  maxBars: number;
  limit: number;
  sort: "count" | "novelty";
  /** More lines than this are sampled. */
  maxRead: number;
}

/** The patterns of a window, compared with the window of the same length before it. */
export async function readPatterns(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  window: BoundedRange,
  { maxBars, limit, sort, maxRead }: PatternsQuery,
) {
  const length = window.to.getTime() - window.from.getTime();
  const before = { from: new Date(Math.max(0, window.from.getTime() - length)), to: window.from };
  const bars = barsOf(window, maxBars);
  const [now, earlier] = await Promise.all(
    [window, before].map((range) => readWindow(clickhouse, filter, range, { step: bars.step, maxRead })),
  );
  const patterns = (await patternsOf(now ?? nothing, earlier ?? nothing, bars)).toSorted(orders[sort]);
  const { matched, read, groups } = now ?? nothing;
  return {
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    step_seconds: bars.step,
    buckets: bars.numbers.map((number) => new Date(number * bars.step * 1000).toISOString()),
    matched,
    read,
    sampled: read < matched,
    left_out: Math.round((read - sumOf(groups.map(({ lines }) => lines))) * scaleOf(now ?? nothing)),
    pattern_count: patterns.length,
    patterns: patterns.slice(0, limit),
  };
}

interface WindowLines {
  matched: number;
  read: number;
  groups: readonly LineGroup[];
}

const nothing: WindowLines = { matched: 0, read: 0, groups: [] };

async function readWindow(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  range: BoundedRange,
  { step, maxRead }: { step: number; maxRead: number },
): Promise<WindowLines> {
  const counted = await countLines(clickhouse, filter, range);
  if (counted === 0) return nothing;
  const oneOf = Math.ceil(counted / maxRead);
  const all = await readLineGroups(clickhouse, filter, range, { step, oneOf });
  const read = all[0]?.all_lines ?? 0;
  const groups = withinBudget(all);
  // Lines can arrive between the two reads.
  return { matched: oneOf === 1 ? read : Math.max(counted, read), read, groups };
}

/** Characters that are mined of a window. 10,000 usual lines have less. */
const maxCharacters = 1_500_000;

/** The most frequent groups, because mining takes time by length. The others count as left out. */
function withinBudget(groups: readonly LineGroup[]): readonly LineGroup[] {
  let characters = 0;
  return groups.filter(({ form }) => {
    characters += form.length;
    return characters <= maxCharacters;
  });
}

const scaleOf = ({ matched, read }: WindowLines): number => (read === 0 ? 0 : matched / read);

/** Both windows are mined together, because more lines can turn a word into a value. */
async function patternsOf(now: WindowLines, before: WindowLines, bars: Bars): Promise<LogPattern[]> {
  const miner = openTemplates({ maxForms: 2 * maxGroups });
  const turn = openTurns();
  const mined = async ({ groups }: WindowLines) => {
    const added: { group: LineGroup; form: string }[] = [];
    for (const group of groups) {
      added.push({ group, form: miner.add(group.form, group.lines, group.first_ms) });
      await turn();
    }
    return added;
  };
  const [current, previous] = [await mined(now), await mined(before)];
  await miner.settle(turn);
  const [ofNow, ofBefore] = [byTemplate(miner, current), byTemplate(miner, previous)];
  return miner.templates().map((template) => {
    const groups = ofNow.get(template.id) ?? [];
    const earlier = ofBefore.get(template.id) ?? [];
    return patternOf(
      template,
      { groups, scale: scaleOf(now), all: now.matched },
      { groups: earlier, scale: scaleOf(before) },
      bars,
    );
  });
}

function byTemplate(miner: Templates, added: readonly { group: LineGroup; form: string }[]): Map<string, LineGroup[]> {
  const found = new Map<string, LineGroup[]>();
  for (const { group, form } of added) {
    const id = miner.templateFor(form)?.id ?? "";
    const known = found.get(id);
    if (known) known.push(group);
    else found.set(id, [group]);
  }
  return found;
}

interface Part {
  groups: readonly LineGroup[];
  scale: number;
}

function patternOf(template: Template, now: Part & { all: number }, before: Part, bars: Bars): LogPattern {
  const lines = sumOf(now.groups.map((group) => group.lines));
  const earlier = sumOf(before.groups.map((group) => group.lines));
  const scaled = (count: number) => Math.round(count * now.scale);
  const shown = now.groups.length > 0 ? now.groups : before.groups;
  const example = shown.reduce((oldest, group) => (group.first_ms < oldest.first_ms ? group : oldest)).example;
  const services = [...summed(now.groups.map((group) => group.services))].toSorted(
    ([one, many], [other, more]) => more - many || (one < other ? -1 : 1),
  );
  const byBar = summed(now.groups.map((group) => group.bars));
  return {
    id: template.id,
    template: template.text,
    count: scaled(lines),
    previous_count: Math.round(earlier * before.scale),
    change: changeOf(lines * now.scale, earlier * before.scale, Math.max(now.scale, before.scale, 1)),
    share: now.all === 0 ? 0 : Math.min(1, (lines * now.scale) / now.all),
    levels: Object.fromEntries(
      [...summed(now.groups.map((group) => group.levels))].map(([level, count]) => [level, scaled(count)]),
    ),
    services: services.slice(0, maxServices).map(([service, count]) => ({ service, count: scaled(count) })),
    service_count: services.length,
    first_seen: new Date(Math.min(...shown.map((group) => group.first_ms))).toISOString(),
    last_seen: new Date(Math.max(...shown.map((group) => group.last_ms))).toISOString(),
    example,
    q: patternQuery(template.phrases, example),
    trend: bars.numbers.map((number) => scaled(byBar.get(number) ?? 0)),
  };
}

const fewestTimes = 1.5;
const fewestDeviations = 3;

/** Counts of independent lines vary by their root, and a line of a sample stands for `weight` lines. */
export function changeOf(now: number, before: number, weight = 1): PatternChange {
  if (before === 0) return "new";
  if (now === 0) return "gone";
  const deviations = (now - before) / Math.sqrt((now + before) * weight);
  if (now / before >= fewestTimes && deviations >= fewestDeviations) return "rising";
  if (before / now >= fewestTimes && deviations <= -fewestDeviations) return "falling";
  return "steady";
}

const novelty: Readonly<Record<PatternChange, number>> = { new: 0, rising: 1, gone: 2, falling: 3, steady: 4 };

type Order = (one: LogPattern, other: LogPattern) => number;
const byCount: Order = (one, other) =>
  other.count - one.count || other.previous_count - one.previous_count || (one.template < other.template ? -1 : 1);
const orders: Readonly<Record<PatternsQuery["sort"], Order>> = {
  count: byCount,
  novelty: (one, other) => novelty[one.change] - novelty[other.change] || byCount(one, other),
};

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function summed<Key>(parts: readonly (readonly [readonly Key[], readonly number[]])[]): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const [keys, counts] of parts)
    for (const [index, key] of keys.entries()) sums.set(key, (sums.get(key) ?? 0) + (counts[index] ?? 0));
  return sums;
}
