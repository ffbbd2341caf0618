import { expect, test } from "vitest";
import type { CallPoint, ChangeFact, Facts, IncidentFact, Item, ServiceFact } from "./facts.ts";
import { conclude } from "./rules.ts";

const at = new Date("2026-11-17T12:00:00.000Z");
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString();

const own: Item = { id: "web", name: "checkout", distance: 0, from: null, relation: null };
const database: Item = { id: "db", name: "payments-db", distance: 1, from: "web", relation: "depends_on" };
const node: Item = { id: "node", name: "node-7", distance: 2, from: "db", relation: "runs_on" };

function facts(fields: Partial<Facts> = {}): Facts {
  return {
    incident: { id: "this", reference: "INC-00000009", title: "checkout fails" },
    at,
    items: [own, database, node],
    origin: "incident",
    changes: [],
    incidents: [],
    telemetry: { status: "no services", services: [] },
    ...fields,
  };
}

function aChange(fields: Partial<ChangeFact> = {}): ChangeFact {
  const named = { id: "change", reference: "CHG-00000042", title: "Upgrade", status: "completed" } as const;
  return {
    ...{ ...named, risk_level: "high", ci_id: "db", started_at: ago(30), ended_at: ago(12), is_planned: false },
    ...fields,
  };
}

function anIncident(fields: Partial<IncidentFact> = {}): IncidentFact {
  const named = { id: "other", reference: "INC-00000008", title: "Disk full", severity: "P1" } as const;
  return { ...named, ci_id: "db", created_at: ago(5), ...fields };
}

/** 75 minutes of calls; the last 15 are as wanted. */
function calls(recent: Partial<CallPoint>, from = 15): CallPoint[] {
  return Array.from({ length: 75 }, (_, index) => ({
    ...{ ts: ago(75 - index), calls: 20, errors: 0, p95_ms: 40 },
    ...(index >= 75 - from ? recent : {}),
  }));
}

function aService(fields: Partial<ServiceFact>): ServiceFact {
  return { service: "payments-db", ci_id: "db", calls: [], logs: [], ...fields };
}

const titles = (given: Facts) => conclude(given).causes.map(({ title }) => title);

test("a recent change upstream is the likely cause, and the summary cites its evidence", () => {
  const { summary, confidence, causes, outcome, timeline } = conclude(facts({ changes: [aChange()] }));
  expect(summary).toBe(
    "Likely cause: change CHG-00000042 (Upgrade) on payments-db, 1 hop upstream, which ended 12 minutes before the incident [E1, E2].",
  );
  expect(confidence).toBeGreaterThan(0.7);
  expect(causes).toMatchObject([{ kind: "change", ci_id: "db", change_id: "change", service: null }]);
  expect(causes[0]?.evidence.map(({ id, kind, text, link }) => [id, kind, text, link])).toEqual([
    [
      "E1",
      "change",
      "CHG-00000042 (Upgrade) on payments-db ended 12 minutes before the incident. Its risk is high.",
      "/changes/CHG-00000042",
    ],
    ["E2", "relation", "checkout depends on payments-db.", "/cmdb/db?tab=impact&direction=upstream"],
  ]);
  expect(outcome).toEqual({
    text: "Found a likely cause: change CHG-00000042 (Upgrade) on payments-db, 1 hop upstream, which ended 12 minutes before the incident.",
    links: { "CHG-00000042": "/changes/CHG-00000042" },
  });
  expect(timeline.map(({ text }) => text)).toEqual([
    "CHG-00000042 (Upgrade) started.",
    "CHG-00000042 (Upgrade) ended.",
    "INC-00000009 was opened.",
  ]);
});

test("changes rank by time, distance, and whether they were made", () => {
  const changes = [
    aChange({ id: "1", reference: "CHG-1", started_at: ago(700), ended_at: ago(600) }),
    aChange({ id: "2", reference: "CHG-2", ci_id: "web" }),
    aChange({ id: "3", reference: "CHG-3", ci_id: "node" }),
    aChange({ id: "4", reference: "CHG-4", ci_id: "web", is_planned: true, ended_at: null }),
  ];
  expect(titles(facts({ changes }))).toEqual(["CHG-2: Upgrade", "CHG-3: Upgrade", "CHG-4: Upgrade", "CHG-1: Upgrade"]);
  expect(conclude(facts({ changes: [changes[3] ?? aChange()] })).summary).toContain("was planned to start 30 minutes");
});

