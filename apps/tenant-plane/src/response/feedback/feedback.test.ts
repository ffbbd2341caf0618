import type { Input, operations } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unique } from "../../../test/a-runbook.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: Plane;
let boss: Person;
let database: pg.Client;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
  boss = await plane.tenant();
  database = new pg.Client(plane.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await plane.close();
});

/** An analysis whose causes are two incidents upstream. */
async function analyzed({ api } = boss) {
  const [shop, database] = [
    await api.cmdb.create({ body: { name: unique("shop"), class: "service" } }),
    await api.cmdb.create({ body: { name: unique("database"), class: "database" } }),
  ];
  await api.cmdb.relate({ body: { source_id: shop.id, target_id: database.id, type: "depends_on" } });
  for (const severity of ["P1", "P3"] as const)
    await api.incidents.create({ body: { title: unique("Slow"), severity, ci_ids: [database.id] } });
  const incident = await api.incidents.create({ body: { title: unique("Orders fail"), ci_ids: [shop.id] } });
  return { incident, rca: await api.response.rca({ body: { incident_id: incident.id } }) };
}

type Said = Input<typeof operations.response.feedback>["body"];
const say = (id: string, body: Said, as = boss) => as.api.response.feedback({ params: { id }, body });

test("a confirmed cause is kept with the analysis, and another confirmation takes its place", async () => {
  const { incident, rca } = await analyzed();
  expect(rca.causes).toHaveLength(2);
  expect(await say(rca.id, { place: 1, verdict: "confirmed" })).toMatchObject({
    ...{ incident_id: incident.id, rca_id: rca.id, place: 1, verdict: "confirmed", cause: rca.causes[0]?.title },
    decided_by: boss.email,
  });
  await say(rca.id, { place: 1, verdict: "rejected" });
  await say(rca.id, { place: 2, verdict: "confirmed" });
  const read = await boss.api.response.latestRca({ params: { id: incident.id } });
  expect(read.feedback.map(({ place, verdict }) => [place, verdict])).toEqual([
    [1, "rejected"],
    [2, "confirmed"],
  ]);
  const { items } = await boss.api.audit.list({ query: { action: "response.feedback" } });
  expect(items[0]).toMatchObject({ after: { verdict: "confirmed", place: 2 } });
});

test("a comment is kept and leaves the time of the decision as it is", async () => {
  const { incident, rca } = await analyzed();
  const { decided_at } = await say(rca.id, { place: 1, verdict: "confirmed" });
  plane.travel(60_000);
  const commented = await say(rca.id, { place: 1, verdict: "confirmed", comment: "The disk was full" });
  expect(commented).toMatchObject({ comment: "The disk was full", decided_at });
  const changed = await say(rca.id, { place: 1, verdict: "rejected" });
  expect(Date.parse(changed.decided_at)).toBeGreaterThan(Date.parse(decided_at));
  const { feedback } = await boss.api.response.latestRca({ params: { id: incident.id } });
  expect(feedback).toMatchObject([{ place: 1, verdict: "rejected", comment: "" }]);
});

test("a cause that was not named is a configuration item or words", async () => {
  const { rca } = await analyzed();
  const cable = await boss.api.cmdb.create({ body: { name: unique("uplink"), class: "network_device" } });
  expect(await say(rca.id, { place: 0, verdict: "confirmed", ci_id: cable.id })).toMatchObject({
    ...{ place: 0, cause: cable.name, ci_id: cable.id },
  });
  const cause = "A cut cable of the uplink";
  expect(await say(rca.id, { place: 0, verdict: "confirmed", ci_id: cable.id, cause })).toMatchObject({ cause });
  expect(await say(rca.id, { place: 0, verdict: "confirmed" })).toMatchObject({ cause: "Another cause", ci_id: null });
});

test("feedback can be taken back", async () => {
  const [other, { incident, rca }] = [await plane.tenant(), await analyzed()];
  const { id } = await say(rca.id, { place: 1, verdict: "confirmed" });
  expect(await refusalOf(other.api.response.withdrawFeedback({ params: { id } }))).toMatchObject({ status: 404 });
  await boss.api.response.withdrawFeedback({ params: { id } });
  expect((await boss.api.response.latestRca({ params: { id: incident.id } })).feedback).toEqual([]);
  expect(await refusalOf(boss.api.response.withdrawFeedback({ params: { id } }))).toMatchObject({ status: 404 });
});

