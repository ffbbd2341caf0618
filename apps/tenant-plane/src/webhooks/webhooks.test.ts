import { afterAll, beforeAll, expect, test } from "vitest";
import { fewAtATime } from "../../test/few-at-a-time.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../test/plane.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { refusalOf } from "../../test/refusal.ts";

const address = "https://hooks.example.com/x";
let plane: SharedPlane;
let boss: Person;
let receiver: Receiver;

// Only 127.0.0.1 may be reached.
beforeAll(async () => {
  plane = await sharedPlane();
  boss = await plane.tenant();
  receiver = await startReceiver();
});
afterAll(async () => {
  receiver.close();
});

const create = (body: { name: string; url?: string; event_types?: ["incident.created"] }, by = boss) =>
  by.api.webhooks.create({ body: { url: address, ...body } });

test("a webhook is created, listed, changed on its version and deleted, and shows its secret once", async () => {
  const made = await create({ name: "Chat", event_types: ["incident.created"] });
  expect(made).toMatchObject({ name: "Chat", enabled: true, created_by: boss.email, last_delivery_at: null });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const params = { id: made.id };
  expect(await boss.api.webhooks.get({ params })).not.toHaveProperty("secret");
  const changed = await boss.api.webhooks.update(
    { params, body: { name: "Team chat", event_types: null } },
    { headers: { "if-match": `"${made.version}"` } },
  );
  expect(changed).toMatchObject({ name: "Team chat", event_types: null, version: 2 });
  const stale = { headers: { "if-match": `"${made.version}"` } };
  expect(await refusalOf(boss.api.webhooks.update({ params, body: { name: "Mine" } }, stale))).toMatchObject({
    status: 409,
  });
  expect(await boss.api.webhooks.list({ query: { q: "team" } })).toMatchObject({ total: 1, items: [changed] });
  await boss.api.webhooks.remove({ params });
  expect(await refusalOf(boss.api.webhooks.get({ params }))).toMatchObject({ status: 404 });
});

test("an address that cannot be used is refused when it is saved, with the reason", async () => {
  for (const [url, reason] of [
    ["nonsense", "not a valid URL"],
    ["ftp://example.com/", "http and https addresses only"],
    ["https://ann:pw@example.com/", "user name or password"],
    ["http://127.0.0.2/", "127.0.0.2 is a loopback address"],
    ["http://[::ffff:10.0.0.1]/", "is a private address"],
    ["http://169.254.169.254/latest", "169.254.169.254 is a metadata address"],
  ]) {
    const refusal = await refusalOf(create({ name: "Bad", url: url ?? "" }));
    expect(refusal).toMatchObject({ status: 422, details: [{ path: "url" }] });
    expect(refusal.message).toContain(reason);
  }
});

test("operators and viewers are refused, and nobody subscribes to events that they cannot see", async () => {
  for (const role of ["operator", "viewer"]) {
    const { api } = await plane.person(role, boss);
    expect(await refusalOf(api.webhooks.list())).toMatchObject({ status: 403 });
    expect(await refusalOf(create({ name: "Mine" }, { ...boss, api }))).toMatchObject({ status: 403 });
  }
  const owner = await plane.tenant("enterprise");
  const permissions = ["admin:webhooks" as const, "incidents:read" as const];
  await owner.api.roles.create({ body: { name: "integrator", permissions } });
  const integrator = await plane.person("integrator", owner);
  expect(await refusalOf(create({ name: "All" }, integrator))).toMatchObject({
    status: 403,
    message: expect.stringContaining("cmdb:read"),
  });
  const { id } = await create({ name: "Incidents", event_types: ["incident.created"] }, integrator);
  const all = await create({ name: "All" }, owner);
  const redirect = { params: { id: all.id }, body: { url: receiver.url } };
  expect(await refusalOf(integrator.api.webhooks.update(redirect))).toMatchObject({ status: 403 });
  expect(await integrator.api.webhooks.get({ params: { id } })).toMatchObject({ name: "Incidents" });
});

test("an organization has at most 50 webhooks", async () => {
  const owner = await plane.tenant();
  await fewAtATime(49, (n) => create({ name: `Webhook ${n}` }, owner));
  const last = await Promise.allSettled([create({ name: "One" }, owner), create({ name: "Other" }, owner)]);
  expect(last.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await owner.api.webhooks.list()).toMatchObject({ total: 50 });
});

test("a test is sent once and shows its result, also on a disabled webhook", async () => {
  const { id } = await create({ name: "Tested", url: `${receiver.url}/tested` });
  await boss.api.webhooks.update({ params: { id }, body: { enabled: false } });
  const { id: delivery_id } = await boss.api.webhooks.test({ params: { id } });
  const result = () => boss.api.webhooks.delivery({ params: { id, delivery_id } });
  await expect.poll(result).toMatchObject({ status: "delivered", kind: "test", response_status: 204, attempts: 1 });
  expect(receiver.at("/tested").map(({ event }) => event)).toMatchObject([{ type: "webhook.test", subject_id: id }]);
  expect(await boss.api.webhooks.get({ params: { id } })).toMatchObject({ last_delivery_status: "delivered" });
});

