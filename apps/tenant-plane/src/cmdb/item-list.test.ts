import { beforeAll, expect, test } from "vitest";
import { fewAtATime } from "../../test/few-at-a-time.ts";
import { type Api, type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let boss: Person;
let group: { id: string };
type Query = NonNullable<NonNullable<Parameters<Api["cmdb"]["items"]>[0]>["query"]>;
const names = async (query: Query, by: Person = boss) =>
  (await by.api.cmdb.items({ query })).items.map(({ name }) => name);

beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
  const operator = await plane.person("operator", boss);
  group = await boss.api.groups.create({ body: { name: "web team", member_ids: [boss.tokens.user.id] } });
  const make = (facts: Parameters<Api["cmdb"]["create"]>[0]["body"]) => boss.api.cmdb.create({ body: facts });
  await make({
    name: "web-01.example.com",
    class: "server",
    environment: "production",
    criticality: "high",
    tags: ["edge", "linux"],
    attributes: { cores: 8, os: "Debian 12", virtual: false, note: { by: "zenobia" } },
    owner: { type: "group", id: group.id },
  });
  await make({
    name: "web-02.example.com",
    class: "server",
    environment: "staging",
    tags: ["edge"],
    attributes: { cores: 16, "serial=": "S1" },
    owner: { type: "user", id: boss.tokens.user.id },
  });
  await make({
    name: "orders",
    class: "database",
    environment: "production",
    criticality: "critical",
    tags: ["linux"],
    description: "Keeps every order since the Zwischenfall.",
    owner: { type: "user", id: operator.tokens.user.id },
  });
  await make({ name: "checkout", class: "service", criticality: "low" });
});

test("the list is sorted by name by default, or as requested", async () => {
  const byName = ["checkout", "orders", "web-01.example.com", "web-02.example.com"];
  expect(await names({})).toEqual(byName);
  expect(await names({ sort: "-name" })).toEqual(byName.toReversed());
  expect(await names({ sort: "created_at" })).toEqual([...byName.slice(2), "orders", "checkout"]);
  expect(await names({ sort: "-created_at", limit: 1 })).toEqual(["checkout"]);
  expect(await names({ sort: "criticality" })).toEqual([
    ...["orders", "web-01.example.com", "web-02.example.com", "checkout"],
  ]);
  expect(await names({ sort: "-updated_at" })).toEqual((await names({ sort: "updated_at" })).toReversed());
});

test("names are sorted without regard to case, and a word after a line break in an attribute is found", async () => {
  const here = await plane.tenant();
  for (const name of ["web-2", "Web shop", "apple", "Zebra"])
    await here.api.cmdb.create({ body: { name, class: "server", attributes: { note: `of ${name}:\nnumbered` } } });
  const inOrder = async (query: object) => (await here.api.cmdb.items({ query })).items.map(({ name }) => name);
  expect(await inOrder({})).toEqual(["apple", "Web shop", "web-2", "Zebra"]);
  expect(await inOrder({ q: "numbered zebra" })).toEqual(["Zebra"]);
});

test("the list filters by class, environment, criticality and all of several tags", async () => {
  expect(await names({ class: ["server", "database"] })).toHaveLength(3);
  expect(await names({ class: ["server"], environment: ["staging"] })).toEqual(["web-02.example.com"]);
  expect(await names({ environment: [""] })).toEqual(["checkout"]);
  expect(await names({ criticality: ["critical", "low"] })).toEqual(["checkout", "orders"]);
  expect(await names({ tag: ["edge"] })).toEqual(["web-01.example.com", "web-02.example.com"]);
  expect(await names({ tag: ["edge", "linux"] })).toEqual(["web-01.example.com"]);
});

test("the list filters by owner: a user, a group, me with my groups, none", async () => {
  expect(await names({ owner: boss.tokens.user.id })).toEqual(["web-02.example.com"]);
  expect(await names({ owner: group.id })).toEqual(["web-01.example.com"]);
  expect(await names({ owner: "me" })).toEqual(["web-01.example.com", "web-02.example.com"]);
  expect(await names({ owner: "none" })).toEqual(["checkout"]);
  const { key } = await boss.api.apiKeys.create({ body: { name: "a script", role: "viewer" } });
  const script = plane.api({ authorization: `Bearer ${key}`, "x-tenant-id": boss.tokens.user.tenant_id });
  expect(await refusalOf(script.cmdb.items({ query: { owner: "me" } }))).toMatchObject({ status: 422 });
});

