import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anOffice, decide, type Office } from "../../test/approvals.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";
import { refusalOf } from "../../test/refusal.ts";
import { freePort, type Sink, startSink } from "../../test/smtp-sink.ts";

let plane: Plane;
let office: Office;
let sink: Sink;
beforeAll(async () => {
  const port = await freePort();
  sink = await startSink(port);
  plane = await startPlane({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_RETRY_MS: "100" });
  office = await anOffice(plane);
});
afterAll(async () => {
  await plane.close();
  await sink.stop();
});

const forbidden = { status: 403, code: "FORBIDDEN" };

const aChain = (steps: object[] = [{ approver: "any" }], more = {}) =>
  office.boss.api.definitions.create({ body: { name: crypto.randomUUID(), steps, ...more } });
const patch = (by: Person, id: string, body: object) => by.api.changes.update({ params: { id }, body });
const idOf = ({ tokens }: Person) => tokens.user.id;

/** A draft of the requester, with a chain that anyone can decide. */
async function aDraft() {
  const chain = await aChain();
  return office.asker.api.changes.create({ body: { title: "Swap the disk", workflow_definition_id: chain.id } });
}

function withKey(key: string) {
  return plane.api({ authorization: `Bearer ${key}`, "x-tenant-id": office.boss.tokens.user.tenant_id });
}

describe("a change", () => {
  test("cannot be approved by the person who submitted it for someone else", async () => {
    const { id } = await aDraft();
    const { workflow_instance_id } = await patch(office.member, id, { status: "pending_approval" });
    expect(await refusalOf(decide(office.member, workflow_instance_id, "approved"))).toMatchObject(forbidden);
    expect((await decide(office.deputy, workflow_instance_id, "approved")).status).toBe("approved");
  });

  test("cannot be approved by a person who edited its plan, even if another submitted it", async () => {
    const { id } = await aDraft();
    await patch(office.member, id, { rollback_plan: "put the old disk back" });
    await patch(office.deputy, id, { assigned_to: idOf(office.other) });
    const { workflow_instance_id } = await patch(office.asker, id, { status: "pending_approval" });
    expect(await refusalOf(decide(office.member, workflow_instance_id, "approved"))).toMatchObject(forbidden);
    expect((await decide(office.deputy, workflow_instance_id, "approved")).status).toBe("approved");
  });

  test("cannot be approved by editors since its last approval, but by earlier editors", async () => {
    const { id } = await aDraft();
    await patch(office.member, id, { test_plan: "read a file" });
    const first = await patch(office.asker, id, { status: "pending_approval" });
    await decide(office.deputy, first.workflow_instance_id, "approved");
    await patch(office.other, id, { status: "draft", test_plan: "read two files" });
    const second = await patch(office.asker, id, { status: "pending_approval" });
    expect(await refusalOf(decide(office.other, second.workflow_instance_id, "approved"))).toMatchObject(forbidden);
    expect((await decide(office.member, second.workflow_instance_id, "approved")).status).toBe("approved");
  });

  test("that was rejected keeps its editors", async () => {
    const { id } = await aDraft();
    await patch(office.member, id, { test_plan: "none" });
    const first = await patch(office.asker, id, { status: "pending_approval" });
    await decide(office.deputy, first.workflow_instance_id, "rejected", { comment: "no test" });
    await patch(office.asker, id, { status: "draft" });
    const second = await patch(office.asker, id, { status: "pending_approval" });
    expect(await refusalOf(decide(office.member, second.workflow_instance_id, "approved"))).toMatchObject(forbidden);
  });

  test("without a chain must also be approved by someone else", async () => {
    const { id } = await office.asker.api.changes.create({ body: { title: "Small", status: "pending_approval" } });
    expect(await refusalOf(patch(office.asker, id, { status: "approved" }))).toMatchObject({
      ...forbidden,
      message: "You cannot approve a change that you requested, edited or submitted. Ask someone else to approve it.",
    });
    expect((await patch(office.member, id, { status: "approved" })).status).toBe("approved");
  });

  test("without a chain can be approved by its author when there is no one else", async () => {
    const alone = await plane.tenant();
    await plane.person("viewer", alone);
    const { id } = await alone.api.changes.create({ body: { title: "Small", status: "pending_approval" } });
    expect((await patch(alone, id, { status: "approved" })).status).toBe("approved");
  });

  test("of type emergency cannot be reviewed by the person who started it", async () => {
    const { id } = await office.asker.api.changes.create({ body: { title: "Failover", type: "emergency" } });
    await patch(office.member, id, { status: "implementing" });
    await patch(office.deputy, id, { status: "completed" });
    for (const own of [office.asker, office.member])
      expect(await refusalOf(patch(own, id, { review_status: "accepted" }))).toMatchObject(forbidden);
    expect(await patch(office.deputy, id, { review_status: "accepted" })).toMatchObject({ review_status: "accepted" });
  });
});