test("a secret of the store is sent as the header Authorization, each use is audited, and it cannot be deleted", async () => {
  const value = "Bearer correct horse";
  const secret = await boss.api.secrets.create({ body: { name: "Chat token", value } });
  const body = { name: "With secret", url: `${receiver.url}/secret`, authorization_secret_id: secret.id };
  const { id } = await boss.api.webhooks.create({ body });
  await boss.api.webhooks.test({ params: { id } });
  await expect.poll(() => receiver.at("/secret").map(({ headers }) => headers.authorization)).toEqual([value]);
  const uses = await boss.api.audit.list({ query: { action: "secrets.use", target_id: secret.id } });
  expect(uses.items).toMatchObject([{ actor: "automation", after: { used_by: { type: "webhook", id } } }]);

  const params = { id: secret.id };
  expect(await refusalOf(boss.api.secrets.remove({ params }))).toMatchObject({ status: 409 });
  await boss.api.secrets.update({ params, body: { value: "two\nlines" } });
  const { id: delivery_id } = await boss.api.webhooks.test({ params: { id } });
  await expect
    .poll(() => boss.api.webhooks.delivery({ params: { id, delivery_id } }))
    .toMatchObject({ status: "failed", error: expect.stringContaining("must be one line") });
  await boss.api.webhooks.update({ params: { id }, body: { authorization_secret_id: null } });
  await boss.api.secrets.remove({ params });
});

test("a receiver that answers with the secrets that it got does not show them to people", async () => {
  const echo = await startReceiver(({ headers }, response) =>
    response.writeHead(500).end(`you sent ${headers.authorization}, token ${headers.authorization?.slice(7)}`),
  );
  const secret = await boss.api.secrets.create({ body: { name: "Echoed", value: "Bearer sk-webhook-SECRET-123456" } });
  const { id } = await boss.api.webhooks.create({
    body: { name: "Echo", url: echo.url, authorization_secret_id: secret.id },
  });
  const { id: delivery_id } = await boss.api.webhooks.test({ params: { id } });
  await expect
    .poll(() => boss.api.webhooks.delivery({ params: { id, delivery_id } }))
    .toMatchObject({ response_status: 500, response_body: "you sent ••••••, token ••••••" });
  echo.close();
});

test("a secret is chosen, and sent to another address, only by someone who manages secrets", async () => {
  const owner = await plane.tenant("enterprise");
  const secret = await owner.api.secrets.create({ body: { name: "Token", value: "x" } });
  const permissions = ["admin:webhooks" as const, "incidents:read" as const];
  await owner.api.roles.create({ body: { name: "integrator", permissions } });
  const { api } = await plane.person("integrator", owner);
  const event_types = ["incident.created" as const];
  const body = { name: "Chat", url: address, event_types, authorization_secret_id: secret.id };
  expect(await refusalOf(api.webhooks.create({ body }))).toMatchObject({ status: 403 });
  const params = { id: (await owner.api.webhooks.create({ body })).id };
  expect(await refusalOf(api.webhooks.update({ params, body: { url: receiver.url } }))).toMatchObject({ status: 403 });
  expect(await api.webhooks.update({ params, body: { name: "Renamed" } })).toMatchObject({ name: "Renamed" });
  const unknown = { ...body, authorization_secret_id: params.id };
  expect(await refusalOf(owner.api.webhooks.create({ body: unknown }))).toMatchObject({
    status: 404,
    message: `The secret ${params.id} named in authorization_secret_id does not exist.`,
  });
});

test("a redirect is not followed, and the delivery says so", async () => {
  const hidden = await startReceiver();
  const moved = await startReceiver((_, response) => response.writeHead(307, { location: hidden.url }).end("moved"));
  const { id } = await create({ name: "Elsewhere", url: moved.url });
  const { id: delivery_id } = await boss.api.webhooks.test({ params: { id } });
  await expect
    .poll(() => boss.api.webhooks.delivery({ params: { id, delivery_id } }))
    .toMatchObject({
      status: "failed",
      response_status: 307,
      response_body: "moved",
      error: "The server redirected with 307; redirects are not followed.",
    });
  expect(hidden.received).toEqual([]);
  hidden.close();
  moved.close();
});

test("the deliveries of a webhook are listed page by page, newest first", async () => {
  const { id } = await create({ name: "Paged", url: `${receiver.url}/paged`, event_types: ["incident.created"] });
  for (const title of ["One", "Two", "Three"]) await boss.api.incidents.create({ body: { title } });
  const page = (offset: number) => boss.api.webhooks.deliveries({ params: { id }, query: { limit: 2, offset } });
  await expect.poll(async () => (await page(0)).items.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  const [first, second] = [await page(0), await page(2)];
  expect([first.total, second.total, second.items.length]).toEqual([3, 3, 1]);
  const made = [...first.items, ...second.items].map(({ created_at }) => created_at);
  expect(made).toEqual([...made].sort().reverse());
  const other = await plane.tenant();
  expect(await refusalOf(other.api.webhooks.deliveries({ params: { id } }))).toMatchObject({ status: 404 });
});
