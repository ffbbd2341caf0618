import { type Incident, type IncidentStatus, incidentMoves, incidentStatuses } from "@opsplane/contract";
import { beforeAll, describe, expect, test } from "vitest";
import { fewAtATime } from "../../test/few-at-a-time.ts";
import { type Api, type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let api: Api;
beforeAll(async () => {
  plane = await sharedPlane();
  ({ api } = plane.admin);
});

const get = (path: string, person: Person = plane.admin) => fetch(plane.url + path, { headers: person.headers });

async function newItem(of: Person = plane.admin): Promise<string> {
  const { id } = await of.api.cmdb.create({ body: { name: crypto.randomUUID(), class: "server" } });
  return id;
}

/** The shortest legal path from triggered to each status. */
const ways: Record<IncidentStatus, IncidentStatus[]> = {
  triggered: [],
  open: ["open"],
  acknowledged: ["open", "acknowledged"],
  investigating: ["open", "acknowledged", "investigating"],
  resolved: ["open", "acknowledged", "investigating", "resolved"],
  closed: ["open", "acknowledged", "investigating", "resolved", "closed"],
  reopened: ["open", "acknowledged", "investigating", "resolved", "reopened"],
};

async function anIncidentIn(status: IncidentStatus): Promise<Incident> {
  let incident = await api.incidents.create({ body: { title: `to be ${status}` } });
  for (const next of ways[status])
    incident = await api.incidents.update({ params: { id: incident.id }, body: { status: next } });
  return incident;
}

describe("creating", () => {
  test("needs only a title; other fields have defaults", async () => {
    const incident = await api.incidents.create({ body: { title: "Disk full" } });
    expect(incident).toMatchObject({
      title: "Disk full",
      status: "triggered",
      severity: "P3",
      description: "",
      source: "",
      ci_ids: [],
      created_by: plane.admin.email,
    });
    expect(incident.reference).toMatch(/^INC-\d{8}$/);
  });

  test("stores all given fields", async () => {
    const body = {
      title: "Ünïcode ✓",
      severity: "P1",
      description: "**bold**\n\nline",
      source: "prometheus",
    } as const;
    const ci_ids = [await newItem(), await newItem()];
    expect(await api.incidents.create({ body: { ...body, ci_ids } })).toMatchObject({ ...body, ci_ids });
  });

  test("refuses unknown configuration items and names them", async () => {
    const stranger = await plane.tenant();
    const theirs = await stranger.api.cmdb.create({ body: { name: "theirs", class: "server" } });
    const [ours, nothing] = [await newItem(), crypto.randomUUID()];
    const { id } = await api.incidents.create({ body: { title: "x", ci_ids: [ours] } });
    for (const unknown of ["db-1", nothing, theirs.id]) {
      const missing = { status: 404, message: `There is no configuration item ${unknown}.` };
      const ci_ids = [ours, unknown];
      expect(await refusalOf(api.incidents.create({ body: { title: "x", ci_ids } }))).toMatchObject(missing);
      expect(await refusalOf(api.incidents.update({ params: { id }, body: { ci_ids } }))).toMatchObject(missing);
    }
    expect((await api.incidents.get({ params: { id } })).ci_ids).toEqual([ours]);
  });

  test("keeps an item that was deleted later", async () => {
    const [gone, ours] = [await newItem(), await newItem()];
    const { id } = await api.incidents.create({ body: { title: "x", ci_ids: [gone] } });
    await api.cmdb.remove({ params: { id: gone } });
    const { ci_ids } = await api.incidents.update({ params: { id }, body: { ci_ids: [gone, ours] } });
    expect(ci_ids).toEqual([gone, ours]);
  });

  test("returns 201 with the record under data and its ETag", async () => {
    const response = await fetch(`${plane.url}/api/incidents`, {
      method: "POST",
      headers: { ...plane.admin.headers, "content-type": "application/json" },
      body: JSON.stringify({ title: "raw", colour: "red", nested: { x: 1 } }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("etag")).toBe('"1"');
    expect(response.headers.get("x-ignored-fields")).toBe("colour, nested");
    expect(Object.keys((await response.json()) as object)).toEqual(["data"]);
  });

  test("refuses a blank title and an unknown severity with their paths", async () => {
    const response = await fetch(`${plane.url}/api/incidents`, {
      method: "POST",
      headers: { ...plane.admin.headers, "content-type": "application/json" },
      body: JSON.stringify({ title: "  ", severity: "P9" }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: "VALIDATION_ERROR",
      details: [
        { path: "title", message: "must not be blank" },
        { path: "severity", message: "must be one of P1, P2, P3, P4, P5" },
      ],
    });
  });

  test("many at once leaves no gap in the references", async () => {
    const other = await plane.tenant();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => other.api.incidents.create({ body: { title: `parallel ${n}` } })),
    );
    const expected = Array.from({ length: 20 }, (_, n) => `INC-${String(n + 1).padStart(8, "0")}`);
    expect(made.map(({ reference }) => reference).sort()).toEqual(expected);
  });

  test("a refused creation leaves no gap", async () => {
    const other = await plane.tenant();
    await other.api.incidents.create({ body: { title: "first" } });
    const stranger = plane.admin.tokens.user.id;
    expect(await refusalOf(other.api.incidents.create({ body: { title: "x", assigned_to: stranger } }))).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
    expect((await other.api.incidents.create({ body: { title: "second" } })).reference).toBe("INC-00000002");
  });
});

describe("the state machine", () => {
  const pairs = incidentStatuses.flatMap((from) => incidentStatuses.map((to) => [from, to] as const));

  test.each(pairs)("from %s to %s", async (from, to) => {
    const incident = await anIncidentIn(from);
    const moving = api.incidents.update({ params: { id: incident.id }, body: { status: to } });
    if (incidentMoves[from].includes(to)) expect((await moving).status).toBe(to);
    else {
      expect(await refusalOf(moving)).toMatchObject({ status: 400, code: "INVALID_TRANSITION" });
      expect((await api.incidents.get({ params: { id: incident.id } })).status).toBe(from);
    }
  });

  test("only one of two concurrent moves succeeds", async () => {
    const { id } = await anIncidentIn("open");
    const both = [1, 2].map(() => api.incidents.update({ params: { id }, body: { status: "acknowledged" } }));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("resolving stores the notes and the person", async () => {
    const { id } = await anIncidentIn("investigating");
    const resolved = await api.incidents.update({
      params: { id },
      body: { status: "resolved", resolution_notes: "restarted the pool", resolved_by: "eve@example.com" },
    });
    expect(resolved).toMatchObject({
      resolution_notes: "restarted the pool",
      resolved_by: "eve@example.com",
      resolved_at: expect.any(String),
    });
  });
});

describe("changing", () => {
  test("by reference and by id is the same record", async () => {
    const { id, reference } = await api.incidents.create({ body: { title: "one" } });
    await api.incidents.update({ params: { id: reference }, body: { title: "two" } });
    expect(await api.incidents.get({ params: { id } })).toEqual(await api.incidents.get({ params: { id: reference } }));
  });

  test("assigning returns the person; a disabled user is refused", async () => {
    const { id } = await api.incidents.create({ body: { title: "who" } });
    const operator = await plane.person("operator");
    const assigned = await api.incidents.update({ params: { id }, body: { assigned_to: operator.tokens.user.id } });
    expect(assigned.assignee).toMatchObject({ email: operator.email });
    await api.users.update({ params: { id: operator.tokens.user.id }, body: { disabled: true } });
    const again = api.incidents.create({ body: { title: "x", assigned_to: operator.tokens.user.id } });
    expect(await refusalOf(again)).toMatchObject({ status: 422, message: expect.stringContaining("disabled") });
  });

  test("only unknown fields changes nothing", async () => {
    const incident = await api.incidents.create({ body: { title: "same" } });
    const { version, updated_at, ...rest } = await api.incidents.update({ params: { id: incident.id }, body: {} });
    expect(incident).toMatchObject(rest);
  });

  test("the timeline lists all changes and notes, oldest first", async () => {
    const { id } = await api.incidents.create({ body: { title: "story" } });
    await api.incidents.update({ params: { id }, body: { status: "open", severity: "P1" } });
    await api.incidents.addNote({ params: { id }, body: { body: "looking at it" } });
    const { items, total } = await api.incidents.timeline({ params: { id } });
    expect(total).toBe(4);
    expect(items.map(({ kind, body }) => [kind, body])).toEqual([
      ["created", "Created."],
      ["status", "Moved from triggered to open."],
      ["edited", "Changed severity."],
      ["note", "looking at it"],
    ]);
    expect(items[2]?.changes).toEqual({ severity: { from: "P3", to: "P1" } });
    expect(await api.incidents.timeline({ params: { id }, query: { limit: 1, offset: 3 } })).toMatchObject({
      total: 4,
      items: [{ kind: "note" }],
    });
  });
});

describe("acknowledging several", () => {
  test("moves each to acknowledged and names the skipped ones", async () => {
    const [triggered, open, resolved] = [
      await anIncidentIn("triggered"),
      await anIncidentIn("open"),
      await anIncidentIn("resolved"),
    ];
    const { acknowledged, skipped } = await api.incidents.acknowledge({
      body: { ids: [triggered.id, open.id, resolved.id] },
    });
    expect(acknowledged.map(({ id, status }) => [id, status]).sort()).toEqual(
      [
        [triggered.id, "acknowledged"],
        [open.id, "acknowledged"],
      ].sort(),
    );
    expect(skipped).toEqual([
      { id: resolved.id, reference: resolved.reference, status: "resolved", reason: "It is already resolved." },
    ]);
    const { items } = await api.incidents.timeline({ params: { id: triggered.id } });
    expect(items.map(({ body }) => body)).toEqual([
      "Created.",
      "Moved from triggered to open.",
      "Moved from open to acknowledged.",
    ]);
  });

  test("with an incident of another tenant changes nothing", async () => {
    const other = await plane.tenant();
    const foreign = await other.api.incidents.create({ body: { title: "theirs" } });
    const own = await anIncidentIn("triggered");
    expect(await refusalOf(api.incidents.acknowledge({ body: { ids: [own.id, foreign.id] } }))).toMatchObject({
      status: 404,
    });
    expect((await api.incidents.get({ params: { id: own.id } })).status).toBe("triggered");
    expect((await other.api.incidents.get({ params: { id: foreign.id } })).status).toBe("triggered");
  });
});

describe("the list", () => {
  let boss: Person;
  let list: Api["incidents"]["list"];
  const titles = async (query: NonNullable<Parameters<Api["incidents"]["list"]>[0]>["query"]) =>
    (await list({ query: { sort: "created_at", ...query } })).items.map(({ title }) => title);

  beforeAll(async () => {
    boss = await plane.tenant();
    ({ list } = boss.api.incidents);
    const make = (title: string, severity: Incident["severity"], description = "") =>
      boss.api.incidents.create({ body: { title, severity, description, source: title[0] ?? "" } });
    await make("alpha database down", "P2");
    await make("beta payment slow", "P1", "the database waits for the checkout-service");
    await make("gamma cache cold", "P3");
    const { id } = await make("delta queue long", "P1");
    await boss.api.incidents.update({ params: { id }, body: { status: "open", assigned_to: boss.tokens.user.id } });
  });

  test("is exactly items, total, limit and offset", async () => {
    const response = await get("/api/incidents", boss);
    const body = (await response.json()) as { items: unknown[] };
    expect(Object.keys(body).sort()).toEqual(["items", "limit", "offset", "total"]);
    expect(body).toMatchObject({ total: 4, limit: 50, offset: 0 });
  });

  test("is newest first by default, or sorted as requested", async () => {
    expect((await list()).items.map(({ title }) => title[0])).toEqual(["d", "g", "b", "a"]);
    expect((await list({ query: { sort: "severity" } })).items.map(({ severity }) => severity)).toEqual([
      "P1",
      "P1",
      "P2",
      "P3",
    ]);
    expect((await list({ query: { sort: "-updated_at", limit: 1 } })).items[0]?.title).toBe("delta queue long");
  });

  test("filters by status, severity, owner, source and time", async () => {
    expect(await titles({ status: ["open"] })).toEqual(["delta queue long"]);
    expect(await titles({ severity: ["P2", "P3"] })).toEqual(["alpha database down", "gamma cache cold"]);
    expect(await titles({ assigned_to: "me" })).toEqual(["delta queue long"]);
    expect(await titles({ assigned_to: "none" })).toHaveLength(3);
    expect(await titles({ assigned_to: boss.tokens.user.id, status: ["triggered"] })).toEqual([]);
    expect(await titles({ source: "g" })).toEqual(["gamma cache cold"]);
    expect(await titles({ from: "now-1h", to: "now" })).toHaveLength(4);
    expect(await titles({ to: "now-1h" })).toEqual([]);
  });

  test("filters by the current configuration items of an incident", async () => {
    const other = await plane.tenant();
    const [web, db] = [await newItem(other), await newItem(other)];
    const make = (title: string, ci_ids: string[]) => other.api.incidents.create({ body: { title, ci_ids } });
    const [both, second] = [await make("both", [web, db]), await make("second", [db.toUpperCase()])];
    const naming = async (...ci_id: string[]) =>
      (await other.api.incidents.list({ query: { ci_id, sort: "created_at" } })).items.map(({ title }) => title);
    expect(await naming(db)).toEqual(["both", "second"]);
    expect(await naming(web)).toEqual(["both"]);
    expect(await naming(web, db)).toEqual(["both", "second"]);
    await other.api.incidents.update({ params: { id: both.id }, body: { ci_ids: [web] } });
    await other.api.incidents.update({ params: { id: second.id }, body: { ci_ids: [] } });
    expect([await naming(db), await naming(web)]).toEqual([[], ["both"]]);
    expect(await refusalOf(naming("db-1"))).toMatchObject({ status: 422, details: [{ path: "ci_id.0" }] });
  });

  test("finds words and prefixes in title and description, and references", async () => {
    expect(await titles({ q: "data" })).toEqual(["alpha database down", "beta payment slow"]);
    expect(await titles({ q: "DATABASE down" })).toEqual(["alpha database down"]);
    expect(await titles({ q: "checkout-serv" })).toEqual(["beta payment slow"]);
    expect(await titles({ q: "inc-00000003" })).toEqual(["gamma cache cold"]);
    expect(await titles({ q: "nowhere" })).toEqual([]);
    expect(await titles({ q: "&|!" })).toEqual([]);
  });

  test("pages neither repeat nor skip, even for equal times", async () => {
    const crowd = await plane.tenant();
    await fewAtATime(30, (n) => crowd.api.incidents.create({ body: { title: `n${n}` } }));
    const pages = await Promise.all(
      [0, 7, 14, 21, 28].map((offset) => crowd.api.incidents.list({ query: { limit: 7, offset, sort: "severity" } })),
    );
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(30);
    expect(pages[4]).toMatchObject({ total: 30, limit: 7, offset: 28 });
  });

  test("refuses invalid filters", async () => {
    for (const query of [
      "status=broken",
      "severity=P1,P9",
      "limit=0",
      "limit=1001",
      "offset=-1",
      "sort=title",
      "from=yesterday",
      "assigned_to=bob",
      "from=now&to=now-1h",
    ]) {
      const response = await get(`/api/incidents?${query}`, boss);
      expect([query, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        query,
        422,
        "VALIDATION_ERROR",
      ]);
    }
    expect((await get("/api/incidents?colour=red", boss)).headers.get("x-ignored-fields")).toBe("colour");
  });

  test("shows no incidents of another tenant", async () => {
    const empty = await plane.tenant();
    expect(await empty.api.incidents.list()).toMatchObject({ items: [], total: 0 });
  });
});
