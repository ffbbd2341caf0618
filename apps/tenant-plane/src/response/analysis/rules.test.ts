import { expect, test } from "vitest";
import type { ChangeFact, DeploymentFact, Facts, IncidentFact, Item, SuspectFact, TelemetryFact } from "./facts.ts";
import { conclude } from "./rules.ts";

const at = new Date("2026-11-17T12:00:00.000Z");
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000).toISOString();

const own: Item = { id: "web", name: "checkout", distance: 0, from: null, relation: null };
const database: Item = { id: "db", name: "payments-db", distance: 1, from: "web", relation: "depends_on" };
const node: Item = { id: "node", name: "node-7", distance: 2, from: "db", relation: "runs_on" };

const nothing: TelemetryFact = {
  status: "read",
  suspects: [],
  startedAt: null,
  others: [],
  affected: [],
  edges: [],
  alerting: [],
  counts: { services: 3, spans: 100, lines: 10, metrics: 5 },
  deployments: [],
  missing: [],
};

function facts(fields: Partial<Facts> = {}): Facts {
  return {
    incident: { id: "this", reference: "INC-00000009", title: "checkout fails", resolved_at: null },
    at,
    items: [own, database, node],
    origin: "incident",
    alerts: [],
    changes: [],
    incidents: [],
    relations: [],
    telemetry: { ...nothing, status: "no services" },
    ...fields,
  };
}

function aChange(fields: Partial<ChangeFact> = {}): ChangeFact {
  const named = { id: "change", reference: "CHG-00000042", title: "Upgrade", source: "change" } as const;
  return {
    ...{
      ...named,
      risk: "high",
      note: "Its risk is high.",
      ci_id: "db",
      started_at: ago(30),
      ended_at: ago(12),
      is_planned: false,
    },
    ...fields,
  };
}

function anIncident(fields: Partial<IncidentFact> = {}): IncidentFact {
  const named = { id: "other", reference: "INC-00000008", title: "Disk full", severity: "P1" } as const;
  return { ...named, ci_id: "db", created_at: ago(5), ...fields };
}

function aSuspect(fields: Partial<SuspectFact> = {}): SuspectFact {
  const text = "The error rate of payments-db rose from 0 % to 33 %.";
  const finding = { kind: "traces", text, link: "/services/payments-db", chart: null } as const;
  return {
    name: "payments-db",
    isHost: false,
    ci_id: "db",
    probability: 0.9,
    findings: [finding],
    since: new Date(ago(10)),
    ...fields,
  };
}

