import { dashboardTokenHeader, emptyLayout, type Widget } from "@opsplane/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: Plane;
let boss: Person;
let ann: Person;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
  boss = await plane.tenant();
  ann = await plane.person("operator", boss);
});
afterAll(() => plane.close());

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const widget = (id: string, y: number, kind: Widget["kind"], options: object): Widget => ({
  ...{ id, kind, title: id, x: 0, y, w: 12, h: 4, options: { ...options } },
});
const layout = {
  ...emptyLayout,
  widgets: [widget("note", 0, "markdown", { text: "In $env" }), widget("list", 4, "incident_list", {})],
  variables: [
    {
      ...{ name: "env", label: "", type: "list" as const, values: ["prod", "test"] },
      ...{ multi: false, include_all: false, default: [] },
    },
  ],
};

/** A dashboard with a public link of a person. */
async function shareAs(who: Person, days = 7) {
  const { id } = await boss.api.dashboards.create({ body: { name: "Wall", visibility: "everyone", layout } });
  const link = await who.api.dashboards.createLink({
    params: { id },
    body: { name: "Lobby", expires_at: inDays(days) },
  });
  const token = link.url.split("#")[1] ?? "";
  const headers = { [dashboardTokenHeader]: token };
  return {
    ...{ id, link, token },
    open: () => plane.anyone.dashboards.shared({}, { headers }),
    read: (query = {}) => plane.anyone.dashboards.sharedData({ query }, { headers }),
  };
}

test("a link shows the stored dashboard and its data without a login, and nothing else", async () => {
  await boss.api.incidents.create({ body: { title: "The shop is slow", severity: "P1" } });
  const { open, read, token, link } = await shareAs(ann);
  expect(link.url).toMatch(/\/shared\/dashboard#opd_/);
  expect(await open()).toMatchObject({ name: "Wall", layout, expires_at: link.expires_at });
  const { widgets } = await read();
  expect(widgets).toMatchObject([
    { id: "note", data: { text: "In prod" } },
    { id: "list", data: { incidents: [{ title: "The shop is slow" }] } },
  ]);
  // The token is no login.
  const asBearer = plane.api({ authorization: `Bearer ${token}`, "x-tenant-id": boss.tokens.user.tenant_id });
  expect(await refusalOf(asBearer.incidents.list())).toMatchObject({ status: 401 });
  expect(await refusalOf(asBearer.dashboards.list())).toMatchObject({ status: 401 });
  const guessed = plane.anyone.dashboards.shared({}, { headers: { [dashboardTokenHeader]: `${token}x` } });
  expect(await refusalOf(guessed)).toMatchObject({ status: 404 });
  expect(await refusalOf(plane.anyone.dashboards.shared())).toMatchObject({ status: 404 });
});

test("a link takes only values that the dashboard offers, and no other range", async () => {
  const { read } = await shareAs(ann);
  const { widgets } = await read({ widget: ["note"], variables: '{"env":["test"]}' });
  expect(widgets).toMatchObject([{ data: { text: "In test" } }]);
  expect(await refusalOf(read({ variables: '{"env":["secret"]}' }))).toMatchObject({ status: 422 });
  const { from, to } = await read({ from: "now-300d", to: "now" });
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 3_600_000);
});

test("a link ends when it is revoked, expires, or its dashboard is deleted", async () => {
  const revoked = await shareAs(ann);
  const listed = await boss.api.dashboards.links({ params: { id: revoked.id } });
  expect(listed.items).toMatchObject([{ id: revoked.link.id, name: "Lobby", created_by: ann.email }]);
  expect(JSON.stringify(listed)).not.toContain(revoked.token);
  await boss.api.dashboards.revokeLink({ params: { id: revoked.id, link_id: revoked.link.id } });
  expect(await refusalOf(revoked.open())).toMatchObject({ status: 404 });
  const again = boss.api.dashboards.revokeLink({ params: { id: revoked.id, link_id: revoked.link.id } });
  expect(await refusalOf(again)).toMatchObject({ status: 404 });

  const deleted = await shareAs(ann);
  await boss.api.dashboards.remove({ params: { id: deleted.id } });
  expect(await refusalOf(deleted.read())).toMatchObject({ status: 404 });

  const hidden = await shareAs(ann);
  await boss.api.dashboards.update({ params: { id: hidden.id }, body: { visibility: "private" } });
  expect(await refusalOf(hidden.open())).toMatchObject({ status: 404 });

  const { items } = await boss.api.audit.list({ query: { target_id: revoked.id } });
  expect(items.map(({ action }) => action)).toEqual([
    ...["dashboards.revokeLink", "dashboards.createLink", "dashboards.create"],
  ]);
  expect(JSON.stringify(items)).not.toContain(revoked.token);
});

test("a link shows what its creator can see now, and ends with their account", async () => {
  await boss.api.roles.create({ body: { name: "wall", permissions: ["dashboards:read", "dashboards:write"] } });
  const cas = await plane.person("operator", boss);
  const { open, read } = await shareAs(cas);
  const listOf = async () => (await read({ widget: ["list"] })).widgets[0];
  expect(await listOf()).toMatchObject({ error: null });
  await boss.api.users.update({ params: { id: cas.tokens.user.id }, body: { role: "wall" } });
  expect(await listOf()).toEqual({
    id: "list",
    data: null,
    error: { code: "FORBIDDEN", message: "This is not shared." },
  });
  await boss.api.users.update({ params: { id: cas.tokens.user.id }, body: { disabled: true } });
  expect(await refusalOf(open())).toMatchObject({ status: 404 });
});

test("another tenant, a viewer and a wrong expiry make no link", async () => {
  const { id } = await shareAs(ann);
  const stranger = await plane.tenant();
  const viewer = await plane.person("viewer", boss);
  const create = (who: Person, expires_at = inDays(1)) =>
    who.api.dashboards.createLink({ params: { id }, body: { expires_at } });
  expect(await refusalOf(create(stranger))).toMatchObject({ status: 404 });
  expect(await refusalOf(create(viewer))).toMatchObject({ status: 403 });
  expect(await refusalOf(stranger.api.dashboards.links({ params: { id } }))).toMatchObject({ status: 404 });
  expect(await refusalOf(create(ann, inDays(-1)))).toMatchObject({ status: 422, details: [{ path: "expires_at" }] });
  expect(await refusalOf(create(ann, inDays(367)))).toMatchObject({ status: 422 });
  for (let made = 1; made < 20; made++) await create(ann);
  expect(await refusalOf(create(ann))).toMatchObject({ status: 409 });
});

test("guesses from one address are limited", async () => {
  const strict = await startPlane({
    ROLE: "api",
    API_RATE_LIMIT_PER_MINUTE: "1000",
    REFUSED_RATE_LIMIT_PER_MINUTE: "3",
  });
  const guess = () =>
    refusalOf(strict.anyone.dashboards.shared({}, { headers: { [dashboardTokenHeader]: "opd_guess" } }));
  for (let tries = 0; tries < 3; tries++) expect(await guess()).toMatchObject({ status: 404 });
  expect(await guess()).toMatchObject({ status: 429 });
  await strict.close();
});

// The last test, because it moves the clock.
test("a link expires at its time", async () => {
  const { open, link } = await shareAs(ann, 2);
  plane.travel(2 * day - 60_000);
  expect(await open()).toMatchObject({ expires_at: link.expires_at });
  plane.travel(60_000);
  expect(await refusalOf(open())).toMatchObject({ status: 404 });
});
