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
const anItem = (facts: Partial<NewItem> = {}, by: Api = api) =>
  by.cmdb.create({ body: { name: "web-1", class: "server", ...facts } });

/** The events of a record, newest last. */
async function eventsOf(subject: string): Promise<{ type: string; data: unknown }[]> {
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const { rows } = await client.query("select type, data from events where subject_id = $1 order by seq", [subject]);
  await client.end();
  return rows;
}

describe("creating", () => {
  test("needs a name and a class; the rest has defaults", async () => {
    expect(await anItem()).toMatchObject({
      name: "web-1",
      class: "server",
      ...{ environment: "", description: "", attributes: {}, owner: null },
      ...{ criticality: "medium", tags: [], source: "manual" },
      created_by: plane.admin.email,
      open_incidents: 0,
      running_changes: 0,
      version: 1,
    });
  });

  test("stores all given fields and announces the item", async () => {
    const facts = {
      name: "Ünïcode ✓",
      class: "Blade chassis",
      environment: "production",
      description: "**bold**",
      attributes: { cores: 8, rack: { row: 2, unit: [1, 2] }, "odd key=": null },
      criticality: "critical" as const,
      tags: ["edge", "pci"],
      source: "discovery-1",
    };
    const item = await anItem(facts);
    expect(item).toMatchObject(facts);
    expect(await api.cmdb.get({ params: { id: item.id } })).toEqual(item);
    expect(await eventsOf(item.id)).toEqual([
      { type: "ci.created", data: expect.objectContaining({ name: "Ünïcode ✓", class: "Blade chassis" }) },
    ]);
  });

  test("refuses a blank name, an odd class, an unknown criticality and a tag given twice", async () => {
    for (const [wrong, path] of [
      [{ name: " " }, "name"],
      [{ class: "1st; drop" }, "class"],
      [{ criticality: "huge" }, "criticality"],
      [{ tags: ["a", "a"] }, "tags"],
      [{ owner: { type: "robot", id: crypto.randomUUID() } }, "owner.type"],
    ] as const) {
      expect(await refusalOf(anItem(wrong as Partial<NewItem>))).toMatchObject({
        status: 422,
        code: "VALIDATION_ERROR",
        details: [expect.objectContaining({ path })],
      });
    }
  });

  test("refuses attributes that are larger than 64 kB or nested too deeply", async () => {
    expect(await anItem({ attributes: { note: "x".repeat(65_000) } })).toMatchObject({ version: 1 });
    for (const note of [`"${"x".repeat(66_000)}"`, `${"[".repeat(100_000)}${"]".repeat(100_000)}`]) {
      const response = await fetch(`${plane.url}/api/cmdb/items`, {
        method: "POST",
        headers: { ...plane.admin.headers, "content-type": "application/json" },
        body: `{"name":"x","class":"server","attributes":{"note":${note}}}`,
      });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", details: [{ path: "attributes" }] });
    }
  });
});

describe("an owner", () => {
  test("is a user or a group, shown with its name", async () => {
    const operator = await plane.person("operator");
    const group = await api.groups.create({ body: { name: "Database team" } });
    const item = await anItem({ owner: { type: "user", id: operator.tokens.user.id } });
    expect(item.owner).toEqual({ type: "user", id: operator.tokens.user.id, name: operator.tokens.user.name });
    const given = await api.cmdb.update({
      params: { id: item.id },
      body: { owner: { type: "group", id: group.id } },
    });
    expect(given.owner).toEqual({ type: "group", id: group.id, name: "Database team" });
    const [latest] = (await api.cmdb.history({ params: { id: item.id } })).items;
    expect(latest?.changes).toEqual({ owner: { from: operator.tokens.user.name, to: "Database team" } });
    expect(await api.cmdb.update({ params: { id: item.id }, body: { owner: null } })).toMatchObject({ owner: null });
  });

  test("must exist, be active and belong to the tenant", async () => {
    const operator = await plane.person("operator");
    const other = await plane.tenant();
    const theirs = await other.api.groups.create({ body: { name: "theirs" } });
    const { id } = await anItem({ owner: { type: "user", id: operator.tokens.user.id } });
    await api.users.update({ params: { id: operator.tokens.user.id }, body: { disabled: true } });
    const owner = (type: "user" | "group", of: string) => refusalOf(anItem({ owner: { type, id: of } }));
    expect(await owner("user", operator.tokens.user.id)).toMatchObject({ status: 422, details: [{ path: "owner" }] });
    expect(await owner("group", operator.tokens.user.id)).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(await owner("user", other.tokens.user.id)).toMatchObject({ status: 404, code: "NOT_FOUND" });
    expect(await owner("group", theirs.id)).toMatchObject({ status: 404, code: "NOT_FOUND" });
    // A disabled user may stay the owner.
    const same = { owner: { type: "user" as const, id: operator.tokens.user.id }, name: "renamed" };
    expect(await api.cmdb.update({ params: { id }, body: same })).toMatchObject({ name: "renamed" });
  });
});

