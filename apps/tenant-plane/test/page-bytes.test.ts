import { createConnection } from "node:net";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "./plane.ts";

let plane: SharedPlane;
let owner: Person;
beforeAll(async () => {
  plane = await sharedPlane();
  owner = await plane.tenant();
});

const mebibyte = 1024 * 1024;
const ask = (path: string) => fetch(plane.url + path, { headers: owner.headers });
const catalogItem = () =>
  owner.api.catalog.create({
    body: { name: "Laptop", form: { properties: { why: { type: "string", maxLength: 60_000 } } } },
  });

async function fill(statement: string): Promise<void> {
  const options = `-c app.tenant_id=${owner.tokens.user.tenant_id} -c session_replication_role=replica`;
  const client = new pg.Client({ connectionString: plane.databaseUrl, options });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test("a request with more than 64 kB of inputs is refused", async () => {
  const catalog_item_id = (await catalogItem()).id;
  await expect(
    owner.api.requests.create({ body: { catalog_item_id, inputs: { why: "x".repeat(900_000) } } }),
  ).rejects.toMatchObject({ status: 422, details: [{ path: "inputs" }] });
});

test("lists leave out long values, and the record has them", async () => {
  const catalog_item_id = (await catalogItem()).id;
  const request = await owner.api.requests.create({ body: { catalog_item_id, inputs: { why: "new" } } });
  const listed = (await owner.api.requests.list()).items[0];
  for (const field of ["form", "inputs", "fulfillment_config"]) expect(listed).not.toHaveProperty(field);
  expect(await owner.api.requests.get({ params: { id: request.id } })).toMatchObject({ inputs: { why: "new" } });

  const description = "d".repeat(600);
  const change = await owner.api.changes.create({ body: { title: "c", description, test_plan: "t" } });
  const row = (await owner.api.changes.list()).items[0];
  expect(row).toMatchObject({ id: change.id, description: "d".repeat(500) });
  expect(row).not.toHaveProperty("test_plan");
  expect(await owner.api.changes.get({ params: { id: change.id } })).toMatchObject({ description, test_plan: "t" });

  const incident = await owner.api.incidents.create({ body: { title: "i", description } });
  expect((await owner.api.incidents.list()).items[0]?.description).toBe("d".repeat(500));
  expect((await owner.api.incidents.get({ params: { id: incident.id } })).description).toBe(description);
});

test("the largest page of the largest records stays within its budget", async () => {
  await catalogItem();
  await fill(`
    insert into incidents (id, number, title, description, severity, status, source, ci_ids, created_by)
    select uuidv7(), 10 + number, 'large', repeat('x', 50000), 'P3', 'open', '', '{}', 'seed' from generate_series(1, 1000) number`);
  await fill(`
    insert into service_requests (id, number, catalog_item_id, title, category, form, inputs, status, requested_by, created_by, fulfillment_type,
                                  fulfillment_config)
    select uuidv7(), 10 + number, (select id from catalog_items limit 1), 'large', '', '{}', jsonb_build_object('why', repeat('x', 1000000)),
           'approved', 'seed', 'seed', 'manual', '{}' from generate_series(1, 40) number`);
  for (const path of ["/api/incidents?limit=1000&q=large", "/api/itsm/requests?limit=1000&requested_by=seed"]) {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength, path).toBeLessThan(4 * mebibyte);
  }
});

test("a catalog is listed without its forms", async () => {
  const item = await owner.api.catalog.create({
    body: { name: "Desk", description: "d".repeat(600), form: { properties: { why: { type: "string" } } } },
  });
  const listed = (await owner.api.catalog.list({ query: { q: "Desk" } })).items[0];
  expect(listed).toMatchObject({ id: item.id, description: "d".repeat(500) });
  for (const field of ["form", "fulfillment_config"]) expect(listed).not.toHaveProperty(field);
  expect((await owner.api.catalog.get({ params: { id: item.id } })).form.properties).toHaveProperty("why");
});