describe("the scorecard", () => {
  let lead: Person;
  let cases: Awaited<ReturnType<typeof analyzed>>[];

  const judge = (index: number, body: Said) => say(cases[index]?.rca.id ?? "", body, lead);

  beforeAll(async () => {
    lead = await plane.tenant();
    cases = [];
    for (let each = 0; each < 4; each++) cases.push(await analyzed(lead));
    await judge(0, { place: 1, verdict: "confirmed" });
    await judge(1, { place: 1, verdict: "rejected" });
    await judge(1, { place: 2, verdict: "confirmed" });
    await judge(2, { place: 0, verdict: "confirmed", cause: "A cut cable", comment: "By a digger" });
    await judge(3, { place: 1, verdict: "rejected" });
    await judge(3, { place: 2, verdict: "rejected" });
  });

  test("is empty before the first judgment", async () => {
    const { api } = await plane.tenant();
    expect(await api.response.scorecard()).toEqual({
      ...{ confirmed: 0, top1: 0, top3: 0, unnamed: 0, undecided: 0, rejected: 0, mean_confidence: null },
      ...{ top1_rate: null, top3_rate: null, by: "week", periods: [] },
    });
    expect(await api.response.judgments()).toMatchObject({ items: [], total: 0 });
  });

  test("counts how confirmed causes were ranked; one that was not named is a miss, and rejections alone count nothing", async () => {
    const card = await lead.api.response.scorecard();
    expect(card).toMatchObject({ confirmed: 3, top1: 1, top3: 2, unnamed: 1, undecided: 1, rejected: 3 });
    expect(card.mean_confidence).toBeGreaterThan(0);
    expect(card.top1_rate).toEqual({
      ...{ value: 1 / 3, low: expect.closeTo(0.0615, 3), high: expect.closeTo(0.7923, 3) },
    });
    expect((await lead.api.response.scorecard({ query: { to: "now-1d" } })).confirmed).toBe(0);
  });

  test("lists the judged incidents with what was first and what was confirmed", async () => {
    const listed = await lead.api.response.judgments();
    expect(listed.total).toBe(4);
    expect(listed.items.map(({ outcome, place }) => [outcome, place])).toEqual([
      ...[
        ["undecided", null],
        ["unnamed", 0],
        ["top3", 2],
        ["first", 1],
      ],
    ]);
    const [undecided, unnamed, second] = listed.items;
    expect(undecided).toMatchObject({ reference: cases[3]?.incident.reference, cause: null });
    expect(unnamed).toMatchObject({
      ...{ cause: "A cut cable", comment: "By a digger", decided_by: lead.email, title: cases[2]?.incident.title },
      first_cause: cases[2]?.rca.causes[0]?.title,
    });
    expect(second).toMatchObject({
      cause: cases[1]?.rca.causes[1]?.title,
      first_cause: cases[1]?.rca.causes[0]?.title,
    });
    const misses = await lead.api.response.judgments({ query: { outcome: ["unnamed", "top3"], limit: 1, offset: 1 } });
    expect(misses).toMatchObject({ total: 2, items: [{ outcome: "top3" }] });
    expect(await lead.api.response.judgments({ query: { to: "now-1d" } })).toMatchObject({ total: 0 });
    const stranger = await plane.tenant();
    expect(await stranger.api.response.judgments()).toMatchObject({ total: 0 });
  });

  test("groups by week or month", async () => {
    const early = await plane.tenant();
    await say((await analyzed(early)).rca.id, { place: 2, verdict: "confirmed" }, early);
    const [before] = (await early.api.response.scorecard()).periods;
    expect(before).toMatchObject({ start: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), confirmed: 1, top1: 0, top3: 1 });
    expect(new Date(before?.start ?? "").getUTCDay()).toBe(1);
    const ahead = 40 * 86_400_000;
    plane.travel(ahead);
    const later = await plane.login(early.email, early.password, early.tokens.user.tenant_id);
    const { incident, rca } = await analyzed(later);
    await say(rca.id, { place: 1, verdict: "confirmed" }, later);
    const weeks = await later.api.response.scorecard();
    expect(weeks.periods).toMatchObject([before, { confirmed: 1, top1: 1 }]);
    const months = await later.api.response.scorecard({ query: { by: "month" } });
    expect(months).toMatchObject({ by: "month", confirmed: 2 });
    expect(months.periods.map(({ start }) => start.slice(8))).toEqual(["01", "01"]);
    const recent = { from: "now-30d" };
    expect(await later.api.response.scorecard({ query: recent })).toMatchObject({ confirmed: 1, undecided: 0 });
    const listed = await later.api.response.judgments({ query: recent });
    expect(listed).toMatchObject({ total: 1, items: [{ incident_id: incident.id }] });
    plane.travel(-ahead);
  });
});

