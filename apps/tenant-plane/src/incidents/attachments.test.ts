import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let boss: Person;
beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
});

async function anIncident(by = boss) {
  const incident = await by.api.incidents.create({ body: { title: "Disk is full" } });
  return { ...incident, params: { id: incident.id } };
}

const attach = (params: { id: string }, name: string, body = "content", type = "text/plain", by = boss) =>
  by.api.incidents.attach({ params, query: { name }, body }, { headers: { "content-type": type } });

const download = (id: string, fileId: string, by = boss) =>
  fetch(`${plane.url}/api/incidents/${id}/attachments/${fileId}`, { headers: by.headers });

test("an attachment is listed, on the timeline and in the audit log, and so is its end", async () => {
  const { id, reference } = await anIncident();
  const file = await attach({ id: reference }, "app.log");
  const sha256 = "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73";
  expect(file).toMatchObject({
    name: "app.log",
    media_type: "text/plain",
    size: 7,
    sha256,
    created_by: boss.email,
    created_at: expect.stringMatching(/Z$/),
  });
  const listed = () => boss.api.incidents.attachments({ params: { id } });
  expect(await listed()).toMatchObject({ items: [file], total: 1 });
  expect(await (await download(reference, file.id)).text()).toBe("content");

  await boss.api.incidents.detach({ params: { id, file_id: file.id } });
  expect(await listed()).toMatchObject({ items: [], total: 0 });
  const { items: entries } = await boss.api.incidents.timeline({ params: { id } });
  expect(entries.filter(({ kind }) => kind === "file").map(({ body, actor }) => [body, actor])).toEqual([
    ["Attached app.log.", boss.email],
    ["Deleted the attachment app.log.", boss.email],
  ]);
  const audited = async (action: string) => (await boss.api.audit.list({ query: { action, limit: 1 } })).items[0];
  const attachment = { id: file.id, name: "app.log", size: 7, sha256 };
  expect(await audited("incidents.attach")).toMatchObject({ target: reference, after: { attachment } });
  expect(await audited("incidents.detach")).toMatchObject({ target: reference, before: { attachment } });
});

test("another tenant gets 404 for every id", async () => {
  const { id, params } = await anIncident();
  const { id: file_id } = await attach(params, "ours.txt");
  const stranger = await plane.tenant();
  const own = await anIncident(stranger);
  for (const named of [id, own.id]) {
    expect((await download(named, file_id, stranger)).status).toBe(404);
    const detach = stranger.api.incidents.detach({ params: { id: named, file_id } });
    expect(await refusalOf(detach)).toMatchObject({ status: 404 });
  }
  expect(await refusalOf(attach(params, "theirs.txt", "x", "text/plain", stranger))).toMatchObject({ status: 404 });
  expect(await refusalOf(stranger.api.incidents.attachments({ params }))).toMatchObject({ status: 404 });
  expect((await boss.api.incidents.attachments({ params })).total).toBe(1);
});

test("a file of one incident is not found under another", async () => {
  const [one, other] = [await anIncident(), await anIncident()];
  const { id: file_id } = await attach(one.params, "log.txt");
  expect((await download(other.id, file_id)).status).toBe(404);
  const detach = boss.api.incidents.detach({ params: { id: other.id, file_id } });
  expect(await refusalOf(detach)).toMatchObject({ status: 404, message: expect.stringContaining(other.reference) });
});

test("a viewer reads attachments and changes none", async () => {
  const viewer = await plane.person("viewer", boss);
  const { params, id } = await anIncident();
  const { id: file_id } = await attach(params, "log.txt");
  expect((await viewer.api.incidents.attachments({ params })).total).toBe(1);
  expect(await (await download(id, file_id, viewer)).text()).toBe("content");
  expect(await refusalOf(attach(params, "mine.txt", "x", "text/plain", viewer))).toMatchObject({ status: 403 });
  const detach = viewer.api.incidents.detach({ params: { id, file_id } });
  expect(await refusalOf(detach)).toMatchObject({ status: 403 });
});

test.each([
  [
    'a "quoted"; name.txt',
    `attachment; filename="a _quoted_; name.txt"; filename*=UTF-8''a%20%22quoted%22%3B%20name.txt`,
  ],
  [
    "line\r\nset-cookie: x.txt",
    `attachment; filename="line set-cookie: x.txt"; filename*=UTF-8''line%20set-cookie%3A%20x.txt`,
  ],
  ["../../Störung'.png", `attachment; filename="St_rung'.png"; filename*=UTF-8''St%C3%B6rung%27.png`],
  ["障害 50%.log", `attachment; filename="__ 50_.log"; filename*=UTF-8''%E9%9A%9C%E5%AE%B3%2050%25.log`],
])("a file named %s is downloaded under a name that breaks no header", async (name, disposition) => {
  const { params, id } = await anIncident();
  const file = await attach(params, name);
  const answer = await download(id, file.id);
  expect(answer.headers.get("content-disposition")).toBe(disposition);
  expect(answer.headers.has("set-cookie")).toBe(false);
});

test.each(["text/html", "image/svg+xml"])("a file of the type %s cannot run in the console's origin", async (type) => {
  const { params, id } = await anIncident();
  const file = await attach(params, "page", "<script>alert(1)</script>", type);
  const { headers } = await download(id, file.id);
  expect(headers.get("content-disposition")).toMatch(/^attachment;/);
  expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("an incident has at most 100 attachments, also when two arrive at once", async () => {
  const { params, id } = await anIncident();
  const database = new pg.Client({ connectionString: plane.databaseUrl });
  await database.connect();
  await database.query(
    `insert into files (id, tenant_id, state, name, media_type, sha256, owner_kind, owner_id, created_by)
     select gen_random_uuid(), $1, 'complete', 'log.txt', 'text/plain', '', 'incident', $2, 'someone' from generate_series(1, 99)`,
    [boss.tokens.user.tenant_id, id],
  );
  await database.end();
  const outcomes = await Promise.allSettled([attach(params, "one"), attach(params, "two")]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await refusalOf(attach(params, "three"))).toMatchObject({ status: 409, code: "CONFLICT" });
  expect((await boss.api.incidents.attachments({ params, query: { limit: 1 } })).total).toBe(100);
});
