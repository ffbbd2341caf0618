import { type DashboardLayout, emptyLayout, type Widget } from "@opsplane/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";

let plane: Plane;
let ann: Person;
let bob: Person;
let viewer: Person;
let stranger: Person;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
  ann = await plane.tenant();
  bob = await plane.person("operator", ann);
  viewer = await plane.person("viewer", ann);
  stranger = await plane.tenant();
});
afterAll(() => plane.close());

const text = (id: string, x: number, y: number, more: Partial<Widget> = {}): Widget => ({
  ...{ id, kind: "markdown", title: "", x, y, w: 8, h: 4, options: { text: `Text of ${id}` } },
  ...more,
});
const layout = (...widgets: Widget[]): DashboardLayout => ({ ...emptyLayout, widgets });
const make = (who: Person, name: string, more: object = {}) => who.api.dashboards.create({ body: { name, ...more } });
const namesFor = async (who: Person) => (await who.api.dashboards.list()).items.map(({ name }) => name);

test("a private dashboard is seen by its creator only, a team's by its members, others by everyone", async () => {
  const people = await ann.api.groups.create({ body: { name: "Night", member_ids: [viewer.tokens.user.id] } });
  await make(bob, "b mine");
  await make(bob, "c team", { visibility: "team", group_ids: [people.id] });
  const all = await make(bob, "a all", { visibility: "everyone" });
  expect(all).toMatchObject({ can_edit: true, group_ids: [], version: 1, owner_id: bob.tokens.user.id });
  expect(await namesFor(bob)).toEqual(["a all", "b mine", "c team"]);
  expect(await namesFor(viewer)).toEqual(["a all", "c team"]);
  expect(await namesFor(ann)).toEqual(["a all"]);
  expect(await namesFor(stranger)).toEqual([]);
  const { items } = await viewer.api.dashboards.list({ query: { q: "TEAM" } });
  expect(items).toMatchObject([{ name: "c team", can_edit: false, group_ids: [people.id] }]);
  expect((await bob.api.dashboards.list({ query: { visibility: ["private"] } })).total).toBe(1);
  expect((await viewer.api.dashboards.list({ query: { mine: true } })).total).toBe(0);
});

test("another tenant and people who cannot see it get 404, and a viewer changes nothing", async () => {
  const { id } = await make(bob, "Private");
  const params = { id };
  for (const other of [ann, viewer, stranger]) {
    expect(await refusalOf(other.api.dashboards.get({ params }))).toMatchObject({ status: 404 });
    expect(await refusalOf(other.api.dashboards.data({ params }))).toMatchObject({ status: 404 });
    expect(await refusalOf(other.api.dashboards.export({ params }))).toMatchObject({ status: 404 });
  }
  expect(await refusalOf(ann.api.dashboards.remove({ params }))).toMatchObject({ status: 404 });
  const open = await make(bob, "Open", { visibility: "everyone" });
  const update = viewer.api.dashboards.update({ params: { id: open.id }, body: { name: "x" } });
  expect(await refusalOf(update)).toMatchObject({ status: 403 });
  expect(await refusalOf(make(viewer, "x"))).toMatchObject({ status: 403 });
  expect(await refusalOf(stranger.api.dashboards.update({ params: { id: open.id }, body: {} }))).toMatchObject({
    status: 404,
  });
});

test("people with the permission change shared dashboards, but only the creator hides one again", async () => {
  const { id } = await make(bob, "Ours", { visibility: "everyone" });
  const params = { id };
  const renamed = await ann.api.dashboards.update({ params, body: { name: "Ours, renamed" } });
  expect(renamed).toMatchObject({ name: "Ours, renamed", version: 2, visibility: "everyone" });
  const hide = (who: Person) => who.api.dashboards.update({ params, body: { visibility: "private" } });
  expect(await refusalOf(hide(ann))).toMatchObject({ status: 403 });
  expect(await hide(bob)).toMatchObject({ visibility: "private" });
  const team = bob.api.dashboards.update({ params, body: { visibility: "team" } });
  expect(await refusalOf(team)).toMatchObject({ status: 422, details: [{ path: "group_ids" }] });
  const unknown = "01890000-0000-7000-8000-000000000000";
  const foreign = bob.api.dashboards.update({ params, body: { visibility: "team", group_ids: [unknown] } });
  expect(await refusalOf(foreign)).toMatchObject({ status: 404 });
});

