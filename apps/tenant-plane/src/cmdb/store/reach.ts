import type { Direction, RelationType } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

/** The first step by which an item was reached. */
export interface Step {
  /** 0 for the start items. */
  distance: number;
  /** The start item of this path. */
  root: string;
  /** The previous item on a shortest path and the relation between them; null for a root. */
  from: string | null;
  relation: RelationType | null;
}

export interface Walk {
  direction: Direction;
  depth: number;
  /** Maximum number of items, including roots. */
  most: number;
}

/**
 * The items that a failure affects (downstream) or its possible causes (upstream), start items first. A breadth-first search:
 * every item is reached by a shortest path, cycles end, and each level costs one indexed query.
 */
export async function reach(
  db: Db,
  ids: readonly string[],
  { direction, depth, most }: Walk,
): Promise<Map<string, Step>> {
  const met = new Map<string, Step>();
  for (const id of ids) met.set(id, { distance: 0, root: id, from: null, relation: null });
  let frontier = [...met.keys()];
  for (let distance = 1; distance <= depth && frontier.length > 0 && met.size < most; distance++) {
    const next: string[] = [];
    for (const { from_id, to_id, type } of await stepsFrom(db, frontier, direction, most)) {
      if (met.has(to_id) || met.size >= most) continue;
      met.set(to_id, { distance, root: met.get(from_id)?.root ?? from_id, from: from_id, relation: type });
      next.push(to_id);
    }
    frontier = next;
  }
  return met;
}

interface StepRow {
  from_id: string;
  to_id: string;
  type: RelationType;
}

/**
 * One row per neighbor of the frontier, smallest id and type first, so the choice between equal paths is deterministic.
 * Fewer than `most` items are known already, so the limit never hides a new item for which there is room.
 */
function stepsFrom(db: Db, frontier: readonly string[], direction: Direction, most: number): Promise<StepRow[]> {
  return direction === "downstream"
    ? db.rows(sql`
        select distinct on (affected_id) affected_id as to_id, failing_id as from_id, type from ci_relations
        where failing_id = any (${frontier}::uuid[])
        order by affected_id, failing_id, type limit ${most}`)
    : db.rows(sql`
        select distinct on (failing_id) failing_id as to_id, affected_id as from_id, type from ci_relations
        where affected_id = any (${frontier}::uuid[])
        order by failing_id, affected_id, type limit ${most}`);
}

export interface Reached {
  origin_id: string;
  ci_id: string;
  distance: number;
}

const maxReached = 20_000;
const deepest = 3;

/**
 * For each item separately, the items that its failure affects within a few steps, including itself with distance 0. One statement,
 * nearest first. PostgreSQL stops the recursion after 20,000 rows.
 */
export function reachFrom(db: Db, ids: readonly string[], depth: number): Promise<Reached[]> {
  return db.rows(sql`
    with recursive reached (origin_id, ci_id, distance) as (
      select id, id, 0 from unnest(${ids}::uuid[]) id
      union
      select reached.origin_id, step.affected_id, reached.distance + 1
      from reached join ci_relations step on step.failing_id = reached.ci_id
      where reached.distance < ${Math.min(depth, deepest)}
    )
    select origin_id, ci_id, min(distance) as distance
    from (select origin_id, ci_id, distance from reached limit ${maxReached}) bounded
    group by origin_id, ci_id`);
}
