import { type Incident, incidentSorts, type OperationSpec, operations } from "@opsplane/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Example, examples } from "./examples.ts";
import { longestQueries } from "./longest-queries.ts";
import { fillTenant, manyIncidents, manyOthers } from "./many-records.ts";
import { type Person, type Plane, startPlane } from "./plane.ts";

let plane: Plane;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  plane = await startPlane();
  [owner, stranger] = [await plane.tenant(), await plane.tenant()];
  await fillTenant(plane.databaseUrl, owner);
});
afterAll(() => plane?.close());

const ask = (path: string) => fetch(plane.url + path, { headers: owner.headers });

describe("a total", () => {
  test("is exact when nothing is filtered", async () => {
    const response = await ask("/api/incidents?limit=1");
    expect(response.headers.get("x-total-estimate")).toBeNull();
    expect(await response.json()).toMatchObject({ total: manyIncidents, limit: 1, offset: 0 });
    expect((await owner.api.changes.list()).total).toBe(manyOthers);
    expect((await owner.api.requests.list()).total).toBe(manyOthers);
    const items = await owner.api.cmdb.items({ query: { limit: 1 } });
    expect([items.total, items.estimated]).toEqual([manyIncidents, undefined]);
  });

  test("is exact up to 10,000 when the list is filtered", async () => {
    const response = await ask("/api/incidents?source=mail&limit=1");
    expect(response.headers.get("x-total-estimate")).toBeNull();
    expect(await response.json()).toMatchObject({ total: 500 });
  });

  test("is an estimate beyond that, and marked as one", async () => {
    const response = await ask("/api/incidents?source=logs&limit=1");
    expect(response.headers.get("x-total-estimate")).toBe("1");
    expect(Object.keys(Object(await response.json())).toSorted()).toEqual(["items", "limit", "offset", "total"]);
    const listed = await owner.api.incidents.list({ query: { source: "logs", limit: 1 } });
    expect(listed.estimated).toBe(true);
    expect(listed.total).toBeGreaterThan(10_000);
  });

  test("is exact again on the last page", async () => {
    const last = await owner.api.incidents.list({ query: { source: "logs", limit: 1000, offset: 11_000 } });
    expect(last).toMatchObject({ total: 11_500 });
    expect(last.estimated).toBeUndefined();
  });
});

test("pages of every order neither repeat nor skip a record, from the first to the last", async () => {
  const page = (sort: (typeof incidentSorts)[number], offset: number) =>
    owner.api.incidents.list({ query: { sort, limit: 1000, offset } });
  for (const sort of incidentSorts) {
    const found: Incident[] = [];
    for (let offset = 0; offset < manyIncidents; offset += 1000) found.push(...(await page(sort, offset)).items);
    expect(new Set(found.map(({ id }) => id)).size, sort).toBe(manyIncidents);
    const key = ({ created_at, updated_at, severity }: Incident) =>
      sort.includes("severity") ? severity : sort.includes("updated") ? updated_at : created_at;
    const keys = found.map(key);
    expect(keys, sort).toEqual(sort.startsWith("-") ? keys.toSorted().toReversed() : keys.toSorted());
    expect((await page(sort, manyIncidents - 500)).items.map(({ id }) => id)).toEqual(
      found.slice(-500).map(({ id }) => id),
    );
    expect((await page(sort, manyIncidents)).items).toEqual([]);
  }
});

describe("a search", () => {
  const find = (q: string, query: object = {}) => owner.api.incidents.list({ query: { q, ...query } });

  test("finds a common word among the newest, and estimates the total", async () => {
    const found = await find("check", { limit: 10 });
    expect(found.items.map(({ title }) => title)).toEqual(Array.from({ length: 10 }, () => "Checkout is slow"));
    expect(found.total).toBe(manyIncidents / 2);
    expect(await find("is", { limit: 10 })).toMatchObject({ estimated: true, total: expect.any(Number) });
  });

  test("finds a rare word among the oldest, in the requested order", async () => {
    const found = await find("tomb", { sort: "created_at" });
    expect(found.items.map(({ reference }) => Number(reference.slice(4))).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(found).toMatchObject({ total: 5 });
    expect((await find("tomb", { sort: "created_at", offset: 3 })).items).toEqual(found.items.slice(3));
  });

  test("finds nothing for an absent word, and nothing of another tenant", async () => {
    expect(await find("xylophone")).toMatchObject({ items: [], total: 0 });
    expect(await stranger.api.incidents.list({ query: { q: "check" } })).toMatchObject({ items: [], total: 0 });
  });

  test("finds a reference by its full text or prefix", async () => {
    const references = async (q: string) => (await find(q)).items.map(({ reference }) => reference);
    expect(await references("inc-00000007")).toEqual(["INC-00000007"]);
    expect((await references("INC-0000001")).toSorted()).toEqual(
      Array.from({ length: 10 }, (_, digit) => `INC-0000001${digit}`),
    );
    expect(await owner.api.changes.list({ query: { q: "CHG-00000009" } })).toMatchObject({ total: 1 });
    expect(await owner.api.requests.list({ query: { q: "req-00000009" } })).toMatchObject({ total: 1 });
  });
});

interface Listed {
  id: string;
  spec: OperationSpec;
  make: (world: { plane: Plane; owner: Person }) => Promise<Example>;
}

const lists: Listed[] = Object.entries(operations).flatMap(([group, specs]) =>
  Object.entries(specs)
    .filter(([, spec]: [string, OperationSpec]) => spec.envelope === "page" || spec.envelope === "items")
    // Telemetry has tests of its own; saved queries are records.
    .filter(
      ([, { module }]: [string, OperationSpec]) =>
        group === "savedQueries" || (module !== "observability" && module !== "netflow"),
    )
    .map(([name, spec]) => ({
      id: `${group}.${name}`,
      spec,
      make: (examples as unknown as Record<string, Record<string, Listed["make"]>>)[group]?.[name] as Listed["make"],
    })),
);

test.each(lists)("$id works at its largest page, and with every parameter at its maximum length", async (list) => {
  const example = await list.make({ plane, owner });
  const params = list.id === "incidents.timeline" ? { id: "INC-00000001" } : (example.params ?? {});
  const path = list.spec.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  const largest = await ask(`${path}?limit=1000`);
  expect(largest.status, await largest.clone().text()).toBe(200);
  for (const query of longestQueries(list.spec)) {
    const response = await ask(`${path}?limit=1000&${query}`);
    expect([200, 404, 422], `${query.slice(0, 60)}: ${(await response.clone().text()).slice(0, 200)}`).toContain(
      response.status,
    );
    if (response.status === 422) expect(await response.text()).not.toContain("must not have more than");
  }
});
