import type { Direction } from "@opsplane/contract";
import pg from "pg";
import type { Scope } from "./scope.ts";

/** The same limit as the product's. */
export const maxRows = 5001;

/**
 * The baseline: one hand-written recursive statement with the same limit that returns names. It has no tenancy, paths, scores,
 * incidents, changes or relations.
 */
export async function openBareWalk(scope: Scope, url: string) {
  const client = new pg.Client({ connectionString: url });
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await client.end();
  };
  scope.later(close);
  await client.connect();
  return {
    walk: async (id: string, direction: Direction, depth: number): Promise<number> => {
      const { rows } = await client.query({ name: direction, text: statements[direction], values: [id, depth] });
      return rows.length;
    },
    close,
  };
}

const statements: Record<Direction, string> = {
  downstream: statementOf("'depends_on', 'runs_on', 'connects_to'", "'part_of'"),
  upstream: statementOf("'part_of'", "'depends_on', 'runs_on', 'connects_to'"),
};

function statementOf(toSource: string, toTarget: string): string {
  return `
    with recursive walk (id, distance) as (
      select $1::uuid, 0
      union
      select step.id, walk.distance + 1
      from walk cross join lateral (
        select source_id as id from ci_relations where tenant_id = 'default' and target_id = walk.id and type in (${toSource})
        union all
        select target_id as id from ci_relations where tenant_id = 'default' and source_id = walk.id and type in (${toTarget})
      ) step
      where walk.distance < $2
    )
    select item.id, item.name, item.class, item.criticality, near.distance
    from (select id, min(distance) as distance from (select id, distance from walk limit ${maxRows}) bounded group by id) near
    join config_items item on item.id = near.id`;
}
