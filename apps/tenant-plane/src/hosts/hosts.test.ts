import { beforeAll, expect, test } from "vitest";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: SharedPlane;
let boss: Person;
let secretId: string;

beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
  secretId = (await boss.api.secrets.create({ body: { name: "Key", value: "a key" } })).id;
});

type NewHost = Parameters<Person["api"]["hosts"]["create"]>[0]["body"];
const create = (body: Partial<NewHost> & { name: string }, by = boss) =>
  by.api.hosts.create({ body: { address: "10.0.0.7", username: "ops", secret_id: secretId, ...body } });
const fingerprint = `SHA256:${"k".repeat(43)}`;
const unknownId = "01890000-0000-7000-8000-000000000000";

test("a host is added, found, changed on its version and deleted", async () => {
  const item = await boss.api.cmdb.create({ body: { name: "web-1", class: "server" } });
  const made = await create({ name: "web-1", ci_id: item.id, description: "Shop" });
  expect(made).toMatchObject({
    name: "web-1",
    connection: "ssh",
    port: 22,
    authentication: "key",
    ci_name: "web-1",
    host_keys: [],
    enabled: true,
    last_used_at: null,
    created_by: boss.email,
  });
  const params = { id: made.id };
  expect(await boss.api.hosts.get({ params })).toEqual(made);
  for (const query of [{ q: "WEB" }, { q: "10.0.0" }, { ci_id: item.id }])
    expect(await boss.api.hosts.list({ query })).toMatchObject({ total: 1, items: [{ id: made.id }] });
  expect(await boss.api.hosts.list({ query: { ci_id: unknownId } })).toMatchObject({ items: [] });
  const onVersion = { headers: { "if-match": `"${made.version}"` } };
  const changed = await boss.api.hosts.update({ params, body: { description: "", ci_id: null } }, onVersion);
  expect(changed).toMatchObject({ description: "", ci_id: null, ci_name: null, version: 2 });
  expect(await refusalOf(boss.api.hosts.update({ params, body: { name: "x" } }, onVersion))).toMatchObject({
    status: 409,
  });
  await boss.api.hosts.remove({ params });
  expect(await refusalOf(boss.api.hosts.get({ params }))).toMatchObject({ status: 404 });
  const { items } = await boss.api.audit.list({ query: { target_type: "host", target_id: made.id } });
  expect(items.map(({ action }) => action)).toEqual(["hosts.remove", "hosts.update", "hosts.create"]);
});

test("an item that is deleted leaves its host", async () => {
  const item = await boss.api.cmdb.create({ body: { name: "old", class: "server" } });
  const { id } = await create({ name: "of an old item", ci_id: item.id });
  await boss.api.cmdb.remove({ params: { id: item.id } });
  expect(await boss.api.hosts.get({ params: { id } })).toMatchObject({ ci_id: null });
});

test("a field that does not fit is refused and named", async () => {
  for (const [fields, path] of [
    [{ address: "" }, "address"],
    [{ address: "169.254.169.254" }, "address"],
    [{ username: "" }, "username"],
    [{ secret_id: null }, "secret_id"],
    [{ connection: "agent" }, "agent"],
  ] as const)
    expect(await refusalOf(create({ name: "Bad", ...fields }))).toMatchObject({ status: 422, details: [{ path }] });
});

test("an unknown secret, item or bastion is named", async () => {
  for (const [field, noun] of [
    ["secret_id", "secret"],
    ["passphrase_secret_id", "secret"],
    ["ci_id", "configuration item"],
    ["bastion_id", "host"],
  ])
    expect(await refusalOf(create({ name: "Bad", [field ?? ""]: unknownId }))).toMatchObject({
      status: 404,
      message: `The ${noun} ${unknownId} named in ${field} does not exist.`,
    });
});

test("two hosts cannot have one name", async () => {
  await create({ name: "one" });
  const { id } = await create({ name: "two" });
  const conflict = { status: 409, message: "A host 'one' exists already." };
  expect(await refusalOf(create({ name: "one" }))).toMatchObject(conflict);
  expect(await refusalOf(boss.api.hosts.update({ params: { id }, body: { name: "one" } }))).toMatchObject(conflict);
});

test("a bastion is an ssh host, without a circle and with three hops at most", async () => {
  const [a, b, c, d] = [
    await create({ name: "hop a" }),
    await create({ name: "hop b" }),
    await create({ name: "hop c" }),
    await create({ name: "hop d" }),
  ];
  const agent = await create({ name: "by agent", connection: "agent", agent: "site-1" });
  const through = ({ id }: { id: string }, bastion: { id: string }) =>
    boss.api.hosts.update({ params: { id }, body: { bastion_id: bastion.id } });
  expect(await through(a, b)).toMatchObject({ bastion_name: "hop b" });
  await through(b, c);
  await through(c, d);
  const refused = { status: 422, details: [{ path: "bastion_id" }] };
  for (const [host, bastion] of [
    [a, a],
    [d, a],
    [c, b],
    [d, agent],
  ] as const)
    expect(await refusalOf(through(host, bastion))).toMatchObject(refused);
  const further = await create({ name: "hop e" });
  expect(await refusalOf(through(d, further))).toMatchObject(refused);
  expect(await refusalOf(create({ name: "hop f", bastion_id: a.id }))).toMatchObject(refused);
  expect(await refusalOf(boss.api.hosts.remove({ params: { id: d.id } }))).toMatchObject({
    status: 409,
    message: "hop d cannot be deleted: hop c is reached through it.",
  });
  const becomesAgent = { connection: "agent", agent: "site-1", bastion_id: null } as const;
  expect(await refusalOf(boss.api.hosts.update({ params: { id: d.id }, body: becomesAgent }))).toMatchObject({
    status: 409,
  });
});

