import { afterAll, beforeAll, expect, test } from "vitest";
import { unique } from "../../../test/a-runbook.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { refusalOf } from "../../../test/refusal.ts";

let plane: Plane;
let boss: Person;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
  boss = await plane.tenant();
});
afterAll(() => plane.close());

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

const say = (id: string, body: { place: number; verdict: "confirmed" | "rejected"; cause?: string }, as = boss) =>
  as.api.response.feedback({ params: { id }, body });

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

test("the scorecard counts how confirmed causes were ranked, by week", async () => {
  const other = await plane.tenant();
  expect(await other.api.response.scorecard()).toEqual({
    ...{ confirmed: 0, top1: 0, top3: 0, rejected: 0, mean_confidence: null, weeks: [] },
  });
  const [first, second, third] = [await analyzed(other), await analyzed(other), await analyzed(other)];
  await say(first.rca.id, { place: 1, verdict: "confirmed" }, other);
  await say(second.rca.id, { place: 1, verdict: "rejected" }, other);
  await say(second.rca.id, { place: 2, verdict: "confirmed" }, other);
  await say(third.rca.id, { place: 0, verdict: "confirmed", cause: "A cut cable" }, other);
  const card = await other.api.response.scorecard();
  expect(card).toMatchObject({ confirmed: 3, top1: 1, top3: 2, rejected: 1 });
  expect(card.mean_confidence).toBeGreaterThan(0);
  expect(card.weeks).toMatchObject([
    { week: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), confirmed: 3, top1: 1, top3: 2 },
  ]);
  expect((await other.api.response.scorecard({ query: { to: "now-1d" } })).confirmed).toBe(0);
});

test("what fits no cause or analysis is refused", async () => {
  const { rca } = await analyzed();
  expect(await refusalOf(say(rca.id, { place: 3, verdict: "confirmed" }))).toMatchObject({ status: 422 });
  expect(await refusalOf(say(rca.id, { place: 0, verdict: "rejected" }))).toMatchObject({ status: 422 });
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
      reasons: ["Same affected CI", expect.stringContaining("ledger")],
    },
  ]);
  expect(await boss.api.response.similar({ params: { id: unlike.id } })).toEqual([]);
});
