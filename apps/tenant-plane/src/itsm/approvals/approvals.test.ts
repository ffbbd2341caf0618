import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anOffice, decide, type Office } from "../../../test/approvals.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";
import { failedAttempts, freePort, type Sink, startSink } from "../../../test/smtp-sink.ts";

let plane: Plane;
let office: Office;
let port: number;
let sink: Sink;

beforeAll(async () => {
  port = await freePort();
  sink = await startSink(port);
  plane = await startPlane({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_RETRY_MS: "100",
    PUBLIC_URL: "https://ops.example.com",
  });
  office = await anOffice(plane);
});
afterAll(async () => {
  await plane.close();
  await sink.stop();
});

/** A change that awaits its first approval. */
async function submitted(definitionId: string, by: Person = office.asker) {
  return by.api.changes.create({
    body: { title: "Replace the switch", workflow_definition_id: definitionId, status: "pending_approval" },
  });
}

async function aChain(steps: { approver?: string; approver_value?: string; required?: boolean }[], more = {}) {
  return office.boss.api.definitions.create({ body: { name: crypto.randomUUID(), steps, ...more } });
}

const instanceOf = (id: string | null, as: Person = office.boss) => as.api.instances.get({ params: { id: id ?? "" } });
const lettersTo = ({ email }: Person, words: string) =>
  sink.letters.filter((letter) => letter.includes(`<${email}>`) && letter.includes(words));

describe("a chain of three", () => {
  test("goes from role to group to anyone, and shows whose turn it is", async () => {
    const { boss, asker, member, deputy, other } = office;
    const change = await submitted(office.chain.id);
    const id = change.workflow_instance_id;
    expect(await instanceOf(id)).toMatchObject({
      status: "pending",
      current_step: 10,
      step_results: [],
      may_decide: true,
      eligible: [{ id: boss.tokens.user.id }],
      subject_reference: change.reference,
      definition_version: 1,
    });
    expect(await decide(boss, id, "approved", { comment: "fine" })).toMatchObject({
      current_step: 20,
      may_decide: false,
    });
    const atBoard = await instanceOf(id, member);
    expect([atBoard.may_decide, atBoard.eligible.map((person) => person.id).sort()]).toEqual([
      true,
      [member.tokens.user.id, deputy.tokens.user.id].sort(),
    ]);
    expect(await decide(member, id, "approved")).toMatchObject({ current_step: 30 });
    const end = await decide(other, id, "rejected", { comment: "not convinced" });
    expect(end).toMatchObject({ status: "approved", current_step: null, completed_at: expect.any(String) });
    expect(end.step_results.map(({ order, result, decided_by }) => [order, result, decided_by])).toEqual([
      [10, "approved", boss.email],
      [20, "approved", member.email],
      [30, "rejected", other.email],
    ]);
    expect(await asker.api.changes.get({ params: { id: change.id } })).toMatchObject({
      status: "approved",
      approval_status: "approved",
    });
  });

  test("emails the current approvers, and the requester when it ends", async () => {
    const { boss, asker, member, deputy } = office;
    const change = await submitted(office.chain.id);
    await expect.poll(() => lettersTo(boss, change.reference).length, { timeout: 180_000 }).toBe(1);
    expect(lettersTo(boss, change.reference)[0]).toContain(`https://ops.example.com/changes/${change.reference}`);
    expect(lettersTo(member, change.reference)).toEqual([]);
    await decide(boss, change.workflow_instance_id, "approved");
    await expect.poll(() => lettersTo(member, change.reference).length, { timeout: 180_000 }).toBe(1);
    await expect.poll(() => lettersTo(deputy, change.reference).length, { timeout: 180_000 }).toBe(1);
    await decide(member, change.workflow_instance_id, "rejected", { comment: "Too risky before the holidays" });
    await expect.poll(() => lettersTo(asker, "Too risky").length, { timeout: 180_000 }).toBe(1);
    expect(lettersTo(boss, change.reference)).toHaveLength(1);
  });

  test("waits for an unreachable mail server and then sends each email once", async () => {
    await sink.stop();
    const before = await failedAttempts(plane.url);
    const change = await submitted(office.chain.id);
    await expect.poll(() => failedAttempts(plane.url), { timeout: 180_000 }).toBeGreaterThan(before);
    sink = await startSink(port);
    await expect.poll(() => lettersTo(office.boss, change.reference).length, { timeout: 180_000 }).toBe(1);
  });

  test("ends with a rejected required step", async () => {
    const change = await submitted(office.chain.id);
    await decide(office.boss, change.workflow_instance_id, "rejected", { comment: "no" });
    expect((await office.boss.api.changes.get({ params: { id: change.id } })).status).toBe("rejected");
    expect(await refusalOf(decide(office.boss, change.workflow_instance_id, "approved"))).toMatchObject({
      status: 409,
      code: "CONFLICT",
    });
  });

  test("lets its approvers skip an optional step, but not a required one", async () => {
    const change = await submitted(office.chain.id);
    const id = change.workflow_instance_id;
    expect(await refusalOf(decide(office.boss, id, "skipped"))).toMatchObject({ status: 422 });
    await decide(office.boss, id, "approved");
    await decide(office.deputy, id, "approved");
    expect(await decide(office.other, id, "skipped")).toMatchObject({ status: "approved" });
  });
});