test("what fits no cause or analysis is refused", async () => {
  const { rca } = await analyzed();
  expect(await refusalOf(say(rca.id, { place: 3, verdict: "confirmed" }))).toMatchObject({ status: 422 });
  expect(await refusalOf(say(rca.id, { place: 0, verdict: "rejected" }))).toMatchObject({ status: 422 });
  expect(await refusalOf(say(rca.id, { place: 1, verdict: "confirmed", cause: "Another" }))).toMatchObject({
    status: 422,
  });
  const nowhere = "01a1e2ce-c420-78af-860b-f8fc62ec0d94";
  expect(await refusalOf(say(rca.id, { place: 0, verdict: "confirmed", ci_id: nowhere }))).toMatchObject({
    status: 404,
  });
  const stranger = await plane.tenant();
  expect(await refusalOf(say(rca.id, { place: 1, verdict: "confirmed" }, stranger))).toMatchObject({ status: 404 });
});

test("similar incidents come with the confirmed cause and what solved them", async () => {
  const item = await boss.api.cmdb.create({ body: { name: unique("ledger"), class: "service" } });
  const old = await boss.api.incidents.create({ body: { title: "Ledger postings time out", ci_ids: [item.id] } });
  const rca = await boss.api.response.rca({ body: { incident_id: old.id } });
  await say(rca.id, { place: 0, verdict: "confirmed", cause: "A lock of the archive job" });
  for (const status of ["open", "acknowledged", "investigating"] as const)
    await boss.api.incidents.update({ params: { id: old.id }, body: { status } });
  await boss.api.incidents.update({
    params: { id: old.id },
    body: { status: "resolved", resolution_notes: "Stopped the archive job." },
  });
  const unlike = await boss.api.incidents.create({ body: { title: "Printer on floor three" } });
  const now = await boss.api.incidents.create({
    body: { title: "Postings of the ledger time out again", ci_ids: [item.id] },
  });
  const found = await boss.api.response.similar({ params: { id: now.reference } });
  expect(found).toMatchObject([
    {
      ...{ id: old.id, cause: "A lock of the archive job", resolution_notes: "Stopped the archive job.", runbooks: [] },
      reasons: [`Same affected CI: ${item.name}`, "Both mention “postings”"],
    },
  ]);
  expect(await boss.api.response.similar({ params: { id: unlike.id } })).toEqual([]);
});

async function resolved(title: string, fields: object = {}, by = boss): Promise<{ id: string }> {
  const { id } = await by.api.incidents.create({ body: { title, ...fields } });
  for (const status of ["open", "acknowledged", "investigating", "resolved"] as const)
    await by.api.incidents.update({
      params: { id },
      body: { status, ...(status === "resolved" ? { resolution_notes: "Done." } : {}) },
    });
  return { id };
}

test("titles that share a rare name and another rare word are similar, also after thousands of others, and only of the tenant", async () => {
  const owner = await plane.tenant();
  const old = await resolved("Certificate of quokka-gate.eu has expired", {}, owner);
  const stranger = await plane.tenant();
  await resolved("Certificate of quokka-gate.eu has expired", {}, stranger);
  await database.query(
    `insert into incidents (id, tenant_id, number, title, description, severity, status, source, ci_ids, created_by)
     select uuidv7(), $1, 100 + number, 'Checkout is slow for customers ' || number % 7, '', 'P3', 'resolved', '', '{}', 'seed'
     from generate_series(1, 2000) number`,
    [owner.tokens.user.tenant_id],
  );
  const { id } = await owner.api.incidents.create({
    body: { title: "quokka-gate.eu: browsers refuse the certificate" },
  });
  const found = await owner.api.response.similar({ params: { id } });
  expect(found.map((each) => [each.id, each.reasons])).toEqual([
    [old.id, [expect.stringMatching(/^Both mention “quokka-gate\.eu” and “certificate”$/)]],
  ]);
  expect(
    (await stranger.api.response.similar({ params: { id: (await resolved("Mail is late", {}, stranger)).id } })).length,
  ).toBe(0);
  const slow = await owner.api.incidents.create({ body: { title: "Checkout is slow for customers" } });
  expect(await owner.api.response.similar({ params: { id: slow.id } })).toEqual([]);
});

test("incidents with the same confirmed cause are similar, and no longer when the confirmation is taken back", async () => {
  const owner = await plane.tenant();
  const db = await owner.api.cmdb.create({ body: { name: "orders-db", class: "database" } });
  const blame = async (id: string) => {
    const rca = await owner.api.response.rca({ body: { incident_id: id } });
    return say(rca.id, { place: 0, verdict: "confirmed", ci_id: db.id }, owner);
  };
  const old = await resolved("Carts are empty", {}, owner);
  await blame(old.id);
  const { id } = await owner.api.incidents.create({ body: { title: "Invoices are late" } });
  const similar = async () => (await owner.api.response.similar({ params: { id } })).map(({ reasons }) => reasons);
  expect(await similar()).toEqual([]);
  const said = await blame(id);
  expect(await similar()).toEqual([["Same cause: orders-db"]]);
  await owner.api.response.withdrawFeedback({ params: { id: said.id } });
  expect(await similar()).toEqual([]);
});
