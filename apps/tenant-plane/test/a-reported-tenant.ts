import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Person, SharedPlane } from "./plane.ts";

// A tenant with records at known times, so that a test can compute every figure of a report by hand.

const minute = 60_000;
const at = (time: string) => new Date(`2026-${time}:00Z`);

/** October, which the reports are about, and September before it. */
export const period = { from: "2026-10-01T00:00:00Z", to: "2026-11-01T00:00:00Z" };

export interface SeededIncident {
  title: string;
  severity: string;
  created: Date;
  /** Minutes until then; null: never. */
  acknowledged: number | null;
  resolved: number | null;
  reopens: number;
  service: string | null;
}

const incident = (
  title: string,
  severity: string,
  created: string,
  [acknowledged, resolved]: [number | null, number | null],
  more: Partial<SeededIncident> = {},
): SeededIncident => ({
  ...{ title, severity, created: at(created), acknowledged, resolved, reopens: 0, service: null },
  ...more,
});

export const incidents: readonly SeededIncident[] = [
  incident("Checkout is down", "P1", "10-02T10:00", [5, 90], { service: "shop" }),
  incident("Checkout is slow", "P2", "10-05T22:30", [10, 45], { service: "shop", reopens: 2 }),
  incident("=HYPERLINK(1)", "P3", "10-06T08:00", [15, 60], { service: "search" }),
  incident("<script>alert(1)</script>", "P3", "10-28T12:00", [null, null]),
  // The last moment of the month belongs to it, the first of the next does not.
  { ...incident("Disk is full", "P4", "10-31T23:59", [1, 10]), created: new Date("2026-10-31T23:59:59.999Z") },
  incident("Disk is full again", "P4", "11-01T00:00", [1, 10]),
  incident("Storage fails", "P1", "09-10T10:00", [20, 200], { service: "shop" }),
  incident("Mail waits", "P5", "09-30T23:59", [60, 100]),
];

export interface SeededChange {
  title: string;
  type: string;
  status: string;
  created: Date;
  /** Hours after the creation. */
  started: number | null;
  ended: number | null;
  /** Hours after the creation; null: never. */
  approved: number | null;
  review: string | null;
}

const change = (title: string, type: string, status: string, created: string, rest: Partial<SeededChange>) => ({
  ...{ title, type, status, created: at(created), started: null, ended: null, approved: null, review: null },
  ...rest,
});

export const changes: readonly SeededChange[] = [
  change("Patch", "normal", "completed", "10-03T08:00", { approved: 2, started: 4, ended: 6 }),
  change("Move", "normal", "failed", "10-04T08:00", { approved: 5, started: 3, ended: 10 }),
  change("Hotfix", "emergency", "completed", "10-07T01:00", { started: 0, ended: 1, review: "accepted" }),
  change("Hotfix two", "emergency", "completed", "10-08T01:00", { started: 0, ended: 2, review: "pending" }),
  change("Plan", "standard", "draft", "10-09T08:00", {}),
  change("Old patch", "normal", "completed", "09-04T08:00", { approved: 1, started: 2, ended: 4 }),
];

export interface SeededRequest {
  offer: string;
  status: string;
  created: Date;
  /** Hours after the creation. */
  target: number | null;
  closed: number | null;
}

const request = (offer: string, status: string, created: string, target: number | null, closed: number | null) => ({
  ...{ offer, status, created: at(created), target, closed },
});

export const offers = [
  { name: "Laptop", category: "Hardware", hours: 48 },
  { name: "Access", category: "Accounts", hours: null },
  { name: "Phone", category: "Hardware", hours: null },
] as const;

export const requests: readonly SeededRequest[] = [
  request("Laptop", "fulfilled", "10-02T09:00", 48, 24),
  request("Laptop", "fulfilled", "10-03T09:00", 48, 72),
  request("Laptop", "approved", "10-20T09:00", 48, null),
  request("Access", "fulfilled", "10-05T09:00", null, 2),
  request("Access", "rejected", "10-06T09:00", null, 1),
  request("Laptop", "fulfilled", "09-06T09:00", 48, 10),
];