test("of two people who edit at once, the second is refused", async () => {
  const { id, version } = await make(bob, "Both", { visibility: "everyone" });
  const save = (who: Person, name: string) =>
    who.api.dashboards.update({ params: { id }, body: { name } }, { headers: { "if-match": `"${version}"` } });
  const outcomes = await Promise.allSettled([save(ann, "Ann's"), save(bob, "Bob's")]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await refusalOf(save(bob, "Late"))).toMatchObject({ status: 409, code: "CONFLICT" });
  expect((await ann.api.dashboards.get({ params: { id } })).version).toBe(2);
});

test("a layout is checked: places, ids, options, limits", async () => {
  const problemsOf = async (given: DashboardLayout) => {
    const { status, details } = await refusalOf(make(bob, "x", { layout: given }));
    return { status, details };
  };
  const stat = { source: "metric", metric_name: "up" };
  expect(await problemsOf(layout(text("a", 20, 0)))).toMatchObject({
    status: 422,
    details: [{ path: "layout.widgets.0.w", message: "reaches beyond the 24 columns" }],
  });
  expect(await problemsOf(layout(text("a", 0, 0), text("b", 7, 3)))).toMatchObject({
    details: [{ path: "layout.widgets.1", message: "overlaps the widget 'a'" }],
  });
  expect(await problemsOf(layout(text("a", 0, 0), text("a", 8, 0)))).toMatchObject({
    details: [{ path: "layout.widgets.1.id" }],
  });
  expect(
    await problemsOf(layout(text("a", 0, 0, { kind: "stat", options: { query: { ...stat, unit: 1 } } }))),
  ).toMatchObject({ details: [{ path: "layout.widgets.0.options.query.unit", message: "is not supported" }] });
  expect(
    await problemsOf(layout(text("a", 0, 0, { kind: "stat", options: { query: { source: "metric" } } }))),
  ).toMatchObject({ details: [{ path: "layout.widgets.0.options.query.metric_name", message: "is required" }] });
  const incidents = { source: "incidents", figure: "open" };
  expect(
    await problemsOf(layout(text("a", 0, 0, { kind: "time_series", options: { queries: [incidents] } }))),
  ).toMatchObject({ details: [{ path: "layout.widgets.0.options.queries.0.source" }] });
  const many = Array.from({ length: 51 }, (_, at) => text(`w${at}`, 0, at * 4));
  expect(await problemsOf(layout(...many))).toMatchObject({ status: 422 });
  const long = text("a", 0, 0, { options: { text: "x".repeat(20_001) } });
  expect(await problemsOf(layout(long))).toMatchObject({ details: [{ path: "layout.widgets.0.options.text" }] });
  const big = Array.from({ length: 20 }, (_, at) =>
    text(`w${at}`, 0, at * 4, { options: { text: "x".repeat(20_000) } }),
  );
  expect(await problemsOf(layout(...big))).toMatchObject({ details: [{ path: "layout" }] });
  expect(await problemsOf({ ...layout(), range: { from: "now", to: "now-1h" } })).toMatchObject({
    details: [{ path: "layout.range.from" }],
  });
  const variable = {
    name: "host",
    label: "",
    type: "label_values" as const,
    multi: false,
    include_all: false,
    default: [],
  };
  expect(await problemsOf({ ...layout(), variables: [variable] })).toMatchObject({
    details: [{ path: "layout.variables.0.metric_name" }, { path: "layout.variables.0.label_name" }],
  });
});

test("an export can be imported elsewhere, and a bad one is refused with reasons", async () => {
  const { id } = await make(bob, "Portable", { description: "d", layout: layout(text("a", 0, 0)) });
  const exported = await bob.api.dashboards.export({ params: { id } });
  expect(exported).toMatchObject({ schema_version: 1, name: "Portable", description: "d" });
  const imported = await stranger.api.dashboards.import({ body: exported });
  expect(imported).toMatchObject({ name: "Portable", visibility: "private", layout: exported.layout, version: 1 });
  const newer = stranger.api.dashboards.import({ body: { ...exported, schema_version: 2 } });
  expect(await refusalOf(newer)).toMatchObject({ status: 422, details: [{ path: "schema_version" }] });
  const bad = { ...exported, layout: layout(text("a", 0, 0, { kind: "gauge", options: {} })) };
  expect(await refusalOf(stranger.api.dashboards.import({ body: bad }))).toMatchObject({
    status: 422,
    details: [{ path: "layout.widgets.0.options" }],
  });
  const reply = await fetch(`${plane.url}/api/dashboards/import`, {
    method: "POST",
    headers: { ...stranger.headers, "content-type": "application/json" },
    body: '{"schema_version": 1, ',
  });
  expect(reply.status).toBe(422);
});