test("a change of several items counts once, by the nearest", () => {
  const { causes } = conclude(facts({ changes: [aChange({ ci_id: "node" }), aChange({ ci_id: "web" })] }));
  expect(causes).toMatchObject([{ ci_id: "web" }]);
});

test("an incident upstream counts more than one on the same item", () => {
  const incidents = [anIncident({ id: "same", reference: "INC-7", ci_id: "web" }), anIncident()];
  const { causes, summary } = conclude(facts({ incidents }));
  expect(causes.map(({ kind, incident_id }) => [kind, incident_id])).toEqual([
    ["incident", "other"],
    ["incident", "same"],
  ]);
  expect(summary).toMatch(/^Likely cause: incident INC-00000008 .* 5 minutes before the incident \[E1, E2\]\. Also/);
});

test("a change whose item then had an incident ranks before that incident", () => {
  const given = facts({ changes: [aChange({ ended_at: null })], incidents: [anIncident()] });
  expect(titles(given)).toEqual(["CHG-00000042: Upgrade", "INC-00000008: Disk full"]);
  const [change, incident] = conclude(given).causes;
  const shared = incident?.evidence[0];
  expect(change?.evidence).toContainEqual(shared);
});

test("errors, slowness and error logs of a service upstream are evidence with their start", () => {
  const service = aService({
    calls: calls({ errors: 10, p95_ms: 400 }, 10),
    logs: Array.from({ length: 75 }, (_, index) => ({ ts: ago(75 - index), errors: index >= 65 ? 4 : 0 })),
  });
  const { causes, timeline, checked } = conclude(facts({ telemetry: { status: "read", services: [service] } }));
  expect(causes).toMatchObject([{ kind: "service", service: "payments-db", ci_id: "db" }]);
  expect(causes[0]?.evidence.map(({ kind, text, at: time }) => [kind, text, time])).toEqual([
    ["traces", "The error rate of payments-db rose from 0 % to 33 %.", ago(10)],
    ["traces", "The p95 latency of payments-db rose from 40 ms to 400 ms.", ago(10)],
    ["logs", "payments-db logged 40 errors in 15 minutes, after 0 in the hour before.", ago(10)],
    ["relation", "checkout depends on payments-db.", null],
  ]);
  expect(timeline[0]).toMatchObject({ at: ago(10), text: "payments-db became unusual." });
  expect(checked.at(-1)).toContain("1 unusual");
});

test("the usual errors and latency of a service are no evidence", () => {
  const services = [aService({ calls: calls({ errors: 0, p95_ms: 60 }), logs: [{ ts: ago(3), errors: 4 }] })];
  const { causes, summary } = conclude(facts({ telemetry: { status: "read", services } }));
  expect(causes).toEqual([]);
  expect(summary).toBe(
    "No likely cause found in changes, incidents and telemetry of the affected CIs and what they depend on.",
  );
});

test("a change that came after the trouble had begun counts less", () => {
  const services = [aService({ calls: calls({ errors: 10 }, 14) })];
  const telemetry = { status: "read", services } as const;
  const late = aChange({ started_at: ago(2), ended_at: null });
  const [alone, both] = [facts({ changes: [late] }), facts({ changes: [late], telemetry })].map(
    (given) => conclude(given).causes.find(({ kind }) => kind === "change")?.score ?? 0,
  );
  expect(both).toBeLessThan(alone ?? 0);
});

test("without items it says so, and what else was checked", () => {
  const { summary, confidence, checked, outcome } = conclude(facts({ items: [], origin: "none" }));
  expect([confidence, summary]).toEqual([
    0,
    "No likely cause found: the incident names no CI. Add the affected CIs and analyze it again.",
  ]);
  expect(checked[0]).toBe("CIs: the incident names none, and none has a word of its title as its name.");
  expect(outcome.text).toContain("Found no likely cause: the incident names no CI.");
});

test("causes and evidence have a limit, and ids do not repeat", () => {
  const incidents = Array.from({ length: 60 }, (_, n) => anIncident({ id: `${n}`, reference: `INC-${n}` }));
  const changes = Array.from({ length: 20 }, (_, n) => aChange({ id: `c${n}`, reference: `CHG-${n}` }));
  const { causes, timeline } = conclude(facts({ incidents, changes }));
  expect(causes).toHaveLength(10);
  expect(timeline).toHaveLength(50);
  const texts = new Map(causes.flatMap(({ evidence }) => evidence.map(({ id, text }) => [id, text])));
  expect(texts.size).toBeLessThanOrEqual(50);
  expect(new Set(texts.values()).size).toBe(texts.size);
  expect(causes.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
});