export interface SeededRun {
  kind: "execution" | "workflow_run";
  name: string;
  status: string;
  created: Date;
  /** Seconds. */
  took: number | null;
  verified: boolean | null;
  dryRun: boolean;
}

const run = (
  [kind, name]: [SeededRun["kind"], string],
  status: string,
  created: string,
  took: number | null,
  more: Partial<SeededRun> = {},
): SeededRun => ({ ...{ kind, name, status, created: at(created), took, verified: null, dryRun: false }, ...more });

export const savedMinutes = 15;

export const runs: readonly SeededRun[] = [
  run(["execution", "Restart"], "succeeded", "10-02T10:10", 30, { verified: true }),
  run(["execution", "Restart"], "succeeded", "10-05T22:40", 90, { verified: false }),
  run(["execution", "Clean up"], "failed", "10-06T08:10", 60),
  run(["execution", "Restart"], "succeeded", "10-07T08:10", 10, { dryRun: true }),
  run(["execution", "Restart"], "succeeded", "09-07T08:10", 20, { verified: true }),
  run(["workflow_run", "Triage"], "succeeded", "10-02T10:05", 4),
  run(["workflow_run", "Triage"], "succeeded", "10-03T10:05", 8),
  run(["workflow_run", "Triage"], "failed", "10-04T10:05", 2),
  run(["workflow_run", "Triage"], "succeeded", "09-04T10:05", 2),
];

/** Prices for an hour, and items that existed since then. */
export const prices = { server: 0.5, database: 2 } as const;
export const items = [
  { name: "web-1", class: "server", tags: ["red", "blue"], created: at("09-15T00:00"), runs: "shop" },
  { name: "web-2", class: "server", tags: ["red"], created: at("10-16T00:00"), runs: "shop" },
  { name: "db-1", class: "database", tags: [], created: at("08-01T00:00"), runs: null },
  { name: "shop", class: "service", tags: [], created: at("08-01T00:00"), runs: null },
  { name: "search", class: "service", tags: [], created: at("08-01T00:00"), runs: null },
] as const;

interface SeededSlo {
  name: string;
  service: string;
  objective: number;
  windowDays: number;
  hours: readonly { created: Date; good: number; total: number }[];
}

/** Objectives with the events of some hours. */
export const slos: readonly SeededSlo[] = [
  {
    ...{ name: "Checkout works", service: "shop", objective: 99, windowDays: 30 },
    hours: [
      { created: at("10-05T10:00"), good: 990, total: 1000 },
      { created: at("10-20T11:00"), good: 470, total: 500 },
      { created: at("09-05T10:00"), good: 100, total: 100 },
    ],
  },
  {
    ...{ name: "Search is fast", service: "search", objective: 95, windowDays: 7 },
    hours: [{ created: at("10-03T00:00"), good: 95, total: 100 }],
  },
];