describe("an API key", () => {
  test("cannot decide, not even for the person it acts as", async () => {
    const { key } = await office.boss.api.apiKeys.create({ body: { name: "mine", user_id: idOf(office.boss) } });
    const byKey = withKey(key);
    const { id } = await aDraft();
    const { workflow_instance_id } = await patch(office.asker, id, { status: "pending_approval" });
    const params = { id: workflow_instance_id ?? "" };
    expect((await byKey.instances.get({ params })).may_decide).toBe(false);
    expect((await byKey.instances.list({ query: { mine: true } })).total).toBe(0);
    expect(await refusalOf(byKey.instances.decide({ params, body: { decision: "approved" } }))).toMatchObject({
      ...forbidden,
      message: "Only a signed-in person can approve, reject or review. API keys cannot.",
    });
    const small = await office.asker.api.changes.create({ body: { title: "Small", status: "pending_approval" } });
    for (const status of ["approved", "rejected"] as const)
      expect(await refusalOf(byKey.changes.update({ params: { id: small.id }, body: { status } }))).toMatchObject(
        forbidden,
      );
    const urgent = await office.asker.api.changes.create({ body: { title: "Failover", type: "emergency" } });
    await patch(office.asker, urgent.id, { status: "implementing" });
    await patch(office.asker, urgent.id, { status: "failed" });
    const review = byKey.changes.update({ params: { id: urgent.id }, body: { review_status: "accepted" } });
    expect(await refusalOf(review)).toMatchObject(forbidden);
  });

  test("counts as its person, who cannot approve what the key edited", async () => {
    const { key } = await office.boss.api.apiKeys.create({ body: { name: "editor", user_id: idOf(office.boss) } });
    const { id } = await aDraft();
    await withKey(key).changes.update({ params: { id }, body: { rollback_plan: "none" } });
    const { workflow_instance_id } = await patch(office.asker, id, { status: "pending_approval" });
    expect(await refusalOf(decide(office.boss, workflow_instance_id, "approved"))).toMatchObject(forbidden);
  });

  test("never counts as a person because of its name", async () => {
    const { key } = await office.boss.api.apiKeys.create({ body: { name: office.member.email, role: "operator" } });
    const label = `key:${office.member.email}`;
    const change = await withKey(key).changes.create({ body: { title: "Posing" } });
    expect(change).toMatchObject({ requested_by: label, created_by: label });
    const { items } = await office.boss.api.changes.timeline({ params: { id: change.id } });
    expect(items.map(({ actor }) => actor)).toEqual([label]);
    const audit = await office.boss.api.audit.list({ query: { target_id: change.id } });
    expect(audit.items.map(({ actor, actor_type }) => [actor, actor_type])).toEqual([[label, "api_key"]]);
  });

  test("that acts as a person can be created only by that person", async () => {
    const body = { name: "theirs", user_id: idOf(office.member) };
    expect(await refusalOf(office.boss.api.apiKeys.create({ body }))).toMatchObject(forbidden);
    const own = await office.boss.api.apiKeys.create({ body: { name: "own", user_id: idOf(office.boss) } });
    const another = withKey(own.key).apiKeys.create({ body: { name: "another", user_id: idOf(office.boss) } });
    expect(await refusalOf(another)).toMatchObject(forbidden);
  });
});

describe("approval definitions", () => {
  test("can be edited by admins, while operators can read them and decide", async () => {
    const chain = await aChain();
    const write = office.member.api.definitions.update({
      params: { id: chain.id },
      body: { allow_self_approval: true },
    });
    expect(await refusalOf(write)).toMatchObject(forbidden);
    expect((await office.member.api.definitions.get({ params: { id: chain.id } })).id).toBe(chain.id);
  });

  test("that are a default cannot be deleted", async () => {
    const chain = await aChain([{ approver: "any" }], { default_for: ["emergency"] });
    const remove = () => office.boss.api.definitions.remove({ params: { id: chain.id } });
    expect(await refusalOf(remove())).toMatchObject({
      status: 409,
      message: expect.stringContaining("is the default for emergency changes"),
    });
    await office.boss.api.definitions.update({ params: { id: chain.id }, body: { default_for: [] } });
    await remove();
  });

  test("that items use cannot be deleted, and the error names the items", async () => {
    const chain = await aChain();
    for (const name of ["Laptop", "Phone"])
      await office.boss.api.catalog.create({ body: { name, workflow_definition_id: chain.id } });
    const { status, message } = await refusalOf(office.boss.api.definitions.remove({ params: { id: chain.id } }));
    expect([status, message.includes("Laptop"), message.includes("Phone")]).toEqual([409, true, true]);
  });
});

