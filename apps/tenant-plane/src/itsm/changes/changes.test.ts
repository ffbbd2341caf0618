import { beforeAll, describe, expect, test } from "vitest";
import { anOffice, decide, type Office } from "../../../test/approvals.ts";
import { type Person, type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: SharedPlane;
let office: Office;
beforeAll(async () => {
  plane = await sharedPlane();
  office = await anOffice(plane);
});

const hour = (at: number) => new Date(Date.UTC(2030, 0, 1, at)).toISOString();
const patch = (id: string, body: object, by: Person = office.asker) => by.api.changes.update({ params: { id }, body });
const newItem = (name: string, by: Person = office.asker) => by.api.cmdb.create({ body: { name, class: "server" } });

describe("creating", () => {
  test("needs only a title, and creates a draft of a normal change", async () => {
    const change = await office.asker.api.changes.create({ body: { title: "Upgrade the database" } });
    expect(change).toMatchObject({
      status: "draft",
      type: "normal",
      risk_level: "medium",
      requested_by: office.asker.email,
      created_by: office.asker.email,
      ci_ids: [],
      workflow_instance_id: null,
      version: 1,
    });
    expect(change.reference).toMatch(/^CHG-\d{8}$/);
    expect(await office.asker.api.changes.get({ params: { id: change.reference } })).toEqual(change);
  });

  test("stores all given fields, items and incidents", async () => {
    const [item, incident] = await Promise.all([
      newItem("db-1"),
      office.asker.api.incidents.create({ body: { title: "Disk full" } }),
    ]);
    const body = {
      title: "Grow the volume",
      type: "normal",
      risk_level: "high",
      requested_start: "2030-01-01T01:00:00Z",
      requested_end: "2030-01-01T03:00:00Z",
      implementation_plan: "1. grow",
      rollback_plan: "1. shrink",
      requested_by: "carol@example.com",
    } as const;
    const change = await office.asker.api.changes.create({
      body: { ...body, ci_ids: [item.id], incident_ids: [incident.id], assigned_to: office.other.tokens.user.id },
    });
    expect(change).toMatchObject({
      ...body,
      requested_start: hour(1),
      requested_end: hour(3),
      items: [{ id: item.id, name: "db-1", class: "server" }],
      incidents: [{ reference: incident.reference, title: "Disk full" }],
      assignee: { email: office.other.email },
    });
    expect((await office.asker.api.changes.list({ query: { incident_id: incident.id } })).total).toBe(1);
  });

  test("refuses bad windows, unknown items, incidents, people and definitions", async () => {
    const create = (body: object) => refusalOf(office.asker.api.changes.create({ body: { title: "x", ...body } }));
    expect(await create({ requested_start: hour(3), requested_end: hour(1) })).toMatchObject({
      status: 422,
      details: [{ path: "requested_end" }],
    });
    expect(await create({ requested_start: hour(1), requested_end: hour(1) })).toMatchObject({ status: 422 });
    expect(await create({ requested_start: "tomorrow" })).toMatchObject({ status: 422 });
    const unknown = "01890000-0000-7000-8000-000000000000";
    for (const field of ["ci_ids", "incident_ids"])
      expect(await create({ [field]: [unknown] })).toMatchObject({ status: 404 });
    for (const field of ["assigned_to", "workflow_definition_id"])
      expect(await create({ [field]: unknown })).toMatchObject({ status: 404 });
    const stranger = await plane.tenant();
    expect(await create({ ci_ids: [(await newItem("theirs", stranger)).id] })).toMatchObject({ status: 404 });
  });

  test("many at once leaves no gap in the references", async () => {
    const boss = await plane.tenant();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) => boss.api.changes.create({ body: { title: `c${n}` } })),
    );
    const expected = Array.from({ length: 20 }, (_, n) => `CHG-${String(n + 1).padStart(8, "0")}`);
    expect(made.map(({ reference }) => reference).sort()).toEqual(expected);
  });
});

test("the timeline distinguishes two people with the same name", async () => {
  const boss = await plane.tenant();
  const [one, two] = await Promise.all(
    ["kim-1", "kim-2"].map((word) =>
      boss.api.users.create({
        body: { email: `${word}@${boss.tokens.user.tenant_id}.test`, name: "Kim Lee", role: "operator" },
      }),
    ),
  );
  const { id } = await boss.api.changes.create({ body: { title: "Move the rack", assigned_to: one?.id ?? "" } });
  await patch(id, { assigned_to: two?.id ?? "" }, boss);
  const { items } = await boss.api.changes.timeline({ params: { id } });
  expect(items.at(-1)).toMatchObject({
    kind: "assigned",
    body: "Assigned to Kim Lee.",
    changes: { assigned_to: { from: one?.email, to: two?.email } },
  });
});