test("of two changes at once that would close a circle, one is refused", async () => {
  const [a, b] = [await create({ name: "circle a" }), await create({ name: "circle b" })];
  const results = await Promise.allSettled([
    boss.api.hosts.update({ params: { id: a.id }, body: { bastion_id: b.id } }),
    boss.api.hosts.update({ params: { id: b.id }, body: { bastion_id: a.id } }),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("keys are added and removed by people, and a new address removes them", async () => {
  const { id } = await create({ name: "keyed" });
  const params = { id };
  const keyed = await boss.api.hosts.addKey({ params, body: { type: "ssh-ed25519", fingerprint: `${fingerprint}=` } });
  expect(keyed.host_keys).toEqual([
    { type: "ssh-ed25519", fingerprint, added_by: boss.email, added_at: expect.any(String) },
  ]);
  expect(await refusalOf(boss.api.hosts.addKey({ params, body: { fingerprint } }))).toMatchObject({ status: 409 });
  expect(await refusalOf(boss.api.hosts.addKey({ params, body: { fingerprint: "MD5:aa" } }))).toMatchObject({
    status: 422,
  });
  expect((await boss.api.hosts.removeKey({ params, body: { fingerprint } })).host_keys).toEqual([]);
  expect(await refusalOf(boss.api.hosts.removeKey({ params, body: { fingerprint } }))).toMatchObject({ status: 404 });
  await boss.api.hosts.addKey({ params, body: { fingerprint } });
  expect((await boss.api.hosts.update({ params, body: { name: "renamed" } })).host_keys).toHaveLength(1);
  expect((await boss.api.hosts.update({ params, body: { port: 2222 } })).host_keys).toEqual([]);
});

test("a secret that a host uses is not deleted", async () => {
  const { id } = await boss.api.secrets.create({ body: { name: "Used", value: "x" } });
  const host = await create({ name: "user of a secret", secret_id: id });
  expect(await refusalOf(boss.api.secrets.remove({ params: { id } }))).toMatchObject({
    status: 409,
    message: "Other records still refer to this one.",
  });
  await boss.api.hosts.remove({ params: { id: host.id } });
  await boss.api.secrets.remove({ params: { id } });
});

test("operators see hosts and do not change them, and another tenant sees none", async () => {
  const { id } = await create({ name: "seen" });
  const params = { id };
  const operator = await plane.person("operator", boss);
  expect(await operator.api.hosts.get({ params })).toMatchObject({ name: "seen" });
  expect((await operator.api.hosts.list({ query: { q: "seen" } })).total).toBe(1);
  const { update, remove, addKey, offeredKey, test: tryOut } = operator.api.hosts;
  for (const refused of [
    () => create({ name: "mine" }, operator),
    () => update({ params, body: { enabled: false } }),
    () => remove({ params }),
    () => addKey({ params, body: { fingerprint } }),
    () => offeredKey({ params }),
    () => tryOut({ params }),
  ])
    expect(await refusalOf(refused())).toMatchObject({ status: 403 });
  const stranger = await plane.tenant();
  const { hosts } = stranger.api;
  for (const refused of [hosts.get, hosts.offeredKey, hosts.test, hosts.remove])
    expect(await refusalOf(refused({ params }))).toMatchObject({ status: 404 });
  expect(await stranger.api.hosts.list()).toMatchObject({ total: 0, items: [] });
});

test("choosing where a secret is sent needs the permission for secrets", async () => {
  const name = "host-admin";
  await boss.api.roles.create({ body: { name, permissions: ["runbooks:read", "admin:hosts"] } });
  const hostAdmin = await plane.person(name, boss);
  expect(await refusalOf(create({ name: "evil", address: "evil.example.com" }, hostAdmin))).toMatchObject({
    status: 403,
    message: "Choosing where a secret is sent needs the permission admin:secrets.",
  });
  const { id } = await create({ name: "good" });
  const update = (body: Partial<NewHost>) => hostAdmin.api.hosts.update({ params: { id }, body });
  expect(await refusalOf(update({ address: "evil.example.com" }))).toMatchObject({ status: 403 });
  expect(await update({ description: "changed", enabled: false })).toMatchObject({ enabled: false });
});