describe("the approver", () => {
  test("is only the current step's approver", async () => {
    const change = await submitted(office.chain.id);
    const id = change.workflow_instance_id;
    for (const person of [office.member, office.other])
      expect(await refusalOf(decide(person, id, "approved"))).toMatchObject({ status: 403, code: "FORBIDDEN" });
    expect(await refusalOf(decide(office.viewer, id, "approved"))).toMatchObject({ status: 403 });
    expect((await instanceOf(id)).current_step).toBe(10);
  });

  test("is never the creator or the requester", async () => {
    const chain = await aChain([{ approver: "any" }]);
    const change = await submitted(chain.id, office.asker);
    const id = change.workflow_instance_id;
    expect((await instanceOf(id, office.asker)).may_decide).toBe(false);
    expect(await refusalOf(decide(office.asker, id, "approved"))).toMatchObject({
      status: 403,
      message: expect.stringContaining("people cannot decide on their own requests"),
    });
    const forOther = await office.asker.api.changes.create({
      body: {
        title: "For someone else",
        requested_by: office.other.email.toUpperCase(),
        workflow_definition_id: chain.id,
        status: "pending_approval",
      },
    });
    for (const own of [office.asker, office.other])
      expect(await refusalOf(decide(own, forOther.workflow_instance_id, "approved"))).toMatchObject({ status: 403 });
    expect((await decide(office.member, forOther.workflow_instance_id, "approved")).status).toBe("approved");
  });

  test("may be the requester when the definition allows it", async () => {
    const chain = await aChain([{ approver: "any" }], { allow_self_approval: true });
    const change = await submitted(chain.id, office.asker);
    expect((await decide(office.asker, change.workflow_instance_id, "approved")).status).toBe("approved");
  });

  test("follows the group: new members can decide, former members cannot", async () => {
    const team = await office.boss.api.groups.create({
      body: { name: "Movers", member_ids: [office.member.tokens.user.id] },
    });
    const chain = await aChain([{ approver: `group:${team.id}` }]);
    const { workflow_instance_id: id } = await submitted(chain.id);
    expect((await instanceOf(id, office.member)).may_decide).toBe(true);
    await office.boss.api.groups.update({
      params: { id: team.id },
      body: { member_ids: [office.other.tokens.user.id] },
    });
    expect((await instanceOf(id, office.member)).may_decide).toBe(false);
    expect((await decide(office.other, id, "approved")).status).toBe("approved");
  });
});