describe("the life of a change", () => {
  test("normal: draft, three approvals, scheduled, implemented, completed, with every step on the timeline", async () => {
    const { asker, boss, member, other, chain } = office;
    const change = await asker.api.changes.create({
      body: {
        title: "Renew the certificate",
        workflow_definition_id: chain.id,
        requested_start: hour(1),
        requested_end: hour(2),
      },
    });
    const { id } = change;
    const waiting = await patch(id, { status: "pending_approval" });
    expect(waiting).toMatchObject({ status: "pending_approval", approval_status: "pending" });
    const instance = waiting.workflow_instance_id;
    expect(await refusalOf(patch(id, { status: "approved" }))).toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await refusalOf(patch(id, { status: "scheduled" }))).toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await refusalOf(patch(id, { rollback_plan: "none" }))).toMatchObject({ code: "CONFLICT" });
    await decide(boss, instance, "approved");
    await decide(member, instance, "approved", { comment: "go" });
    await decide(other, instance, "approved");
    expect((await asker.api.changes.get({ params: { id } })).status).toBe("approved");
    await patch(id, { status: "scheduled" });
    expect(await patch(id, { status: "implementing" })).toMatchObject({ actual_start: expect.any(String) });
    const done = await patch(id, { status: "completed", closure_notes: "as planned", note: "done early" });
    expect(done).toMatchObject({ status: "completed", actual_end: expect.any(String), closure_notes: "as planned" });
    expect(await refusalOf(patch(id, { status: "draft" }))).toMatchObject({
      message: expect.stringContaining("is final"),
    });
    const { items } = await asker.api.changes.timeline({ params: { id } });
    expect(items.map(({ kind, body, note }) => [kind, note === "" ? body : `${body} ${note}`])).toEqual([
      ["created", "Created."],
      ["status", "Moved from draft to pending approval."],
      ["approval", "Approved step 10 (Owner)."],
      ["approval", "Approved step 20 (Board). go"],
      ["approval", "Approved step 30."],
      ["status", "Moved from pending approval to approved."],
      ["status", "Moved from approved to scheduled."],
      ["status", "Moved from scheduled to implementing."],
      ["status", "Moved from implementing to completed. done early"],
      ["edited", "Changed closure notes."],
    ]);
  });

  test("rejected: it returns to draft, is edited and submitted again", async () => {
    const { boss, chain } = office;
    const change = await office.asker.api.changes.create({
      body: { title: "Risky", workflow_definition_id: chain.id, status: "pending_approval" },
    });
    expect(change).toMatchObject({ status: "pending_approval", version: 1 });
    await decide(boss, change.workflow_instance_id, "rejected", { comment: "no rollback" });
    const again = await patch(change.id, { status: "draft", rollback_plan: "restore the snapshot" });
    expect(again).toMatchObject({ status: "draft", workflow_instance_id: null });
    const second = await patch(change.id, { status: "pending_approval" });
    expect(second.workflow_instance_id).not.toBe(change.workflow_instance_id);
  });

  test("withdrawn: its approval is canceled, and no one is asked to decide", async () => {
    const { boss, chain } = office;
    const change = await office.asker.api.changes.create({
      body: { title: "Not now", workflow_definition_id: chain.id, status: "pending_approval" },
    });
    await patch(change.id, { status: "cancelled", note: "no longer needed" });
    expect((await boss.api.instances.get({ params: { id: change.workflow_instance_id ?? "" } })).status).toBe(
      "cancelled",
    );
    expect(await refusalOf(decide(boss, change.workflow_instance_id, "approved"))).toMatchObject({ code: "CONFLICT" });
  });

  test("without a chain: a person approves it manually", async () => {
    const { id } = await office.asker.api.changes.create({ body: { title: "Small", status: "pending_approval" } });
    expect((await patch(id, { status: "approved" }, office.boss)).status).toBe("approved");
  });

  test("standard: approved from the start", async () => {
    const change = await office.asker.api.changes.create({
      body: { title: "Restart a worker", type: "standard", requested_start: hour(1), requested_end: hour(2) },
    });
    expect(change.status).toBe("approved");
    expect((await patch(change.id, { status: "scheduled" })).status).toBe("scheduled");
  });

  test("emergency: starts at once, and its chain reviews it afterwards", async () => {
    const { boss, member, other, chain } = office;
    const { id } = await office.asker.api.changes.create({
      body: { title: "Failover", type: "emergency", workflow_definition_id: chain.id },
    });
    const begun = await patch(id, { status: "implementing" });
    expect(begun).toMatchObject({ status: "implementing", review_status: "pending", approval_status: "pending" });
    await patch(id, { status: "completed" });
    expect(await refusalOf(patch(id, { review_status: "accepted" }))).toMatchObject({ code: "INVALID_TRANSITION" });
    await decide(boss, begun.workflow_instance_id, "approved");
    await decide(member, begun.workflow_instance_id, "approved");
    await decide(other, begun.workflow_instance_id, "skipped");
    expect(await office.asker.api.changes.get({ params: { id } })).toMatchObject({
      status: "completed",
      review_status: "accepted",
    });
  });

  test("emergency without a chain: a person reviews it", async () => {
    const { id } = await office.asker.api.changes.create({ body: { title: "Quick", type: "emergency" } });
    await patch(id, { status: "implementing" });
    await patch(id, { status: "failed" });
    expect(
      await patch(id, { review_status: "rejected", review_notes: "should have waited" }, office.boss),
    ).toMatchObject({
      review_status: "rejected",
    });
  });
});

