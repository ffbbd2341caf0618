import { beforeAll, expect, test } from "vitest";
import { anOffice, type Office } from "../../../test/approvals.ts";
import { type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: SharedPlane;
let here: Office;
let web: string;
let db: string;
let other: string;

const hour = (at: number) => new Date(Date.UTC(2030, 0, 1, at)).toISOString();
const planned = (title: string, ci_ids: string[], from: number, to: number, status?: "pending_approval") =>
  here.asker.api.changes.create({
    body: {
      title,
      ci_ids,
      requested_start: hour(from),
      requested_end: hour(to),
      type: "normal",
      ...(status ? { status } : {}),
    },
  });
const conflictsOf = async (id: string) => (await here.asker.api.changes.conflicts({ params: { id } })).items;
const relate = (source_id: string, target_id: string) =>
  here.asker.api.cmdb.relate({ body: { source_id, target_id, type: "depends_on" } });

beforeAll(async () => {
  plane = await sharedPlane();
  here = await anOffice(plane);
  [web, db, other] = (
    await Promise.all(
      ["web", "db", "other"].map((name) => here.asker.api.cmdb.create({ body: { name, class: "server" } })),
    )
  ).map(({ id }) => id) as [string, string, string];
  await relate(web, db);
});

test("changes at the same time on the same or dependent items conflict in both directions, and the calendar marks them", async () => {
  const onDb = await planned("db", [db], 10, 14, "pending_approval");
  const onWeb = await planned("web", [web], 12, 16, "pending_approval");
  const onBoth = await planned("both", [web, db], 13, 15, "pending_approval");
  const elsewhere = await planned("other", [other], 10, 16, "pending_approval");
  const later = await planned("later", [db], 14, 15, "pending_approval");
  const draft = await planned("draft", [db], 10, 14);
  expect(await conflictsOf(onDb.id)).toMatchObject([
    {
      change: { reference: onWeb.reference },
      kind: "dependent",
      overlap_start: hour(12),
      overlap_end: hour(14),
      via: [{ item: { name: "db" }, other: { name: "web" }, distance: 1 }],
    },
    { change: { reference: onBoth.reference }, kind: "same", overlap_start: hour(13), overlap_end: hour(14) },
  ]);
  expect((await conflictsOf(onWeb.id)).map(({ change, kind }) => [change.title, kind])).toEqual([
    ["db", "dependent"],
    ["both", "same"],
    ["later", "dependent"],
  ]);
  expect(await conflictsOf(elsewhere.id)).toEqual([]);
  expect((await conflictsOf(later.id)).map(({ change }) => change.title)).toEqual(["web", "both"]);
  // A draft lists its conflicts, but does not cause conflicts for others.
  expect((await conflictsOf(draft.id)).map(({ change }) => change.title)).toEqual(["db", "web", "both"]);
  await here.asker.api.changes.update({ params: { id: onWeb.id }, body: { status: "cancelled" } });
  expect((await conflictsOf(onDb.id)).map(({ change }) => change.title)).toEqual(["both"]);

  // The calendar has the same conflicts for all changes of a day.
  const day = { from: hour(0), to: hour(24) };
  const { changes, conflicts, truncated } = await here.asker.api.changes.calendar({ query: day });
  expect([changes.map(({ title }) => title).sort(), truncated]).toEqual([
    ["both", "db", "draft", "later", "other"],
    false,
  ]);
  const titles = new Map(changes.map(({ id, title }) => [id, title]));
  expect(conflicts.map(({ a, b, kind }) => [...[titles.get(a), titles.get(b)].sort(), kind]).sort()).toEqual([
    ["both", "db", "same"],
    ["both", "later", "same"],
  ]);
  const empty = await here.asker.api.changes.calendar({ query: { from: hour(30), to: hour(40) } });
  expect(empty).toEqual({ changes: [], conflicts: [], truncated: false });
  expect(await refusalOf(here.asker.api.changes.calendar({ query: { from: hour(2), to: hour(1) } }))).toMatchObject({
    status: 422,
  });
});