test("the audit log lists a thousand of the largest changes, and a single entry is complete", async () => {
  const text = (sign: string) => sign.repeat(50_000);
  const change = await owner.api.changes.create({ body: { title: "c" } });
  await owner.api.changes.update({ params: { id: change.id }, body: { description: text("€"), test_plan: text("t") } });
  await owner.api.changes.update({ params: { id: change.id }, body: { description: text("d"), test_plan: "" } });
  await fill(`
    insert into audit_log (id, action, actor_type, actor, outcome, before, after)
    select uuidv7(), action, actor_type, 'large', outcome, before || more, after || more
    from (select * from audit_log where target_id = '${change.id}' and before is not null order by created_at desc limit 1) entry,
         (select jsonb_object_agg('plan' || number, repeat('😀', 2000)) more from generate_series(1, 5) number) plans,
         generate_series(1, 1000)`);
  const page = await ask("/api/admin/audit?actor=large&limit=1000");
  expect(page.status).toBe(200);
  expect(await page.json()).toMatchObject({ data: { length: 1000 } });

  const [listed] = (await owner.api.audit.list({ query: { target_id: change.id, limit: 1 } })).items;
  expect(listed).toMatchObject({
    shortened: true,
    before: { description: `${"€".repeat(200)}…`, test_plan: `${"t".repeat(200)}…` },
    after: { description: `${"d".repeat(200)}…`, test_plan: "" },
  });
  expect(await owner.api.audit.get({ params: { id: listed?.id ?? "" } })).toMatchObject({
    shortened: false,
    before: { description: text("€"), test_plan: text("t") },
    after: { description: text("d") },
  });
  const small = (await owner.api.audit.list({ query: { action: "auth.token", limit: 1 } })).items[0];
  expect(small).toMatchObject({ shortened: false });
});

test("timelines and histories shorten long values", async () => {
  const [before, after] = ["b".repeat(20_000), "a".repeat(20_000)];
  const cut = { from: `${"b".repeat(500)}…`, to: `${"a".repeat(500)}…` };
  const incident = await owner.api.incidents.create({ body: { title: "i", description: before } });
  await owner.api.incidents.update({ params: { id: incident.id }, body: { description: after, severity: "P1" } });
  const moves = (await owner.api.incidents.timeline({ params: { id: incident.id } })).items.map(
    ({ changes }) => changes,
  );
  expect(moves).toContainEqual({ description: cut, severity: { from: "P3", to: "P1" } });

  const item = await owner.api.cmdb.create({ body: { name: "web", class: "server", description: before } });
  await owner.api.cmdb.update({ params: { id: item.id }, body: { description: after } });
  const history = (await owner.api.cmdb.history({ params: { id: item.id } })).items;
  expect(history[0]?.changes).toMatchObject({ description: cut });
  expect((await owner.api.cmdb.items({ query: { q: "web" } })).items[0]?.description).toBe("a".repeat(500));
  expect((await owner.api.cmdb.get({ params: { id: item.id } })).description).toBe(after);

  const change = await owner.api.changes.create({ body: { title: "c", description: before } });
  await owner.api.changes.update({ params: { id: change.id }, body: { description: after } });
  const edits = (await owner.api.changes.timeline({ params: { id: change.id } })).items.map(({ changes }) => changes);
  expect(edits).toContainEqual({ description: cut });
});

test("a page that is larger than 16 MiB is refused with a hint, and smaller pages work", async () => {
  await fill(`
    insert into config_items (id, name, class, environment, description, attributes, criticality, tags, source, created_by)
    select uuidv7(), 'heavy' || number, 'server', '', '', jsonb_build_object('notes', repeat('x', 60000)), 'low', '{}', 'seed', 'seed' from generate_series(1, 300) number`);
  const refused = await ask("/api/cmdb/items?limit=1000");
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    error: expect.stringContaining("use a smaller limit"),
    details: [{ path: "limit" }],
  });
  expect((await ask("/api/cmdb/items?limit=100")).status).toBe(200);
});

test("a request whose headers are too long is refused in the usual envelope", async () => {
  expect((await ask(`/api/incidents?q=${"x".repeat(40_000)}`)).status).toBe(422);
  const { port, hostname } = new URL(plane.url);
  const answer = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = createConnection(Number(port), hostname);
    socket.on("data", (part) => {
      text += part;
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
    socket.write(`GET /api/incidents?q=${"x".repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  });
  expect(answer).toMatch(/^HTTP\/1.1 431 /);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({
    code: "VALIDATION_ERROR",
    error: expect.stringContaining("64 kB"),
    trace_id: expect.any(String),
  });
});