test("a copy is private and its own; every template makes a valid dashboard", async () => {
  const from = await make(bob, "Original", { visibility: "everyone", layout: layout(text("a", 0, 0)) });
  const copy = await ann.api.dashboards.duplicate({ params: { id: from.id }, body: {} });
  expect(copy).toMatchObject({ name: "Original (copy)", visibility: "private", owner_id: ann.tokens.user.id });
  await ann.api.dashboards.update({ params: { id: copy.id }, body: { layout: layout() } });
  expect((await bob.api.dashboards.get({ params: { id: from.id } })).layout.widgets).toHaveLength(1);
  const templates = await viewer.api.dashboards.templates();
  expect(templates.map(({ key }) => key)).toEqual([
    ...["host", "service-red", "postgresql", "network", "ingest-health", "executive"],
  ]);
  for (const { key, name, widget_count } of templates) {
    const made = await bob.api.dashboards.create({ body: { template: key } });
    expect(made).toMatchObject({ name, visibility: "private" });
    expect(made.layout.widgets).toHaveLength(widget_count);
    expect(widget_count).toBeGreaterThan(5);
  }
  expect(await refusalOf(make(bob, "x", { template: "nothing" }))).toMatchObject({ status: 404 });
});

test("each widget is read with the reader's permissions, and one that fails leaves the others", async () => {
  await ann.api.roles.create({ body: { name: "lobby", permissions: ["dashboards:read", "dashboards:write"] } });
  const lobby = await plane.person("lobby", ann);
  const incidents = text("list", 0, 4, { kind: "incident_list", options: {} });
  const board = layout(text("note", 0, 0, { options: { text: "Hello" } }), incidents);
  const { id } = await make(ann, "Mixed", { visibility: "everyone", layout: board });
  const seen = await lobby.api.dashboards.data({ params: { id } });
  expect(seen.widgets).toEqual([
    { id: "note", data: { text: "Hello" }, error: null },
    { id: "list", data: null, error: { code: "FORBIDDEN", message: expect.stringContaining("incidents:read") } },
  ]);
  expect((await ann.api.dashboards.data({ params: { id }, query: { widget: ["list"] } })).widgets).toMatchObject([
    { id: "list", error: null, data: { total: 0, incidents: [] } },
  ]);
  // What they cannot see, they cannot place, because a public link of someone else would show it.
  const params = { id };
  const moved = { ...board, widgets: board.widgets.map((widget) => ({ ...widget, x: 2 })) };
  await lobby.api.dashboards.update({ params, body: { layout: moved } });
  const added = layout(...moved.widgets, { ...incidents, id: "more", y: 8, options: { severity: ["P1"] } });
  expect(await refusalOf(lobby.api.dashboards.update({ params, body: { layout: added } }))).toMatchObject({
    status: 403,
  });
});

