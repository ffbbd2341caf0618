import {
  type AffectedItem,
  type ChangeSummary,
  type Criticality,
  criticalities,
  type Direction,
  type Impact,
  type IncidentSummary,
} from "@opsplane/contract";
import { type Db, fail } from "@opsplane/runtime";
import { impactLevel, impactScore, itemScore } from "./rules.ts";
import { openIncidentsOf, runningChangesOf } from "./store/activity.ts";
import { readItems, readRelationsBetween, type WalkedItem } from "./store/impact.ts";
import { reach, type Step } from "./store/reach.ts";

interface Question {
  ids: readonly string[];
  direction: Direction;
  depth: number;
  /** The number of affected items to return. Score and totals include all visited items. */
  limit: number;
  seesIncidents: boolean;
  seesChanges: boolean;
}

const maxWalked = 5000;

/** The items that a failure affects, or its possible causes, with their open incidents and running changes. */
export async function analyse(db: Db, question: Question): Promise<Impact> {
  const { ids, direction, depth, limit } = question;
  // One item more than the limit shows whether there are more.
  const met = await reach(db, ids, { direction, depth, most: ids.length + maxWalked + 1 });
  const walked = [...met].slice(0, ids.length + maxWalked);
  const everyId = walked.map(([id]) => id);
  const [found, incidents, changes] = await Promise.all([
    readItems(db, everyId),
    question.seesIncidents ? openIncidentsOf(db, everyId) : [],
    question.seesChanges ? runningChangesOf(db, everyId) : [],
  ]);

  const items = new Map(found.map((item) => [item.id, item]));
  const roots = ids.map((id) => items.get(id) ?? fail("NOT_FOUND", `There is no configuration item ${id}.`));
  const ranked = rank(walked, items);
  const shown = withPaths(roots, ranked.slice(0, limit));
  const relations = await readRelationsBetween(db, [...ids, ...shown.map(({ id }) => id)]);

  const score = impactScore(ranked.map((each) => each.score));
  const services = servicesAmong(roots, ranked);
  const marked = marker(byItem(incidents), byItem(changes));
  const [openIncidents, runningChanges] = [distinct(incidents), distinct(changes)];
  const markedRoots = roots.map(marked);
  return {
    ci: markedRoots[0] ?? fail("ERROR", "The impact analysis needs at least one item."),
    roots: markedRoots,
    direction,
    depth,
    score,
    level: impactLevel(score),
    affected: shown.map(marked),
    services: services.slice(0, limit),
    open_incidents: openIncidents,
    running_changes: runningChanges,
    relations,
    totals: {
      affected: ranked.length,
      services: services.length,
      open_incidents: openIncidents.length,
      running_changes: runningChanges.length,
      deepest: ranked.at(-1)?.distance ?? 0,
    },
    truncated: met.size > walked.length || ranked.length > limit,
  };
}

interface Ranked extends WalkedItem {
  distance: number;
  from: string;
  relation: AffectedItem["relation"];
  score: number;
}

/** Sorts by distance, then by score, name and id. */
function rank(walked: readonly (readonly [string, Step])[], items: ReadonlyMap<string, WalkedItem>): Ranked[] {
  const ranked: Ranked[] = [];
  for (const [id, { distance, from, relation }] of walked) {
    const item = items.get(id);
    // Skips items that were deleted during the analysis.
    if (!item || from === null || relation === null) continue;
    const { name, class: itsClass, environment, criticality, service } = item;
    const score = itemScore(criticality, distance);
    // Written out, because spreading thousands of pg rows is slow, and so is sorting the copies.
    ranked.push({ id, name, class: itsClass, environment, criticality, service, distance, from, relation, score });
  }
  return ranked.sort(
    (a, b) => a.distance - b.distance || b.score - a.score || compare(a.name, b.name) || compare(a.id, b.id),
  );
}

/** Expects nearest first, so that each path extends an earlier one. An item without such a path was deleted during the analysis. */
function withPaths(roots: readonly WalkedItem[], ranked: readonly Ranked[]) {
  const ways = new Map<string, AffectedItem["path"]>();
  for (const { id, name } of roots) ways.set(id, [{ id, name, relation: null }]);
  return ranked.flatMap(({ from, ...item }) => {
    const before = ways.get(from);
    if (!before) return [];
    const path = [...before, { id: item.id, name: item.name, relation: item.relation }];
    ways.set(item.id, path);
    return [{ ...item, path }];
  });
}

function servicesAmong(roots: readonly WalkedItem[], ranked: readonly Ranked[]): Impact["services"] {
  return [...roots.map((root) => ({ ...root, distance: 0 })), ...ranked]
    .filter(({ service }) => service)
    .map(({ id, name, criticality, distance }) => ({ id, name, criticality, distance }))
    .sort((a, b) => order(a.criticality) - order(b.criticality) || a.distance - b.distance || compare(a.name, b.name));
}

function order(criticality: Criticality): number {
  return criticalities.indexOf(criticality);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Adds the open incidents and running changes of an item. */
function marker(incidents: ReadonlyMap<string, IncidentSummary[]>, changes: ReadonlyMap<string, ChangeSummary[]>) {
  return <T extends { id: string }>(item: T) => ({
    ...item,
    open_incidents: incidents.get(item.id) ?? [],
    running_changes: changes.get(item.id) ?? [],
  });
}

function byItem<T extends { ci_id: string }>(pairs: readonly T[]): Map<string, T[]> {
  const grouped = new Map<string, T[]>();
  for (const pair of pairs) {
    const others = grouped.get(pair.ci_id);
    if (others) others.push(pair);
    else grouped.set(pair.ci_id, [pair]);
  }
  return grouped;
}

function distinct<T extends { id: string }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}
