import { directions, type Impact, type RelationType, relationTypes } from "@opsplane/contract";
import { createLog, type Database, openDatabase } from "@opsplane/runtime";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { reach, reachFrom } from "./index.ts";

let plane: SharedPlane;
let records: pg.Client;
let database: Database;
beforeAll(async () => {
  plane = await sharedPlane();
  records = new pg.Client({ connectionString: plane.databaseUrl, options: `-c app.tenant_id=${plane.tenantId}` });
  await records.connect();
  database = openDatabase({
    url: plane.databaseUrl,
    log: createLog("fatal"),
    tenantConnections: 2,
    systemConnections: 1,
  });
});
afterAll(async () => {
  await database.close();
  await records.end();
});

/** A relation between two items by their numbers. */
interface Edge {
  source: number;
  target: number;
  type: RelationType;
}

const graphs = fc.integer({ min: 2, max: 12 }).chain((nodes) => {
  const node = fc.nat(nodes - 1);
  const edge = fc
    .record({ source: node, target: node, type: fc.constantFrom(...relationTypes) })
    .filter(({ source, target }) => source !== target);
  return fc.record({
    nodes: fc.constant(nodes),
    edges: fc.uniqueArray(edge, { maxLength: 3 * nodes, selector: (each) => JSON.stringify(each) }),
    roots: fc.uniqueArray(node, { minLength: 1, maxLength: 3 }),
    direction: fc.constantFrom(...directions),
    depth: fc.integer({ min: 1, max: 6 }),
  });
});

async function store({ nodes, edges }: { nodes: number; edges: readonly Edge[] }): Promise<string[]> {
  const ids = Array.from({ length: nodes }, () => crypto.randomUUID());
  await records.query(
    `insert into config_items (id, name, class, environment, description, attributes, criticality, tags, source, created_by)
     select id, id::text, 'server', '', '', '{}', 'medium', '{}', 'manual', '' from unnest($1::uuid[]) id`,
    [ids],
  );
  await records.query(
    `insert into ci_relations (id, source_id, target_id, type, description, origin, created_by)
     select gen_random_uuid(), source, target, type, '', 'manual', ''
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as edge(source, target, type)`,
    [edges.map(({ source }) => ids[source]), edges.map(({ target }) => ids[target]), edges.map(({ type }) => type)],
  );
  return ids;
}

/** The direction of a failure, defined again here, independent of the code under test. */
function hops(
  edges: readonly Edge[],
  direction: "downstream" | "upstream",
): { from: number; to: number; type: string }[] {
  return edges.map(({ source, target, type }) => {
    const fails = type === "part_of" ? source : target;
    const suffers = type === "part_of" ? target : source;
    return direction === "downstream" ? { from: fails, to: suffers, type } : { from: suffers, to: fails, type };
  });
}

/** Computes distances by relaxing every hop until nothing changes: slow, but simple. */
function distances(nodes: number, hop: readonly { from: number; to: number }[], roots: readonly number[]): number[] {
  const far = Array.from({ length: nodes }, (_, node) => (roots.includes(node) ? 0 : Number.POSITIVE_INFINITY));
  for (let round = 0; round < nodes; round++)
    for (const { from, to } of hop) far[to] = Math.min(far[to] ?? 0, (far[from] ?? 0) + 1);
  return far;
}

test("an impact equals a brute-force search, and every path is a shortest one", async () => {
  await fc.assert(
    fc.asyncProperty(graphs, async ({ nodes, edges, roots, direction, depth }) => {
      const ids = await store({ nodes, edges });
      const hop = hops(edges, direction);
      const expected = distances(nodes, hop, roots).flatMap((distance, node) =>
        distance > 0 && distance <= depth ? [`${ids[node]} ${distance}`] : [],
      );
      const ci_id = roots.map((root) => ids[root] ?? "");
      const found = await plane.admin.api.cmdb.impact({ query: { ci_id, direction, depth } });
      expect(found.affected.map(({ id, distance }) => `${id} ${distance}`).sort()).toEqual(expected.sort());
      for (const each of found.affected) assertShortest(each, ci_id, ids, hop);
      const inside = new Set([...ci_id, ...found.affected.map(({ id }) => id)]);
      const between = edges.filter((edge) => inside.has(ids[edge.source] ?? "") && inside.has(ids[edge.target] ?? ""));
      expect(found.relations).toHaveLength(between.length);
    }),
    { numRuns: 150 },
  );
});

function assertShortest(
  { id, distance, relation, path }: Impact["affected"][number],
  roots: readonly string[],
  ids: readonly string[],
  hop: readonly { from: number; to: number; type: string }[],
): void {
  expect(roots).toContain(path[0]?.id);
  expect(path[0]?.relation).toBeNull();
  expect(path).toHaveLength(distance + 1);
  expect(path.at(-1)).toEqual({ id, name: id, relation });
  for (const [index, step] of path.slice(1).entries()) {
    const before = path[index]?.id ?? "";
    expect(hop).toContainEqual({ from: ids.indexOf(before), to: ids.indexOf(step.id), type: step.relation });
  }
}

test("a search from many items at once equals separate searches", async () => {
  const db = database.tenant(plane.tenantId);
  await fc.assert(
    fc.asyncProperty(graphs, async ({ nodes, edges, depth: asked }) => {
      const depth = Math.min(asked, 3);
      const ids = await store({ nodes, edges });
      const together = await reachFrom(db, ids, depth);
      const alone = await Promise.all(
        ids.map(async (origin) =>
          [...(await reach(db, [origin], { direction: "downstream", depth, most: 100 }))].map(
            ([ci, { distance }]) => `${origin} ${ci} ${distance}`,
          ),
        ),
      );
      const found = together.map(({ origin_id, ci_id, distance }) => `${origin_id} ${ci_id} ${distance}`);
      expect(found.sort()).toEqual(alone.flat().sort());
    }),
    { numRuns: 40 },
  );
});

test("a search stops at its limit and keeps the nearest items", async () => {
  const chain = Array.from({ length: 9 }, (_, n): Edge => ({ source: n + 1, target: n, type: "depends_on" }));
  const ids = await store({ nodes: 10, edges: chain });
  const walk = { direction: "downstream", depth: 10, most: 4 } as const;
  const met = await reach(database.tenant(plane.tenantId), [ids[0] ?? ""], walk);
  expect([...met.keys()]).toEqual(ids.slice(0, 4));
});

test("a search from many items follows at most three steps", async () => {
  const chain = Array.from({ length: 9 }, (_, n): Edge => ({ source: n + 1, target: n, type: "depends_on" }));
  const ids = await store({ nodes: 10, edges: chain });
  const reached = await reachFrom(database.tenant(plane.tenantId), [ids[0] ?? ""], 9);
  expect(reached.map(({ distance }) => distance).sort()).toEqual([0, 1, 2, 3]);
});