describe("the approval of a catalog item", () => {
  const nothing = "01890000-0000-7000-8000-000000000000";

  test.each(["no-such-definition", nothing])("cannot be '%s', which does not exist", async (workflow_definition_id) => {
    const missing = { status: 404, message: `There is no approval definition ${workflow_definition_id}.` };
    const create = office.boss.api.catalog.create({ body: { name: "Laptop", workflow_definition_id } });
    expect(await refusalOf(create)).toMatchObject(missing);
    const { id } = await office.boss.api.catalog.create({ body: { name: "Laptop" } });
    const update = office.boss.api.catalog.update({ params: { id }, body: { workflow_definition_id } });
    expect(await refusalOf(update)).toMatchObject(missing);
  });

  test("cannot be another tenant's definition", async () => {
    const theirs = await anOffice(plane);
    const body = { name: "Laptop", workflow_definition_id: theirs.chain.id };
    expect(await refusalOf(office.boss.api.catalog.create({ body }))).toMatchObject({ status: 404 });
  });

  test("that was invalid before stays unchanged until someone edits it", async () => {
    const { id } = await office.boss.api.catalog.create({ body: { name: "Laptop" } });
    await nameDefinition(id, "gone");
    const renamed = await office.asker.api.catalog.update({
      params: { id },
      body: { name: "Notebook", workflow_definition_id: "gone" },
    });
    expect(renamed).toMatchObject({ name: "Notebook", workflow_definition_id: "gone" });
    const request = await office.asker.api.requests.create({ body: { catalog_item_id: id } });
    expect(request).toMatchObject({ status: "approved", workflow_instance_id: null });
  });

  test("can be removed or replaced only by people who can edit definitions", async () => {
    const [chain, other] = [await aChain(), await aChain()];
    const { id } = await office.asker.api.catalog.create({
      body: { name: "Laptop", workflow_definition_id: chain.id },
    });
    const set = (by: Person, workflow_definition_id: string | null) =>
      by.api.catalog.update({ params: { id }, body: { workflow_definition_id } });
    for (const wanted of [null, "", other.id])
      expect(await refusalOf(set(office.asker, wanted))).toMatchObject(forbidden);
    expect(await office.asker.api.catalog.update({ params: { id }, body: { name: "Notebook" } })).toMatchObject({
      workflow_definition_id: chain.id,
    });
    expect((await set(office.boss, null)).workflow_definition_id).toBeNull();
  });
});

describe("a step without an eligible approver", () => {
  const lettersTo = ({ email }: Person, words: string) =>
    sink.letters.filter((letter) => letter.includes(`<${email}>`) && letter.includes(words));

  test("is shown on the approval and the timeline, and only admins get an email", async () => {
    const chain = await aChain([{ approver: `user:${office.asker.email}` }]);
    const change = await office.asker.api.changes.create({
      body: { title: "Mine alone", workflow_definition_id: chain.id, status: "pending_approval" },
    });
    const params = { id: change.workflow_instance_id ?? "" };
    expect(await office.boss.api.instances.get({ params })).toMatchObject({ blocked: "only_requester", eligible: [] });
    const { items } = await office.boss.api.changes.timeline({ params: { id: change.id } });
    expect(items.at(-1)).toMatchObject({
      kind: "approval",
      actor: "system",
      body: "The requester is the only approver of step 1. An admin must change the approvers.",
    });
    await expect.poll(() => lettersTo(office.boss, change.reference).length, { timeout: 180_000 }).toBe(1);
    expect(lettersTo(office.boss, change.reference)[0]).toContain("The requester is the only approver of this step.");
    expect(lettersTo(office.other, change.reference)).toEqual([]);
  });

  test("is reported for a later step of a request when it becomes current", async () => {
    const empty = await office.boss.api.groups.create({ body: { name: "Empty group" } });
    const chain = await aChain([{ approver: "any" }, { approver: `group:${empty.id}` }]);
    const item = await office.boss.api.catalog.create({ body: { name: "Badge", workflow_definition_id: chain.id } });
    const request = await office.asker.api.requests.create({ body: { catalog_item_id: item.id } });
    const params = { id: request.workflow_instance_id ?? "" };
    expect((await office.boss.api.instances.get({ params })).blocked).toBeNull();
    expect((await decide(office.member, params.id, "approved")).blocked).toBe("no_approver");
    const { items } = await office.boss.api.requests.timeline({ params: { id: request.id } });
    expect(items.at(-1)?.body).toBe("There is no eligible approver for step 2. An admin must change the approvers.");
    const letters = () =>
      lettersTo(office.boss, request.reference).filter((letter) => letter.includes("no eligible approver"));
    await expect.poll(() => letters().length, { timeout: 180_000 }).toBe(1);
    await office.boss.api.groups.update({ params: { id: empty.id }, body: { member_ids: [idOf(office.deputy)] } });
    expect((await office.boss.api.instances.get({ params })).blocked).toBeNull();
    expect((await decide(office.deputy, params.id, "approved")).status).toBe("approved");
  });
});

/** An item from before definitions were checked. */
async function nameDefinition(itemId: string, definition: string): Promise<void> {
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  await client.query("update catalog_items set workflow_definition_id = $2 where id = $1", [itemId, definition]);
  await client.end();
}