test("the list filters by an attribute and its value of any type", async () => {
  expect(await names({ attribute: "cores" })).toEqual(["web-01.example.com", "web-02.example.com"]);
  expect(await names({ attribute: "cores=8" })).toEqual(["web-01.example.com"]);
  expect(await names({ attribute: "virtual=false" })).toEqual(["web-01.example.com"]);
  expect(await names({ attribute: "os=Debian 12" })).toEqual(["web-01.example.com"]);
  expect(await names({ attribute: "os=debian" })).toEqual([]);
  expect(await names({ attribute: "os=" })).toEqual([]);
});

test("the list filters by ids, and leaves out unknown ones", async () => {
  const { items } = await boss.api.cmdb.items();
  const stranger = await plane.admin.api.cmdb.create({ body: { name: "theirs", class: "server" } });
  const ids = [items[0]?.id ?? "", items[3]?.id ?? "", stranger.id];
  expect(await names({ ids })).toEqual(["checkout", "web-02.example.com"]);
});

test("the list finds words and prefixes in name, class, tags, description and attributes", async () => {
  expect(await names({ q: "web 01" })).toEqual(["web-01.example.com"]);
  expect(await names({ q: "web-01.exam" })).toEqual(["web-01.example.com"]);
  expect(await names({ q: "WEB" })).toHaveLength(2);
  expect(await names({ q: "zwisch" })).toEqual(["orders"]);
  expect(await names({ q: "database" })).toEqual(["orders"]);
  expect(await names({ q: "debian" })).toEqual(["web-01.example.com"]);
  expect(await names({ q: "zenobia cores" })).toEqual(["web-01.example.com"]);
  expect(await names({ q: "edge", environment: ["staging"] })).toEqual(["web-02.example.com"]);
  expect(await names({ q: "&|!" })).toEqual([]);
});

test("its pages neither repeat nor skip, even for equal names", async () => {
  const crowd = await plane.tenant();
  await fewAtATime(30, () => crowd.api.cmdb.create({ body: { name: "same", class: "server" } }));
  for (const sort of ["name", "-name", "criticality", "-updated_at"] as const) {
    const pages = await Promise.all(
      [0, 7, 14, 21, 28].map((offset) => crowd.api.cmdb.items({ query: { limit: 7, offset, sort } })),
    );
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(30);
    expect(pages[4]).toMatchObject({ total: 30, limit: 7, offset: 28 });
  }
});

test("the list refuses invalid filters", async () => {
  for (const query of ["criticality=huge", "sort=weight", "owner=bob", "ids=1", "limit=0", "class=%21"]) {
    const response = await fetch(`${plane.url}/api/cmdb/items?${query}`, { headers: boss.headers });
    expect([query, response.status]).toEqual([query, 422]);
  }
});

test("the list has facets: each counts without its own filter", async () => {
  const all = await boss.api.cmdb.facets();
  expect(all.class).toEqual([
    { value: "server", count: 2 },
    { value: "database", count: 1 },
    { value: "service", count: 1 },
  ]);
  expect(all.environment[0]).toEqual({ value: "production", count: 2 });
  expect(all.environment).toContainEqual({ value: "", count: 1 });
  expect(all.criticality.map(({ value }) => value).sort()).toEqual(["critical", "high", "low", "medium"]);
  expect(all.tag).toEqual([
    { value: "edge", count: 2 },
    { value: "linux", count: 2 },
  ]);
  const some = await boss.api.cmdb.facets({ query: { class: ["server"], tag: ["linux"] } });
  expect(some.class).toEqual([
    { value: "database", count: 1 },
    { value: "server", count: 1 },
  ]);
  expect(some.tag).toEqual(all.tag.map(({ value }) => ({ value, count: value === "edge" ? 2 : 1 })));
  expect(some.environment).toEqual([{ value: "production", count: 1 }]);
  expect((await boss.api.cmdb.facets({ query: { q: "web", owner: "me" } })).class).toEqual([
    { value: "server", count: 2 },
  ]);
});

test("the list shows no items of another tenant", async () => {
  const empty = await plane.tenant();
  for (const query of [{}, { q: "web" }, { tag: ["edge"] }, { attribute: "cores" }])
    expect(await empty.api.cmdb.items({ query })).toMatchObject({ items: [], total: 0 });
  expect(await empty.api.cmdb.facets()).toEqual({ class: [], environment: [], criticality: [], tag: [] });
});