describe("two at once", () => {
  test("settle once: one decision counts, the other is refused", async () => {
    const chain = await aChain([{ approver: "group", approver_value: "Change board" }]);
    for (let round = 0; round < 5; round++) {
      const { workflow_instance_id: id, reference } = await submitted(chain.id);
      const outcomes = await Promise.allSettled([
        decide(office.member, id, "approved", { comment: "yes" }),
        decide(office.deputy, id, "rejected", { comment: "no" }),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const end = await instanceOf(id);
      expect(end.step_results).toHaveLength(1);
      expect((await office.boss.api.changes.get({ params: { id: reference } })).status).toBe(end.status);
    }
  });

  test("who both decide step one do not decide step two by mistake", async () => {
    const chain = await aChain([
      { approver: "group", approver_value: "Change board" },
      { approver: "group", approver_value: "Change board" },
    ]);
    const { workflow_instance_id: id } = await submitted(chain.id);
    const outcomes = await Promise.allSettled(
      [office.member, office.deputy].map((person) => decide(person, id, "approved", { step: 1 })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await instanceOf(id)).current_step).toBe(2);
    const refused = await refusalOf(decide(office.member, id, "approved", { step: 1 }));
    expect(refused).toMatchObject({ status: 409, message: expect.stringContaining("Step 1 was already approved by") });
  });
});

describe("a definition", () => {
  test("that changes does not affect running approvals", async () => {
    const chain = await aChain([{ approver: "any" }, { approver: "role:admin" }]);
    const { workflow_instance_id: id } = await submitted(chain.id);
    const changed = await office.boss.api.definitions.update({
      params: { id: chain.id },
      body: { steps: [{ approver: "any" }] },
    });
    expect(changed.version).toBe(2);
    expect(await decide(office.member, id, "approved")).toMatchObject({ status: "pending", definition_version: 1 });
    expect(await decide(office.boss, id, "approved")).toMatchObject({ status: "approved" });
    const after = await submitted(chain.id);
    expect((await instanceOf(after.workflow_instance_id)).steps).toHaveLength(1);
    const { items } = await office.boss.api.definitions.versions({ params: { id: chain.id } });
    expect(items.map(({ version, steps }) => [version, steps.length])).toEqual([
      [2, 1],
      [1, 2],
    ]);
  });

  test("shows approvers by name, and accepts email, group name and role name", async () => {
    const { member } = office;
    const { steps } = await aChain([
      { approver: `user:${member.email}` },
      { approver: "group:Change board" },
      { approver: "role:operator" },
    ]);
    expect(steps.map(({ approver_value, approver_name }) => [approver_value, approver_name])).toEqual([
      [member.tokens.user.id, member.tokens.user.name],
      [office.boardId, "Change board"],
      ["operator", "operator"],
    ]);
  });

  test("refuses approvers that do not exist or cannot decide", async () => {
    const refused = async (approver: string) => refusalOf(aChain([{ approver }]));
    expect(await refused("user:nobody@example.com")).toMatchObject({ status: 404 });
    expect(await refused("group:Nobodies")).toMatchObject({ status: 404 });
    expect(await refused("role:nobody")).toMatchObject({ status: 404 });
    expect(await refused("role:viewer")).toMatchObject({
      status: 422,
      message: expect.stringContaining("cannot decide"),
    });
    expect(await refused(`user:${office.viewer.email}`)).toMatchObject({ status: 422 });
    const theirs = await anOffice(plane);
    expect(await refused(`group:${theirs.boardId}`)).toMatchObject({ status: 404 });
    expect(await refusalOf(aChain([]))).toMatchObject({ status: 422 });
  });

  test("has a unique name, and is the only default for a change type", async () => {
    const chain = await aChain([{ approver: "any" }], { default_for: ["emergency"] });
    expect(await refusalOf(aChain([{ approver: "any" }], { default_for: ["emergency"] }))).toMatchObject({
      status: 409,
    });
    expect(await refusalOf(aChain([{ approver: "any" }], { name: chain.name }))).toMatchObject({ status: 409 });
    await office.boss.api.definitions.update({ params: { id: chain.id }, body: { default_for: [] } });
    await office.boss.api.definitions.remove({ params: { id: chain.id } });
  });

  test("that a catalog item or an open change uses cannot be deleted", async () => {
    const chain = await aChain([{ approver: "any" }]);
    const item = await office.boss.api.catalog.create({ body: { name: "Laptop", workflow_definition_id: chain.id } });
    expect((await office.boss.api.definitions.get({ params: { id: chain.id } })).used_by).toBe(1);
    const remove = () => office.boss.api.definitions.remove({ params: { id: chain.id } });
    expect(await refusalOf(remove())).toMatchObject({ status: 409, message: expect.stringContaining("Laptop") });
    await office.boss.api.catalog.remove({ params: { id: item.id } });
    const change = await submitted(chain.id);
    expect(await refusalOf(remove())).toMatchObject({
      status: 409,
      message: expect.stringContaining(change.reference),
    });
    await office.asker.api.changes.update({ params: { id: change.id }, body: { status: "cancelled" } });
    await remove();
    expect((await instanceOf(change.workflow_instance_id)).status).toBe("cancelled");
  });

  test("with an optional step without an eligible approver skips it", async () => {
    const empty = await office.boss.api.groups.create({ body: { name: "Empty group" } });
    const chain = await aChain([{ approver: `group:${empty.id}`, required: false }, { approver: "any" }]);
    const { workflow_instance_id: id } = await submitted(chain.id);
    expect(await instanceOf(id)).toMatchObject({
      current_step: 2,
      step_results: [{ order: 1, result: "skipped", decided_by: "system" }],
    });
    const all = await aChain([{ approver: `group:${empty.id}`, required: false }]);
    expect(await submitted(all.id)).toMatchObject({ status: "approved", approval_status: "approved", version: 1 });
  });
});

test("the inbox has only approvals that await my decision", async () => {
  const here = await anOffice(plane);
  const inbox = async (person: Person) => {
    const { items, total } = await person.api.instances.list({ query: { mine: true } });
    expect(items.every(({ may_decide }) => may_decide)).toBe(true);
    return [total, ...items.map(({ subject_reference }) => subject_reference)];
  };
  const change = await here.asker.api.changes.create({
    body: { title: "x", workflow_definition_id: here.chain.id, status: "pending_approval" },
  });
  expect(await inbox(here.boss)).toEqual([1, change.reference]);
  expect([await inbox(here.member), await inbox(here.asker), await inbox(here.viewer)]).toEqual([[0], [0], [0]]);
  await decide(here.boss, change.workflow_instance_id, "approved");
  expect([await inbox(here.boss), await inbox(here.member), await inbox(here.deputy)]).toEqual([
    [0],
    [1, change.reference],
    [1, change.reference],
  ]);
  expect((await here.boss.api.instances.list({ query: { status: ["pending"], subject_id: change.id } })).total).toBe(1);
  expect((await office.boss.api.instances.list({ query: { subject_id: change.id } })).total).toBe(0);
});