function seen(...suspects: SuspectFact[]): TelemetryFact {
  return { ...nothing, suspects, startedAt: new Date(ago(10)), edges: [{ source: "checkout", target: "payments-db" }] };
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

test("what telemetry suspects is a cause with its findings, its start and how it spread", () => {
  const other = aSuspect({ name: "checkout", ci_id: "web", probability: 0.06, findings: [], since: new Date(ago(8)) });
  const { causes, timeline, checked, confidence, started_at, spread } = conclude(
    facts({
      telemetry: {
        ...seen(aSuspect(), other),
        affected: ["checkout"],
        others: [{ name: "cart", ci_id: null, since: null }],
      },
    }),
  );
  expect(causes).toMatchObject([{ kind: "service", service: "payments-db", ci_id: "db", score: 0.9 }]);
  expect(causes[0]?.evidence.map(({ kind, text, at: time }) => [kind, text, time])).toEqual([
    ["traces", "The error rate of payments-db rose from 0 % to 33 %.", ago(10)],
    ["relation", "checkout depends on payments-db.", null],
  ]);
  expect(timeline.slice(0, 2)).toMatchObject([
    { at: ago(10), text: "payments-db became unusual." },
    { at: ago(8), text: "checkout became unusual." },
  ]);
  expect([confidence, started_at]).toEqual([0.9, ago(10)]);
  expect(spread).toEqual({
    nodes: [
      { name: "payments-db", ci_id: "db", since: ago(10), probability: 0.9, affected: false },
      { name: "checkout", ci_id: "web", since: ago(8), probability: 0.06, affected: true },
      { name: "cart", ci_id: null, since: null, probability: 0, affected: false },
    ],
    edges: [{ source: "checkout", target: "payments-db" }],
  });
  expect(checked.at(-1)).toContain("2 unusual");
});

test("telemetry without anything unusual is no evidence", () => {
  const { causes, summary } = conclude(facts({ telemetry: nothing }));
  expect(causes).toEqual([]);
  expect(summary).toBe(
    "No likely cause found in changes, incidents and telemetry of the affected CIs and what they depend on.",
  );
});

test("a change right before its item became unusual ranks before the item", () => {
  const { causes } = conclude(facts({ changes: [aChange({ ended_at: ago(11) })], telemetry: seen(aSuspect()) }));
  expect(causes.map(({ kind }) => kind)).toEqual(["change", "service"]);
  expect(causes[0]?.evidence.map(({ kind }) => kind)).toEqual(["change", "relation", "traces"]);
});

test("a change of an item that looks fine ranks behind what is unusual", () => {
  const { causes } = conclude(facts({ changes: [aChange({ ci_id: "web" })], telemetry: seen(aSuspect()) }));
  expect(causes.map(({ kind }) => kind)).toEqual(["service", "change"]);
});

test("an incident of an item that looks fine counts less than without telemetry", () => {
  const incidents = [anIncident({ ci_id: "node" })];
  const [alone, both] = [facts({ incidents }), facts({ incidents, telemetry: seen(aSuspect()) })].map(
    (given) => conclude(given).causes.find(({ kind }) => kind === "incident")?.score ?? 0,
  );
  expect(both).toBeLessThan((alone ?? 0) * 0.6);
});

test("a change that came after the trouble had begun counts less", () => {
  const late = aChange({ started_at: ago(2), ended_at: null });
  const [alone, both] = [facts({ changes: [late] }), facts({ changes: [late], telemetry: seen(aSuspect()) })].map(
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

test("an execution that restarts something counts like a change; one of which that is not known counts less", () => {
  const named = { source: "execution", id: "run", reference: "EXE-00000007", title: "Restart" } as const;
  const execution = aChange({ ...named, risk: "high", note: "It runs “systemctl restart pay”." });
  const { causes, summary, timeline } = conclude(facts({ changes: [execution] }));
  expect(causes).toMatchObject([{ kind: "execution", execution_id: "run", change_id: null, ci_id: "db" }]);
  expect(causes[0]?.evidence[0]).toMatchObject({
    kind: "execution",
    text: "EXE-00000007 (Restart) on payments-db ended 12 minutes before the incident. It runs “systemctl restart pay”.",
    link: "/executions/EXE-00000007",
  });
  expect(summary).toMatch(/^Likely cause: runbook execution EXE-00000007 \(Restart\) on payments-db, 1 hop upstream, /);
  expect(timeline[0]?.text).toBe("EXE-00000007 (Restart) started.");
  const looking = aChange({ ...named, risk: "unknown", note: null });
  expect(conclude(facts({ changes: [looking] })).confidence).toBeLessThan(0.5);
  expect(titles(facts({ changes: [looking, aChange()] }))).toEqual(["CHG-00000042: Upgrade", "EXE-00000007: Restart"]);
});

function aDeployment(
  service: string,
  minutesAgo: number,
  verdict: DeploymentFact["verdict"] = "unclear",
): DeploymentFact {
  const time = { started_at: ago(minutesAgo), ended_at: ago(minutesAgo), is_planned: false };
  const named = { id: `${service} 2.9`, source: "deployment", service, title: "2.9" } as const;
  return { ...named, ...time, risk: "medium", note: "Before, it was 2.8.", verdict };
}

test("of several new versions of the last minutes the one that is worse than the old one beside it comes first, and one that is as good last", () => {
  const telemetry = {
    ...seen(aSuspect()),
    deployments: [
      aDeployment("payments-db", 3, "as good"),
      aDeployment("payments", 4),
      aDeployment("checkout", 10, "worse"),
    ],
  };
  const { causes } = conclude(facts({ telemetry }));
  const scores = new Map(causes.map(({ title, score }) => [title, score]));
  expect(causes[0]?.title).toBe("checkout 2.9");
  expect(scores.get("payments-db 2.9") ?? 0).toBeLessThan(0.3);
});

test("a new version right before a service became unusual ranks before the service; a later one is no cause", () => {
  const telemetry = {
    ...seen(aSuspect()),
    deployments: [aDeployment("payments-db", 11), aDeployment("ads", 11), aDeployment("checkout", -1)],
  };
  const { causes, confidence, summary, timeline, checked } = conclude(facts({ telemetry }));
  // The service itself is no rival of its version.
  expect(confidence).toBe(causes[0]?.score);
  expect(causes.map(({ kind, title, service }) => [kind, title, service])).toEqual([
    ["deployment", "payments-db 2.9", "payments-db"],
    ["service", "payments-db", "payments-db"],
  ]);
  expect(causes[0]?.evidence.map(({ kind, text }) => [kind, text])).toEqual([
    ["deployment", "Version 2.9 of payments-db was first seen 11 minutes before the incident. Before, it was 2.8."],
    ["relation", "checkout depends on payments-db."],
    ["traces", "The error rate of payments-db rose from 0 % to 33 %."],
  ]);
  expect(causes[0]?.evidence[0]?.link).toContain("attr=service.version%3D2.9");
  expect(summary).toMatch(
    /^Likely cause: version 2.9 of payments-db, 1 hop upstream, which was first seen 11 minutes /,
  );
  expect(timeline.map(({ text }) => text)).toContain("Version 2.9 of ads was first seen.");
  expect(checked).toContain("New versions of services in their spans: 3.");
});

test("a new version of a service that is not in the CMDB counts when the service is unusual", () => {
  const suspect = aSuspect({ name: "pricing", ci_id: null });
  const telemetry = { ...seen(suspect), deployments: [aDeployment("pricing", 11)] };
  // Also when the service is certain, and both have the same score.
  const certain = { ...telemetry, suspects: [{ ...suspect, probability: 1 }] };
  for (const each of [telemetry, certain])
    expect(conclude(facts({ telemetry: each })).causes).toMatchObject([
      { kind: "deployment", service: "pricing", ci_id: null },
      { kind: "service", service: "pricing" },
    ]);
});

test("a host is called a host", () => {
  const node7 = aSuspect({ name: "node-7", isHost: true, ci_id: "node" });
  expect(conclude(facts({ telemetry: seen(node7) })).causes).toMatchObject([{ kind: "host", ci_id: "node" }]);
});
