import { type Impact, impactFlow, type RelationType, relationTypes } from "@opsplane/contract";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { aChange } from "../../test/a-change.ts";
import { type Api, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let api: Api;
beforeAll(async () => {
  plane = await sharedPlane();
  ({ api } = plane.admin);
});

type NewItem = Parameters<Api["cmdb"]["create"]>[0]["body"];
type Question = Omit<NonNullable<NonNullable<Parameters<Api["cmdb"]["impact"]>[0]>["query"]>, "ci_id">;

/** Creates items and relations from lines such as "web runs_on host". Items are servers by default. */
async function aWorld(lines: readonly string[], facts: Record<string, Partial<NewItem>> = {}) {
  const ids = new Map<string, string>();
  const relations = lines.map((line) => line.split(" ") as [string, RelationType, string]);
  for (const name of new Set([...relations.flatMap(([source, , target]) => [source, target]), ...Object.keys(facts)]))
    ids.set(name, (await api.cmdb.create({ body: { name, class: "server", ...facts[name] } })).id);
  const id = (name: string) => ids.get(name) ?? "";
  for (const [source, type, target] of relations)
    await api.cmdb.relate({ body: { source_id: id(source), target_id: id(target), type } });
  return {
    id,
    impact: (names: string, question: Question = {}) =>
      api.cmdb.impact({ query: { ...question, ci_id: names.split(" ").map(id) } }),
  };
}

const reached = ({ affected }: Impact) => affected.map(({ name, distance }) => `${name} ${distance}`);
const ways = ({ affected }: Impact) =>
  affected.map(({ path }) => path.map(({ name, relation }) => (relation ? `-${relation}-> ${name}` : name)).join(" "));

describe("a failure", () => {
  test.each(relationTypes)("spreads over %s as the contract defines", async (type) => {
    const world = await aWorld([`one ${type} other`]);
    const [failing, affected] = impactFlow[type] === "to_source" ? ["other", "one"] : ["one", "other"];
    expect(reached(await world.impact(failing))).toEqual([`${affected} 1`]);
    expect(reached(await world.impact(affected))).toEqual([]);
    expect(reached(await world.impact(affected, { direction: "upstream" }))).toEqual([`${failing} 1`]);
  });

  test("spreads along a chain, nearest first, with the path to each item", async () => {
    const { impact, id } = await aWorld(["shop depends_on web", "web runs_on vm", "vm runs_on host"]);
    const found = await impact("host");
    expect(reached(found)).toEqual(["vm 1", "web 2", "shop 3"]);
    expect(ways(found)).toEqual([
      "host -runs_on-> vm",
      "host -runs_on-> vm -runs_on-> web",
      "host -runs_on-> vm -runs_on-> web -depends_on-> shop",
    ]);
    expect(found).toMatchObject({
      ci: { id: id("host"), name: "host", class: "server", service: false },
      roots: [{ id: id("host") }],
      direction: "downstream",
      depth: 5,
      totals: { affected: 3, services: 0, open_incidents: 0, running_changes: 0, deepest: 3 },
      truncated: false,
    });
    expect(found.affected[2]).toMatchObject({ relation: "depends_on", score: 0.98, service: false });
    expect(found.relations).toHaveLength(3);
    expect(found.relations).toContainEqual({
      id: expect.any(String),
      source_id: id("web"),
      target_id: id("vm"),
      type: "runs_on",
    });
  });

  test("of an item without dependents affects nothing", async () => {
    const { impact } = await aWorld(["shop depends_on web"]);
    expect(await impact("shop")).toMatchObject({
      score: 0,
      level: "none",
      affected: [],
      services: [],
      relations: [],
      totals: { affected: 0, deepest: 0 },
      truncated: false,
    });
  });

  test("affects each item of a diamond once, always by the same shortest path", async () => {
    const { impact } = await aWorld([
      ...["left depends_on base", "right depends_on base", "top depends_on left", "top depends_on right"],
      ...["top connects_to right", "far depends_on top", "far depends_on right"],
    ]);
    const found = await impact("base");
    expect(reached(found)).toEqual(["left 1", "right 1", "far 2", "top 2"]);
    expect(ways(found)[2]).toBe("base -depends_on-> right -depends_on-> far");
    expect(ways(found)[3]).toBe("base -depends_on-> left -depends_on-> top");
    expect(found.relations).toHaveLength(7);
    expect(await impact("base")).toEqual(found);
  });

  test("follows a cycle once and does not return to the start", async () => {
    const { impact } = await aWorld(["a depends_on b", "b depends_on c", "c depends_on a", "b connects_to a"]);
    const found = await impact("a", { depth: 10 });
    expect(reached(found)).toEqual(["b 1", "c 1"]);
    expect(ways(found)).toEqual(["a -connects_to-> b", "a -depends_on-> c"]);
  });

  test("is followed for the requested depth, at most ten", async () => {
    const chain = Array.from({ length: 12 }, (_, n) => `n${n + 1} depends_on n${n}`);
    const { impact } = await aWorld(chain);
    expect(reached(await impact("n0", { depth: 1 }))).toEqual(["n1 1"]);
    expect((await impact("n0")).totals).toMatchObject({ affected: 5, deepest: 5 });
    expect(await impact("n0", { depth: 10 })).toMatchObject({
      totals: { affected: 10, deepest: 10 },
      truncated: false,
    });
    for (const depth of [0, 11]) expect(await refusalOf(impact("n0", { depth }))).toMatchObject({ status: 422 });
  });

  test("of a part affects the whole, but not the other way round", async () => {
    const { impact } = await aWorld(["node part_of cluster", "app runs_on cluster"]);
    expect(reached(await impact("node"))).toEqual(["cluster 1", "app 2"]);
    expect(reached(await impact("cluster"))).toEqual(["app 1"]);
  });

  test.each(relationTypes)("is traced over %s in the opposite direction upstream", async (type) => {
    const { impact } = await aWorld([`one ${type} two`]);
    const [failing, reachedItem] = type === "part_of" ? ["one", "two"] : ["two", "one"];
    expect(reached(await impact(failing))).toEqual([`${reachedItem} 1`]);
    expect(reached(await impact(reachedItem))).toEqual([]);
    expect(reached(await impact(reachedItem, { direction: "upstream" }))).toEqual([`${failing} 1`]);
    expect(reached(await impact(failing, { direction: "upstream" }))).toEqual([]);
  });

  test("has every direct and indirect dependency upstream", async () => {
    const { impact } = await aWorld(["shop depends_on web", "web runs_on cluster", "node part_of cluster"]);
    const found = await impact("shop", { direction: "upstream" });
    expect(reached(found)).toEqual(["web 1", "cluster 2", "node 3"]);
    expect(found.direction).toBe("upstream");
  });
});

describe("several items at once", () => {
  test("are analyzed together, and each distance is to the nearest of them", async () => {
    const { impact, id } = await aWorld(["web depends_on db", "db runs_on host", "mail runs_on host"]);
    const found = await impact("host web");
    expect(found.roots.map(({ name }) => name)).toEqual(["host", "web"]);
    expect(found.ci.id).toBe(id("host"));
    expect(reached(found)).toEqual(["db 1", "mail 1"]);
    expect(ways(found)).toEqual(["host -runs_on-> db", "host -runs_on-> mail"]);
    expect(reached(await impact("host host"))).toEqual(["db 1", "mail 1", "web 2"]);
    expect((await impact("web host host")).roots.map(({ name }) => name)).toEqual(["web", "host"]);
  });

  test("with an unknown item or one of another tenant are 404", async () => {
    const { id } = await aWorld([], { here: {} });
    const other = await plane.tenant();
    const stranger = crypto.randomUUID();
    expect(await refusalOf(api.cmdb.impact({ query: { ci_id: [id("here"), stranger] } }))).toMatchObject({
      status: 404,
      message: `There is no configuration item ${stranger}.`,
    });
    expect(await refusalOf(other.api.cmdb.impact({ query: { ci_id: [id("here")] } }))).toMatchObject({ status: 404 });
  });

  test("need at least one, and a known direction", async () => {
    for (const query of ["", "?ci_id=", "?ci_id=web-1", `?ci_id=${crypto.randomUUID()}&direction=sideways`]) {
      const response = await fetch(`${plane.url}/api/cmdb/impact${query}`, { headers: plane.admin.headers });
      expect([query, response.status]).toEqual([query, 422]);
    }
  });
});

describe("the affected services", () => {
  test("have a built-in or custom service class, most critical first", async () => {
    await api.cmdb.defineClass({ body: { name: "shop floor", service: true } });
    await api.cmdb.defineClass({ body: { name: "shelf", service: false } });
    const { impact } = await aWorld(
      ["site depends_on app", "app depends_on db", "floor depends_on db", "shelf depends_on db", "pay depends_on site"],
      {
        site: { class: "website", criticality: "low" },
        app: { class: "application", criticality: "high" },
        floor: { class: "shop floor", criticality: "critical" },
        shelf: { class: "shelf", criticality: "critical" },
        pay: { class: "business_service", criticality: "high" },
        db: { class: "database" },
      },
    );
    const found = await impact("db");
    expect(found.services.map(({ name, criticality, distance }) => [name, criticality, distance])).toEqual([
      ["floor", "critical", 1],
      ["app", "high", 1],
      ["pay", "high", 3],
      ["site", "low", 2],
    ]);
    expect(found.totals.services).toBe(4);
    expect(found.affected.filter(({ service }) => service)).toHaveLength(4);
    expect((await impact("site")).services.map(({ name, distance }) => [name, distance])).toEqual([
      ["pay", 1],
      ["site", 0],
    ]);
  });
});

describe("the score", () => {
  test("sums the weights of affected items, reduced by distance", async () => {
    const { impact } = await aWorld(["a depends_on root", "b depends_on a", "c depends_on root"], {
      root: { criticality: "critical" },
      a: { criticality: "critical" },
      b: { criticality: "high" },
      c: { criticality: "low" },
    });
    const found = await impact("root");
    expect(found.affected.map(({ name, score }) => [name, score])).toEqual([
      ["a", 10],
      ["c", 1],
      ["b", 3.5],
    ]);
    expect(found.score).toBe(Math.round(1000 * (1 - Math.exp(-14.5 / 40))) / 10);
    expect(found.level).toBe("medium");
  });

  test("never falls when more items are affected or one becomes more critical", async () => {
    const { impact, id } = await aWorld(["n0 depends_on root"]);
    const scores = [(await impact("root")).score];
    for (const criticality of ["high", "critical"] as const) {
      await api.cmdb.update({ params: { id: id("n0") }, body: { criticality } });
      scores.push((await impact("root")).score);
    }
    for (let more = 0; more < 20; more++) {
      const { id: added } = await api.cmdb.create({ body: { name: `m${more}`, class: "server", criticality: "high" } });
      await api.cmdb.relate({ body: { source_id: added, target_id: id("root"), type: "depends_on" } });
      scores.push((await impact("root")).score);
    }
    expect(scores.every((score, index) => index === 0 || score > (scores[index - 1] ?? 0))).toBe(true);
    expect((await impact("root")).level).toBe("critical");
  });
});

describe("current activity", () => {
  test("is shown with the items: open incidents and running changes", async () => {
    const { impact, id } = await aWorld(["web depends_on db", "shop depends_on web"]);
    const one = await api.incidents.create({
      body: { title: "db slow", severity: "P2", ci_ids: [id("db"), id("web")] },
    });
    const two = await api.incidents.create({ body: { title: "web down", severity: "P1", ci_ids: [id("web")] } });
    await resolved(await api.incidents.create({ body: { title: "over", ci_ids: [id("web")] } }));
    await aChange(plane, { status: "implementing", fromHours: -9, toHours: -8, item: id("shop") });
    await aChange(plane, { status: "scheduled", fromHours: 1, toHours: 2, item: id("shop") });
    const found = await impact("db");
    expect(found.ci.open_incidents).toEqual([
      { id: one.id, reference: one.reference, title: "db slow", severity: "P2", status: "triggered" },
    ]);
    expect(found.affected[0]?.open_incidents.map(({ title }) => title)).toEqual(["web down", "db slow"]);
    expect(found.affected[1]).toMatchObject({
      open_incidents: [],
      running_changes: [{ reference: expect.stringMatching(/^CHG-/), status: "implementing", type: "normal" }],
    });
    expect(found.open_incidents.map((incident) => incident.id)).toEqual([two.id, one.id]);
    expect(found.totals).toMatchObject({ open_incidents: 2, running_changes: 1 });
  });

  test("is hidden from a role without the permission to read it", async () => {
    const { impact, id } = await aWorld(["web depends_on db"]);
    await api.incidents.create({ body: { title: "secret", ci_ids: [id("web")] } });
    await aChange(plane, { status: "implementing", fromHours: -1, toHours: 1, item: id("web") });
    expect((await impact("db")).totals).toMatchObject({ open_incidents: 1, running_changes: 1 });
    await api.roles.create({ body: { name: "mapper", permissions: ["cmdb:read"] } });
    const mapper = await plane.person("mapper");
    const seen = await mapper.api.cmdb.impact({ query: { ci_id: [id("db")] } });
    expect(seen.affected).toMatchObject([{ name: "web", open_incidents: [], running_changes: [] }]);
    expect(seen.totals).toMatchObject({ affected: 1, open_incidents: 0, running_changes: 0 });
  });

  async function resolved({ id }: { id: string }) {
    for (const status of ["open", "acknowledged", "investigating", "resolved"] as const)
      await api.incidents.update({ params: { id }, body: { status } });
  }
});

describe("a result that is too long", () => {
  test("has the nearest and most critical items and is marked as truncated", async () => {
    const { impact } = await aWorld(["a depends_on root", "b depends_on root", "c depends_on a", "d depends_on c"], {
      b: { criticality: "critical" },
    });
    const found = await impact("root", { limit: 2 });
    expect(reached(found)).toEqual(["b 1", "a 1"]);
    expect(found).toMatchObject({ truncated: true, totals: { affected: 4, deepest: 3 } });
    expect(found.relations).toHaveLength(2);
    expect(found.score).toBe((await impact("root")).score);
    expect(await impact("root", { limit: 4 })).toMatchObject({ truncated: false });
  });

  test("covers at most five thousand items", async () => {
    const { id } = await aWorld([], { hub: {} });
    const client = new pg.Client({
      connectionString: plane.databaseUrl,
      options: `-c app.tenant_id=${plane.tenantId}`,
    });
    await client.connect();
    await client.query(
      `with spoke as (
         insert into config_items (id, name, class, environment, description, attributes, criticality, tags, source, created_by)
         select gen_random_uuid(), 'spoke', 'server', '', '', '{}', 'low', '{}', 'manual', '' from generate_series(1, 5001)
         returning id)
       insert into ci_relations (id, source_id, target_id, type, description, origin, created_by)
       select gen_random_uuid(), id, $1, 'depends_on', '', 'manual', '' from spoke`,
      [id("hub")],
    );
    await client.end();
    const found = await api.cmdb.impact({ query: { ci_id: [id("hub")], limit: 5000 } });
    expect(found).toMatchObject({ truncated: true, totals: { affected: 5000, deepest: 1 }, score: 100 });
    expect(new Set(found.affected.map((item) => item.id)).size).toBe(5000);
  });
});
