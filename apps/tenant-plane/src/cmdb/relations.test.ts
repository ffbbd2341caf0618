import type { ConfigItem, RelationType } from "@opsplane/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { type Api, type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let cmdb: Api["cmdb"];
beforeAll(async () => {
  plane = await sharedPlane();
  ({ cmdb } = plane.admin.api);
});

const anItem = (name: string, of: Person = plane.admin) => of.api.cmdb.create({ body: { name, class: "server" } });

function relate(source: ConfigItem, type: RelationType, target: ConfigItem, more: { description?: string } = {}) {
  return cmdb.relate({ body: { source_id: source.id, target_id: target.id, type, ...more } });
}

describe("relating", () => {
  test("two items returns the names of both ends", async () => {
    const [web, db] = [await anItem("web"), await anItem("db")];
    const relation = await relate(web, "depends_on", db, { description: "orders" });
    expect(relation).toMatchObject({
      source_id: web.id,
      target_id: db.id,
      type: "depends_on",
      description: "orders",
      origin: "manual",
      created_by: plane.admin.email,
      source: { id: web.id, name: "web", class: "server", environment: "", criticality: "medium" },
      target: { id: db.id, name: "db" },
    });
    expect(await cmdb.getRelation({ params: { id: relation.id } })).toEqual(relation);
  });

  test("two items, and deleting the relation, is in the history of both, from each point of view", async () => {
    const [web, db] = [await anItem("web"), await anItem("db")];
    const { id } = await relate(web, "depends_on", db);
    await cmdb.unrelate({ params: { id } });
    expect(await refusalOf(cmdb.getRelation({ params: { id } }))).toMatchObject({ status: 404 });
    const summary = async (item: ConfigItem) =>
      (await cmdb.history({ params: { id: item.id } })).items
        .slice(0, 2)
        .map(({ action, changes }) => [action, changes]);
    expect(await summary(web)).toEqual([
      ["unrelated", { depends_on: { from: "db", to: null } }],
      ["related", { depends_on: { from: null, to: "db" } }],
    ]);
    expect(await summary(db)).toEqual([
      ["unrelated", { "is needed by": { from: "web", to: null } }],
      ["related", { "is needed by": { from: null, to: "web" } }],
    ]);
  });

  test("an item with itself is refused", async () => {
    const { id } = await anItem("alone");
    const body = { source_id: id, target_id: id.toUpperCase(), type: "part_of" } as const;
    expect(await refusalOf(cmdb.relate({ body }))).toMatchObject({ status: 422, details: [{ path: "target_id" }] });
  });

  test("two items twice is refused; another type or direction is not", async () => {
    const [web, db] = [await anItem("web"), await anItem("db")];
    await relate(web, "depends_on", db);
    expect(await refusalOf(relate(web, "depends_on", db))).toMatchObject({
      status: 409,
      code: "CONFLICT",
      message: "'web' depends on 'db' already.",
    });
    expect((await relate(web, "runs_on", db)).type).toBe("runs_on");
    expect((await relate(db, "depends_on", web)).source_id).toBe(db.id);
  });

  test("two items twice at the same time succeeds once", async () => {
    const [web, db] = [await anItem("web"), await anItem("db")];
    const outcomes = await Promise.allSettled([relate(web, "depends_on", db), relate(web, "depends_on", db)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await cmdb.history({ params: { id: web.id } })).total).toBe(2);
  });

  test("with an unknown item or one of another tenant is 404", async () => {
    const [web, theirs] = [await anItem("web"), await anItem("theirs", await plane.tenant())];
    for (const other of [crypto.randomUUID(), theirs.id]) {
      for (const ends of [
        { source_id: web.id, target_id: other },
        { source_id: other, target_id: web.id },
      ])
        expect(await refusalOf(cmdb.relate({ body: { ...ends, type: "depends_on" } }))).toMatchObject({
          status: 404,
          message: `There is no configuration item ${other}.`,
        });
    }
    expect((await cmdb.history({ params: { id: web.id } })).total).toBe(1);
  });
});

