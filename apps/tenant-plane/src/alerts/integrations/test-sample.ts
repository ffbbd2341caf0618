import type { Output, operations, TestedAlert } from "@opsplane/contract";
import { type Db, newId, sql, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { openFiring } from "../routing.ts";
import { type Applied, applyAlerts } from "./apply.ts";
import { type Received, severityOf, Unusable } from "./formats/incoming.ts";
import { readAlerts } from "./formats/read.ts";
import { parsed } from "./received-body.ts";
import type { StoredIntegration } from "./store.ts";

const shownAlerts = 50;

type SampleResult = Output<typeof operations.alertIntegrations.test>;

/** What a sample would become: it is received as usual, and the transaction is rolled back. */
export async function trySample(
  core: Core,
  tenantId: string,
  integration: StoredIntegration,
  sample: string,
  now: Date,
): Promise<SampleResult> {
  const body = parsed(sample);
  if (body.problem !== undefined) return { problem: body.problem, alerts: [], total: 0 };
  const read = readOrProblem(integration, body.value);
  if (typeof read === "string") return { problem: read, alerts: [], total: 0 };
  const shown = read.slice(0, shownAlerts);
  const usable = shown.flatMap(({ alert }) => alert ?? []);
  const found = await rolledBack(core, tenantId, now, async (write) => {
    const applied = await applyAlerts(openFiring(core, write), integration, usable);
    return { applied, records: await recordsOf(write.db, applied) };
  });
  const results = new Map(usable.map((alert, at) => [alert, found.applied[at]]));
  const alerts = shown.map((each) =>
    tested(integration, each, each.alert ? results.get(each.alert) : undefined, found.records),
  );
  return { problem: null, alerts, total: read.length };
}

function readOrProblem({ type, settings }: StoredIntegration, body: unknown): Received[] | string {
  try {
    return readAlerts({ type, mapping: settings.mapping }, body, newId());
  } catch (error) {
    if (error instanceof Unusable) return error.message;
    throw error;
  }
}

class RolledBack<T> extends Error {
  constructor(readonly result: T) {
    super("This transaction only shows what would be.");
  }
}

/** Nothing of the work stays, and nothing is announced. */
async function rolledBack<T>(
  { database }: Core,
  tenantId: string,
  now: Date,
  work: (write: WriteScope) => Promise<T>,
): Promise<T> {
  try {
    return await database.inTenant(tenantId, async (db) => {
      const write: WriteScope = { db, now, actor: "test", audit: () => undefined, announce: () => undefined };
      throw new RolledBack(await work(write));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
}

interface Records {
  items: ReadonlyMap<string, string>;
  incidents: ReadonlyMap<string, { reference: string; title: string }>;
}

/** Reads the names while the transaction still has them. */
async function recordsOf(db: Db, applied: readonly Applied[]): Promise<Records> {
  const itemIds = applied.flatMap(({ alert }) => alert?.ci_ids ?? []);
  const incidentIds = applied.flatMap(({ alert }) => alert?.incident_id ?? []);
  const items = await db.rows<{ id: string; name: string }>(
    sql`select id, name from config_items where id = any (${itemIds}::uuid[])`,
  );
  const incidents = await db.rows<{ id: string; reference: string; title: string }>(
    sql`select id, reference, title from incidents where id = any (${incidentIds}::uuid[])`,
  );
  return {
    items: new Map(items.map(({ id, name }) => [id, name])),
    incidents: new Map(incidents.map((incident) => [incident.id, incident])),
  };
}

const unread = {
  ...{
    action: null,
    outcome: "refused" as const,
    name: "",
    summary: "",
    description: "",
    severity: null,
    dedup_key: null,
  },
  ...{ labels: {}, url: null, started_at: null, configuration_items: [], incident: null },
};

function tested(
  { settings }: StoredIntegration,
  { alert: incoming, problems }: Received,
  applied: Applied | undefined,
  { items, incidents }: Records,
): TestedAlert {
  if (incoming === null || applied === undefined)
    return { ...unread, reason: new Unusable(problems).message, problems };
  const { outcome, reason, alert } = applied;
  const incident = incidents.get(alert?.incident_id ?? "");
  return {
    ...{ action: incoming.action, outcome, reason, problems },
    ...{ name: incoming.name, summary: incoming.summary, description: incoming.description, url: incoming.url },
    severity: severityOf(incoming.severity, settings),
    dedup_key: incoming.dedupKey,
    labels: { ...incoming.labels, ...settings.labels },
    started_at: incoming.startsAt?.toISOString() ?? null,
    configuration_items: (alert?.ci_ids ?? []).flatMap((id) => {
      const name = items.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    incident: incident ? { reference: outcome === "opened" ? null : incident.reference, title: incident.title } : null,
  };
}