/** Fills the tenant. Prices and KPIs are made through the API. */
export async function fillReportedTenant(plane: SharedPlane, { api, tokens }: Person): Promise<void> {
  const { id: workflowId } = await api.workflows.create({
    body: {
      ...{ name: "Triage", saved_minutes: savedMinutes },
      steps: [{ id: "say", type: "notification", config: { message: "It is done." } }],
    },
  });
  const client = new pg.Client({
    connectionString: plane.databaseUrl,
    options: `-c app.tenant_id=${tokens.user.tenant_id}`,
  });
  await client.connect();
  await client.query("set timezone to 'UTC'");
  const insert = (table: string, row: Record<string, unknown>) => {
    const keys = Object.keys(row);
    const marks = keys.map((_, index) => `$${index + 1}`);
    return client.query(`insert into ${table} (${keys.join(", ")}) values (${marks.join(", ")})`, Object.values(row));
  };
  const after = (from: Date, amount: number | null, unit: number) =>
    amount === null ? null : new Date(from.getTime() + amount * unit);
  const hour = 60 * minute;
  const common = { created_by: "seed", version: 1 };

  const ids = new Map<string, string>(items.map(({ name }) => [name, randomUUID()]));
  for (const { name, class: ciClass, tags, created } of items)
    await insert("config_items", {
      ...{ ...common, id: ids.get(name), name, class: ciClass, tags, created_at: created, environment: "production" },
      ...{ description: "", attributes: {}, criticality: "medium", source: "manual" },
    });
  for (const { name, runs: service } of items)
    if (service)
      await insert("ci_relations", {
        ...{ id: randomUUID(), source_id: ids.get(service), target_id: ids.get(name), type: "runs_on" },
        ...{ description: "", origin: "manual", created_by: "seed" },
      });

  for (const [index, each] of incidents.entries()) {
    const { title, severity, created, acknowledged, resolved, reopens, service } = each;
    await insert("incidents", {
      ...{ ...common, id: randomUUID(), number: index + 1, title, severity, description: "", source: "api" },
      ...{ status: resolved === null ? "open" : "resolved", created_at: created, reopens },
      ...{ acknowledged_at: after(created, acknowledged, minute), resolved_at: after(created, resolved, minute) },
      ci_ids: service === null ? [] : [ids.get(service)],
    });
  }

  for (const [index, each] of changes.entries()) {
    const { title, type, status, created, started, ended, approved, review } = each;
    const id = randomUUID();
    await insert("changes", {
      ...{ ...common, id, number: index + 1, title, type, status, created_at: created, review_status: review },
      ...{ actual_start: after(created, started, hour), actual_end: after(created, ended, hour), requested_by: "seed" },
      ...{ description: "", risk_level: "low", implementation_plan: "", rollback_plan: "", test_plan: "" },
    });
    if (approved !== null)
      await insert("itsm_timeline", {
        ...{
          id: randomUUID(),
          subject_type: "change",
          subject_id: id,
          kind: "change",
          actor: "seed",
          body: "",
          note: "",
        },
        ...{ changes: { status: { from: "pending_approval", to: "approved" } } },
        created_at: after(created, approved, hour),
      });
  }

  const offerIds = new Map<string, string>(offers.map(({ name }) => [name, randomUUID()]));
  for (const { name, category, hours } of offers)
    await insert("catalog_items", {
      ...{ id: offerIds.get(name), name, category, description: "", icon: "", form: {}, enabled: true },
      ...{ fulfillment_type: "manual", fulfillment_config: {}, target_hours: hours },
    });
  for (const [index, { offer, status, created, target, closed }] of requests.entries())
    await insert("service_requests", {
      ...{ ...common, id: randomUUID(), number: index + 1, catalog_item_id: offerIds.get(offer), title: offer, status },
      ...{ category: offers.find(({ name }) => name === offer)?.category, form: {}, inputs: {}, requested_by: "seed" },
      ...{ fulfillment_type: "manual", fulfillment_config: {}, created_at: created },
      ...{ target_at: after(created, target, hour), closed_at: after(created, closed, hour) },
    });

  for (const [index, { kind, name, status, created, took, verified, dryRun }] of runs.entries())
    await insert("runs", {
      ...{ id: randomUUID(), kind, number: index + 1, subject_name: name, subject_version: 1, plan: {}, status },
      ...{ subject_id: kind === "workflow_run" ? workflowId : randomUUID(), dry_run: dryRun, parameters: {}, verified },
      ...{ started_by: "seed", created_at: created, finished_at: after(created, took, 1000) },
    });

  for (const { name, service, objective, windowDays, hours } of slos) {
    const id = randomUUID();
    await insert("slos", {
      ...{ id, name, description: "", indicator: { type: "availability", service }, service, objective },
      ...{ window_days: windowDays, created_by: "seed", updated_by: "seed" },
    });
    await insert("slo_measurements", { slo_id: id, measured_until: at("11-02T00:00") });
    for (const { created, good, total } of hours) await insert("slo_hours", { slo_id: id, at: created, good, total });
  }
  await client.end();
}