test("figures of incidents, who is on call and the changes of the week", async () => {
  const boss = await plane.tenant();
  for (const severity of ["P1", "P1", "P2"] as const)
    await boss.api.incidents.create({ body: { title: `An incident ${severity}`, severity } });
  const schedule = await boss.api.oncallSchedules.create({
    body: {
      name: "Primary",
      timezone: "UTC",
      layers: [{ user_ids: [boss.tokens.user.id], starts_at: new Date(Date.now() - 3_600_000).toISOString() }],
    },
  });
  const soon = Date.now() + 86_400_000;
  const change = await boss.api.changes.create({
    body: {
      title: "Upgrade",
      requested_start: new Date(soon).toISOString(),
      requested_end: new Date(soon + 3_600_000).toISOString(),
    },
  });
  const stat = (id: string, x: number, query: object) => text(id, x, 0, { kind: "stat", options: { query } });
  const { id } = await make(boss, "Figures", {
    layout: layout(
      stat("urgent", 0, { source: "incidents", figure: "open", severity: ["P1"] }),
      stat("new", 8, { source: "incidents", figure: "created" }),
      text("by", 0, 4, {
        kind: "table",
        options: { queries: [{ source: "incidents", name: "Open", figure: "open", by: ["severity"] }] },
      }),
      text("now", 8, 4, { kind: "on_call", options: { schedule_ids: [schedule.id] } }),
      text("week", 16, 4, { kind: "change_calendar", options: { days: 7 } }),
      text("open", 0, 8, { kind: "incident_list", options: { severity: ["P2"] } }),
    ),
  });
  const { widgets, markers } = await boss.api.dashboards.data({
    params: { id },
    query: { include: ["widgets", "markers"] },
  });
  expect(widgets.map(({ error }) => error)).toEqual(widgets.map(() => null));
  const data = Object.fromEntries(widgets.map((widget) => [widget.id, widget.data]));
  expect(data.urgent).toMatchObject({ value: 2 });
  expect(data.new).toMatchObject({ value: 3 });
  expect(data.by).toMatchObject({
    columns: ["Open"],
    rows: expect.arrayContaining([
      { labels: { severity: "P1" }, values: [2] },
      { labels: { severity: "P2" }, values: [1] },
      { labels: { severity: "P3" }, values: [0] },
    ]),
  });
  expect(data.now).toMatchObject({ schedules: [{ name: "Primary", person: expect.any(String) }] });
  expect(JSON.stringify(data.now)).not.toContain("@");
  expect(data.week).toMatchObject({
    changes: [{ reference: change.reference, title: "Upgrade", has_conflict: false }],
  });
  expect(data.open).toMatchObject({ total: 1, incidents: [{ title: "An incident P2", severity: "P2" }] });
  expect(markers.map(({ kind }) => kind)).toEqual(["incident", "incident", "incident"]);
});

test("without telemetry a widget says so, and the rest of the dashboard works", async () => {
  const options = { queries: [{ source: "metric", metric_name: "up" }] };
  const { id } = await make(bob, "Half", {
    layout: layout(text("a", 0, 0), text("chart", 8, 0, { kind: "time_series", options })),
  });
  const { widgets } = await bob.api.dashboards.data({ params: { id } });
  expect(widgets).toMatchObject([{ error: null }, { error: { code: "UNAVAILABLE" }, data: null }]);
});

test("the preview reads widgets that are not saved, and refuses bad ones", async () => {
  const preview = (widgets: Widget[]) =>
    bob.api.dashboards.preview({ body: { widgets, dashboard_variables: [], from: "now-1h", to: "now" } });
  expect((await preview([text("a", 0, 0)])).widgets).toMatchObject([{ data: { text: "Text of a" } }]);
  expect(await refusalOf(preview([text("a", 0, 0, { kind: "gauge", options: {} })]))).toMatchObject({ status: 422 });
  const asViewer = viewer.api.dashboards.preview({
    body: { widgets: [], dashboard_variables: [], from: "now-1h", to: "now" },
  });
  expect(await refusalOf(asViewer)).toMatchObject({ status: 403 });
});

test("variables have options, defaults and chosen values; bad ones are refused", async () => {
  const list = { name: "env", label: "Environment", type: "list" as const, values: ["prod", "test"] };
  const { id } = await make(bob, "With variables", {
    layout: {
      ...layout(text("a", 0, 0, { options: { text: `In $env, $${"{env}"}: $other` } })),
      variables: [{ ...list, multi: true, include_all: true, default: [] }],
    },
  });
  const read = async (variables?: string) => {
    const query = { include: ["widgets" as const, "variables" as const], ...(variables ? { variables } : {}) };
    const seen = await viewer.api.dashboards.data({ params: { id }, query });
    return { text: seen.widgets[0]?.data?.text, state: seen.variables[0] };
  };
  await bob.api.dashboards.update({ params: { id }, body: { visibility: "everyone" } });
  expect(await read()).toEqual({
    text: "In prod, test, prod, test: $other",
    state: { name: "env", chosen: ["$all"], options: ["prod", "test"], error: null },
  });
  expect(await read('{"env":["test"]}')).toMatchObject({ text: "In test, test: $other", state: { chosen: ["test"] } });
  expect(await refusalOf(read("{"))).toMatchObject({ status: 422, details: [{ path: "variables" }] });
  expect(await refusalOf(read('{"env":[1]}'))).toMatchObject({ status: 422 });
});