describe("the list of relations", () => {
  test("filters by either end, source, target and type, newest first", async () => {
    const [web, db, host] = [await anItem("web"), await anItem("db"), await anItem("host")];
    await relate(web, "depends_on", db);
    await relate(web, "runs_on", host);
    await relate(db, "runs_on", host);
    const summary = async (query: NonNullable<Parameters<typeof cmdb.relations>[0]>["query"]) =>
      (await cmdb.relations({ query: query ?? {} })).items.map(({ source, type, target }) =>
        [source.name, type, target.name].join(" "),
      );
    expect(await summary({ ci_id: db.id })).toEqual(["db runs_on host", "web depends_on db"]);
    expect(await summary({ source_id: web.id })).toEqual(["web runs_on host", "web depends_on db"]);
    expect(await summary({ target_id: host.id })).toEqual(["db runs_on host", "web runs_on host"]);
    expect(await summary({ ci_id: web.id, type: ["runs_on"] })).toEqual(["web runs_on host"]);
    expect(await summary({ ci_id: host.id, source_id: db.id })).toEqual(["db runs_on host"]);
    expect(await cmdb.relations({ query: { ci_id: web.id, limit: 1, offset: 1 } })).toMatchObject({
      total: 2,
      items: [{ type: "depends_on" }],
    });
  });

  test("shows no relations of another tenant", async () => {
    const [web, db] = [await anItem("web"), await anItem("db")];
    const { id } = await relate(web, "depends_on", db);
    const other = await plane.tenant();
    expect(await other.api.cmdb.relations({ query: { ci_id: web.id } })).toMatchObject({ items: [], total: 0 });
    expect(await refusalOf(other.api.cmdb.unrelate({ params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe("classes", () => {
  test("are the built-in, the custom and those in use, with their counts", async () => {
    const boss = await plane.tenant();
    const { cmdb: ours } = boss.api;
    await anItem("web", boss);
    await ours.create({ body: { name: "r2", class: "robot" } });
    await ours.create({ body: { name: "c1", class: "conveyor" } });
    const described = { name: "robot", label: "Robot", description: "Moves boxes", service: true };
    expect(await ours.defineClass({ body: described })).toEqual({ ...described, built_in: false, items: 1 });
    const { items, total } = await ours.classes({ query: { limit: 1000 } });
    expect(total).toBe(items.length);
    const named = new Map(items.map((each) => [each.name, each]));
    expect(named.get("server")).toEqual({
      name: "server",
      label: "Server",
      description: "",
      service: false,
      built_in: true,
      items: 1,
    });
    expect(named.get("robot")).toEqual({ ...described, built_in: false, items: 1 });
    expect(named.get("conveyor")).toMatchObject({ label: "conveyor", built_in: false, service: false, items: 1 });
    expect(named.get("website")).toMatchObject({ built_in: true, service: true, items: 0 });
    const pages = await Promise.all([0, 8, 16].map((offset) => ours.classes({ query: { limit: 8, offset } })));
    expect(pages.flatMap((page) => page.items)).toEqual(items);
  });

  test("are created once, and built-in ones cannot be created", async () => {
    const body = { name: "crane" };
    expect(await cmdb.defineClass({ body })).toMatchObject({ label: "crane", service: false, items: 0 });
    expect(await refusalOf(cmdb.defineClass({ body }))).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(await refusalOf(cmdb.defineClass({ body: { name: "server" } }))).toMatchObject({ status: 409 });
    const other = await plane.tenant();
    expect(await other.api.cmdb.defineClass({ body })).toMatchObject({ name: "crane" });
  });

  test("can be deleted when no item has them", async () => {
    await cmdb.defineClass({ body: { name: "lift" } });
    const { id } = await cmdb.create({ body: { name: "l1", class: "lift" } });
    const forget = () => cmdb.removeClass({ params: { name: "lift" } });
    expect(await refusalOf(forget())).toMatchObject({
      status: 409,
      message: "Items still use the class 'lift' (1); change their class first.",
    });
    await cmdb.remove({ params: { id } });
    await forget();
    expect(await refusalOf(forget())).toMatchObject({ status: 404 });
    expect(await refusalOf(cmdb.removeClass({ params: { name: "server" } }))).toMatchObject({ status: 404 });
  });
});