test("a change without a definition uses the default of its type", async () => {
  const here = await anOffice(plane);
  await here.boss.api.definitions.update({ params: { id: here.chain.id }, body: { default_for: ["normal"] } });
  const normal = await here.asker.api.changes.create({ body: { title: "n", status: "pending_approval" } });
  const urgent = await here.asker.api.changes.create({
    body: { title: "e", type: "emergency", status: "pending_approval" },
  });
  expect([normal.approval_status, urgent.approval_status]).toEqual(["pending", null]);
});

describe("lists", () => {
  test("filter by status, type, risk, item, window, person and words", async () => {
    const here = await anOffice(plane);
    const item = await newItem("cache", here.asker);
    const cache = await here.asker.api.changes.create({
      body: {
        title: "Flush the cache",
        ci_ids: [item.id],
        risk_level: "low",
        requested_start: hour(5),
        requested_end: hour(6),
      },
    });
    await here.other.api.changes.create({
      body: {
        title: "Move the rack",
        type: "emergency",
        status: "pending_approval",
        assigned_to: here.other.tokens.user.id,
      },
    });
    const titles = async (query: object, by = here.asker) =>
      (await by.api.changes.list({ query })).items.map(({ title }) => title);
    expect(await titles({})).toEqual(["Move the rack", "Flush the cache"]);
    expect(await titles({ sort: "created_at", limit: 1 })).toEqual(["Flush the cache"]);
    for (const query of [
      { status: ["draft"] },
      { risk_level: ["low"] },
      { ci_id: [item.id] },
      { q: "flush cach" },
      { q: cache.reference },
      { from: hour(5), to: hour(7) },
      { requested_by: here.asker.email },
      { requested_by: "me" },
      { assigned_to: "none" },
    ])
      expect(await titles(query), JSON.stringify(query)).toEqual(["Flush the cache"]);
    expect(await titles({ assigned_to: "me" }, here.other)).toEqual(["Move the rack"]);
    expect(await titles({ type: ["emergency"] })).toEqual(["Move the rack"]);
    expect(await titles({ from: hour(7), to: hour(8) })).toEqual([]);
    expect(await titles({}, office.boss)).not.toContain("Flush the cache");
  });

  test("a running change is listed for its actual time, also when it takes longer than planned", async () => {
    const here = await anOffice(plane);
    const { id } = await here.asker.api.changes.create({ body: { title: "Now", type: "emergency" } });
    await here.asker.api.changes.update({ params: { id }, body: { status: "implementing" } });
    const { total } = await here.asker.api.changes.list({ query: { from: "now-1h", to: "now" } });
    expect(total).toBe(1);
  });
});

test("a viewer can read but not write", async () => {
  const change = await office.asker.api.changes.create({ body: { title: "Look" } });
  expect((await office.viewer.api.changes.get({ params: { id: change.id } })).title).toBe("Look");
  expect(await refusalOf(patch(change.id, { title: "Touch" }, office.viewer))).toMatchObject({ status: 403 });
  expect(await refusalOf(office.viewer.api.changes.create({ body: { title: "Mine" } }))).toMatchObject({ status: 403 });
});

test("only one of two concurrent moves succeeds", async () => {
  const { id } = await office.asker.api.changes.create({ body: { title: "Race" } });
  const outcomes = await Promise.allSettled([1, 2].map(() => patch(id, { status: "pending_approval" })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