describe("changing", () => {
  test("adds old and new values with the actor to the history, newest first", async () => {
    const { id } = await anItem({ attributes: { cores: 4, os: "linux" }, tags: ["old"] });
    const operator = await plane.person("operator");
    const updated = await operator.api.cmdb.update({
      params: { id },
      body: { criticality: "high", attributes: { cores: 8, zone: "b" }, tags: ["new"], environment: "test" },
    });
    expect(updated).toMatchObject({ version: 2, attributes: { cores: 8, zone: "b" }, tags: ["new"], name: "web-1" });
    const { items, total } = await api.cmdb.history({ params: { id } });
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({ ci_id: id, action: "updated", actor: operator.email, version: 2 });
    expect(items[0]?.changes).toEqual({
      criticality: { from: "medium", to: "high" },
      environment: { from: "", to: "test" },
      tags: { from: ["old"], to: ["new"] },
      "attributes.cores": { from: 4, to: 8 },
      "attributes.os": { from: "linux", to: null },
      "attributes.zone": { from: null, to: "b" },
    });
    expect(items[1]).toMatchObject({ action: "created", actor: plane.admin.email, version: 1 });
    expect(items[1]?.changes).toMatchObject({ name: { from: null, to: "web-1" } });
    const second = await api.cmdb.history({ params: { id }, query: { limit: 1, offset: 1 } });
    expect(second).toMatchObject({ total: 2, items: [{ action: "created" }] });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["ci.created", "ci.updated"]);
  });

  test("nothing adds nothing to the history", async () => {
    const item = await anItem({ attributes: { b: 1, a: { y: 1, x: 2 } } });
    const same = { name: item.name, attributes: { a: { x: 2, y: 1 }, b: 1 }, tags: [] };
    const after = await api.cmdb.update({ params: { id: item.id }, body: same });
    expect(after).toEqual({ ...item, version: 2, updated_at: after.updated_at });
    expect((await api.cmdb.history({ params: { id: item.id } })).total).toBe(1);
  });

  test("the same version twice refuses the second change", async () => {
    const { id, version } = await anItem();
    const asSeen = { headers: { "if-match": `"${version}"` } };
    const both = ["one", "two"].map((name) => api.cmdb.update({ params: { id }, body: { name } }, asSeen));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { items } = await api.cmdb.history({ params: { id } });
    expect(items.map(({ action }) => action)).toEqual(["updated", "created"]);
  });

  test("writes an audit record of the changed fields, without the counts", async () => {
    const { id } = await anItem();
    await api.cmdb.update({ params: { id }, body: { criticality: "low" } });
    const { items } = await api.audit.list({ query: { limit: 1 } });
    expect(items[0]).toMatchObject({ action: "cmdb.update", target_type: "ci", target_id: id });
    expect(Object.keys(items[0]?.after ?? {}).sort()).toEqual(["criticality", "updated_at", "version"]);
  });
});

