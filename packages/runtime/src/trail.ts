import { newId } from "./ids.ts";
import type { Db } from "./postgres/database.ts";
import { sql } from "./postgres/sql.ts";

/** The actor and origin of a write, for its audit record and events. */
export interface Origin {
  actorType: "user" | "api_key" | "collector" | "service" | "system";
  actorId: string | null;
  actor: string;
  address: string | null;
  userAgent: string | null;
  traceId: string | null;
}

export interface AuditNote {
  target?: { type: string; id: string; name: string };
  before?: object | null;
  after?: object | null;
  outcome?: "success" | "denied";
}

/** A domain event: a row for the live stream. Its durable reactions are enqueued in the same transaction. */
export interface DomainEvent {
  type: string;
  subjectId: string;
  data: object;
}

export interface Trail {
  tenantId: string | null;
  action: string;
  origin: Origin;
  audit: AuditNote;
  events: readonly DomainEvent[];
}

/** Writes the audit record and the events in one statement, in the transaction of the change. */
export async function writeAuditAndEvents(tx: Db, { tenantId, action, origin, audit, events }: Trail): Promise<void> {
  const rows = JSON.stringify(events.map(({ type, subjectId, data }) => ({ type, subject_id: subjectId, data })));
  await tx.run(sql`
    with record as (
      insert into audit_log (id, tenant_id, action, actor_type, actor_id, actor, target_type, target_id, target, outcome,
                             address, user_agent, trace_id, before, after)
      values (${newId()}, ${tenantId}, ${action}, ${origin.actorType}, ${origin.actorId}, ${origin.actor},
              ${audit.target?.type ?? null}, ${audit.target?.id ?? null}, ${audit.target?.name ?? null}, ${audit.outcome ?? "success"},
              ${origin.address}, ${origin.userAgent}, ${origin.traceId}, ${json(audit.before)}, ${json(audit.after)})
    )
    insert into events (tenant_id, type, subject_id, actor, data)
    select ${tenantId}, event.type, event.subject_id, ${origin.actor}, event.data
    from jsonb_to_recordset(${rows}::jsonb) as event(type text, subject_id text, data jsonb)`);
}

/** The fields that differ between two versions of a record, for the audit record. */
export function difference<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const changed = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  return { before: pick(before, changed), after: pick(after, changed) };
}

function pick<T extends object>(record: T, keys: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(keys.map((key) => [key, record[key]])) as Partial<T>;
}

function json(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}
