import pg from "pg";

export interface Topology {
  items: number;
  relations: number;
  /** Taken at random over all layers. */
  typical: string[];
  /** Core switches, on which most items depend. */
  widestDown: string[];
  /** Business services, which depend on applications, machines and the network. */
  widestUp: string[];
}

/** Fills the tenant `default` with a layered graph: services on applications on containers and machines on hosts on the network. */
export async function seedTopology(url: string, items: number): Promise<Topology> {
  const client = new pg.Client({ connectionString: url, options: "-c app.tenant_id=default" });
  await client.connect();
  try {
    await client.query(naming);
    await client.query(insertItems, [items]);
    for (const { source, type, target, each } of relations)
      await client.query(insertRelations, [items, ...layers[source], ...layers[target], type, each]);
    await client.query(insertIncidents, [items]);
    await client.query(insertChanges, [items]);
    await client.query("vacuum analyze");
    const idsOf = async (where: string, most: number) => {
      const chosen = `select id from config_items where ${where} order by id limit ${most}`;
      return (await client.query<{ id: string }>(chosen)).rows.map(({ id }) => id);
    };
    const counted = await client.query<{ count: string }>("select count(*) from ci_relations");
    return {
      items,
      relations: Number(counted.rows[0]?.count),
      typical: await idsOf("true", 200),
      widestDown: await idsOf("name like 'core-%'", 10),
      widestUp: await idsOf("class = 'business_service'", 20),
    };
  } finally {
    await client.end();
  }
}

/** The start and end of each layer, in thousandths. Some machines are nodes of a cluster. */
const layers = {
  service: [0, 20],
  application: [20, 120],
  database: [120, 160],
  container: [160, 500],
  machine: [500, 820],
  node: [780, 820],
  cluster: [820, 825],
  host: [825, 985],
  network: [985, 999],
  core: [999, 1000],
} as const;

type Layer = keyof typeof layers;

/** The number of relations from each item of a layer to another layer. Relations within a layer form cycles. */
const relations: readonly { source: Layer; type: string; target: Layer; each: number }[] = [
  { source: "service", type: "depends_on", target: "service", each: 1 },
  { source: "service", type: "depends_on", target: "application", each: 4 },
  { source: "application", type: "depends_on", target: "application", each: 2 },
  { source: "application", type: "depends_on", target: "database", each: 2 },
  { source: "application", type: "runs_on", target: "container", each: 4 },
  { source: "database", type: "connects_to", target: "database", each: 2 },
  { source: "database", type: "runs_on", target: "machine", each: 1 },
  { source: "container", type: "connects_to", target: "container", each: 1 },
  { source: "container", type: "runs_on", target: "machine", each: 1 },
  { source: "container", type: "runs_on", target: "cluster", each: 1 },
  { source: "machine", type: "runs_on", target: "host", each: 1 },
  { source: "machine", type: "connects_to", target: "network", each: 1 },
  { source: "node", type: "part_of", target: "cluster", each: 1 },
  { source: "host", type: "connects_to", target: "network", each: 2 },
  { source: "network", type: "connects_to", target: "core", each: 2 },
];

// Ids are derived from numbers, which are assigned by layer, so relations are created without reading the items.
const naming = `
  create function pg_temp.item(number bigint) returns uuid language sql immutable as $$ select md5('item ' || number)::uuid $$`;

const insertItems = `
  insert into config_items (id, name, class, environment, description, attributes, criticality, tags, source, created_by, created_at, updated_at)
  select pg_temp.item(number), layer.name || '-' || number || '.example.com', layer.class,
         (array['production', 'production', 'staging', 'test'])[1 + number % 4],
         'Kept by team ' || number % 40 || ' in the centre ' || number % 7,
         jsonb_build_object('cores', number % 64, 'rack', 'r' || number % 500, 'os', 'linux ' || number % 9,
                            'address', '10.' || number % 200 || '.' || number % 250 || '.' || number % 240),
         (array['critical', 'high', 'medium', 'medium', 'low'])[1 + number % 5],
         array['team-' || number % 40, 'zone-' || number % 7], 'discovery', 'bench',
         now() - ($1 - number) * interval '1 minute', now() - number * interval '1 minute'
  from generate_series(0, $1::bigint - 1) number
  join (values
    (0, 20, 'shop', 'business_service'), (20, 120, 'app', 'application'), (120, 160, 'db', 'database'), (160, 500, 'pod', 'container'),
    (500, 820, 'vm', 'virtual_machine'), (820, 825, 'cluster', 'kubernetes_cluster'), (825, 985, 'host', 'server'),
    (985, 999, 'switch', 'network_device'), (999, 1000, 'core', 'network_device')
  ) layer(first, last, name, class) on number * 1000 / $1 >= layer.first and number * 1000 / $1 < layer.last`;

const insertRelations = `
  insert into ci_relations (id, source_id, target_id, type, description, origin, created_by)
  select gen_random_uuid(), pg_temp.item(source), pg_temp.item(target), $6, '', 'discovery', 'bench'
  from generate_series($2::bigint * $1::bigint / 1000, $3::bigint * $1::bigint / 1000 - 1) source
  cross join generate_series(1, $7::int) nth
  cross join lateral (
    select $4::bigint * $1::bigint / 1000
         + (hashtextextended(source || ' ' || nth || ' ' || $6, 0) & 9223372036854775807) % (($5::bigint - $4::bigint) * $1::bigint / 1000)
    as target) other
  where source <> target
  on conflict do nothing`;

const insertIncidents = `
  insert into incidents (id, number, title, description, severity, status, source, ci_ids, created_by)
  select gen_random_uuid(), number, 'Answers slowly', '', 'P' || number % 5 + 1, case number % 3 when 0 then 'open' else 'closed' end, 'metrics',
         array(select pg_temp.item((number * 31 + nth * 977) % $1)::text from generate_series(1, 3) nth), 'bench'
  from generate_series(1, $1::bigint / 50) number`;

const insertChanges = `
  with change as (
    insert into changes (id, number, title, description, type, risk_level, status, implementation_plan, rollback_plan, test_plan, requested_by, created_by)
    select gen_random_uuid(), number, 'New version', '', 'normal', 'medium', case number % 10 when 0 then 'implementing' else 'completed' end,
           '', '', '', 'bench', 'bench'
    from generate_series(1, $1::bigint / 100) number
    returning id, number
  )
  insert into change_items (change_id, ci_id)
  select distinct change.id, pg_temp.item((number * 53 + nth * 613) % $1) from change, generate_series(1, 5) nth`;