describe("deleting", () => {
  test("deletes the relations, adds to the history of related items, and is announced", async () => {
    const [web, db, host] = [await anItem(), await anItem({ name: "db-1" }), await anItem({ name: "host-1" })];
    await api.cmdb.relate({ body: { source_id: web.id, target_id: db.id, type: "depends_on" } });
    await api.cmdb.relate({ body: { source_id: db.id, target_id: host.id, type: "runs_on" } });
    await api.cmdb.remove({ params: { id: db.id } });
    expect(await refusalOf(api.cmdb.get({ params: { id: db.id } }))).toMatchObject({ status: 404 });
    for (const { id } of [web, host])
      expect(await api.cmdb.relations({ query: { ci_id: id } })).toMatchObject({ total: 0 });
    const latest = async (id: string) => (await api.cmdb.history({ params: { id } })).items[0];
    expect(await latest(web.id)).toMatchObject({
      action: "unrelated",
      changes: { depends_on: { from: "db-1", to: null } },
    });
    expect(await latest(host.id)).toMatchObject({
      action: "unrelated",
      changes: { hosts: { from: "db-1", to: null } },
    });
    expect((await eventsOf(db.id)).at(-1)).toEqual({
      type: "ci.removed",
      data: expect.objectContaining({ name: "db-1", class: "server" }),
    });
  });

  test("keeps its id in incidents, and its history", async () => {
    const { id } = await anItem({ name: "gone" });
    const incident = await api.incidents.create({ body: { title: "about it", ci_ids: [id] } });
    await api.cmdb.remove({ params: { id } });
    expect((await api.incidents.get({ params: { id: incident.id } })).ci_ids).toEqual([id]);
    expect(await api.cmdb.history({ params: { id } })).toMatchObject({ total: 1, items: [{ action: "created" }] });
    expect(await refusalOf(api.cmdb.remove({ params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe("the activity on an item", () => {
  test("counts open incidents, not resolved ones", async () => {
    const { id } = await anItem();
    const incident = await api.incidents.create({ body: { title: "one", ci_ids: [id] } });
    await api.incidents.create({ body: { title: "two", ci_ids: [id] } });
    expect(await api.cmdb.get({ params: { id } })).toMatchObject({ open_incidents: 2, running_changes: 0 });
    for (const status of ["open", "acknowledged", "investigating", "resolved"] as const)
      await api.incidents.update({ params: { id: incident.id }, body: { status } });
    expect(await api.cmdb.get({ params: { id } })).toMatchObject({ open_incidents: 1 });
    expect((await api.cmdb.items({ query: { ids: [id] } })).items).toMatchObject([{ open_incidents: 1 }]);
  });

  test("counts changes that are in progress or scheduled for now", async () => {
    const { id } = await anItem();
    for (const [status, fromHours, toHours] of [
      ["implementing", -9, -8],
      ["approved", -1, 1],
      ["scheduled", -1, 1],
      ["scheduled", 1, 2],
      ["approved", -2, -1],
      ["draft", -1, 1],
      ["completed", -1, 1],
    ] as const)
      await aChange(plane, { status, fromHours, toHours, item: id });
    expect(await api.cmdb.get({ params: { id } })).toMatchObject({ running_changes: 3 });
  });
});

test("another tenant's item can be neither read, changed nor deleted", async () => {
  const { id } = await anItem();
  const other = await plane.tenant();
  const { cmdb } = other.api;
  for (const attempt of [
    () => cmdb.get({ params: { id } }),
    () => cmdb.update({ params: { id }, body: { name: "mine" } }),
    () => cmdb.remove({ params: { id } }),
    () => cmdb.history({ params: { id } }),
  ])
    expect(await refusalOf(attempt())).toMatchObject({ status: 404, code: "NOT_FOUND" });
  expect(await api.cmdb.get({ params: { id } })).toMatchObject({ name: "web-1", version: 1 });
});

test("a viewer can read but not write", async () => {
  const { cmdb } = (await plane.person("viewer")).api;
  const [item, other] = [await anItem(), await anItem()];
  const relation = { source_id: item.id, target_id: other.id, type: "part_of" } as const;
  expect(await cmdb.get({ params: { id: item.id } })).toEqual(item);
  for (const attempt of [
    () => cmdb.create({ body: { name: "mine", class: "server" } }),
    () => cmdb.update({ params: { id: item.id }, body: { name: "mine" } }),
    () => cmdb.remove({ params: { id: item.id } }),
    () => cmdb.relate({ body: relation }),
    () => cmdb.defineClass({ body: { name: "robot" } }),
  ])
    expect(await refusalOf(attempt())).toMatchObject({ status: 403, code: "FORBIDDEN" });
});
