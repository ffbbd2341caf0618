import type { EventData, EventSpec } from "@opsplane/contract";
import type { Transaction } from "./postgres/database.ts";
import { type AuditNote, type DomainEvent, type Origin, writeAuditAndEvents } from "./trail.ts";

/** One write of a tenant's records: its transaction, audit record and events commit together. */
export interface WriteScope {
  readonly db: Transaction;
  readonly now: Date;
  /** The actor, as shown in records and timelines. */
  readonly actor: string;
  /** Adds an audit record. A write that adds none gets one without a target. */
  audit(note: AuditNote): void;
  announce<E extends EventSpec>(event: E, subjectId: string, data: EventData<E>): void;
}

/** A plane's hooks around each write. */
export interface WriteHooks {
  now(): Date;
  /** Enqueues the durable reactions to an event in the transaction that announces it. */
  react(tx: Transaction, tenantId: string, event: DomainEvent): Promise<void>;
  /** Called after the commit of a tenant's write, with the number of its events. */
  committed(tenantId: string, events: number): void;
}

export interface OpenWrite {
  scope: WriteScope;
  /**
   * Writes the audit records and the events and enqueues their reactions; returns the number of events. A routine write without a note
   * or an event leaves no audit record.
   */
  finish(routine?: boolean): Promise<number>;
}

/** Opens the scope of one write. Nothing is stored before `finish`. */
export function openWrite(
  hooks: WriteHooks,
  tx: Transaction,
  tenantId: string,
  action: string,
  origin: Origin,
): OpenWrite {
  const events: DomainEvent[] = [];
  const notes: AuditNote[] = [];
  const scope: WriteScope = {
    db: tx,
    now: hooks.now(),
    actor: origin.actor,
    audit: (note) => {
      notes.push(note);
    },
    announce: ({ type }, subjectId, data) => {
      events.push({ type, subjectId, data });
    },
  };
  const finish = async (routine = false) => {
    if (routine && notes.length === 0 && events.length === 0) return 0;
    const [first = {}, ...others] = notes;
    await writeAuditAndEvents(tx, { tenantId, action, origin, audit: first, events });
    for (const audit of others) await writeAuditAndEvents(tx, { tenantId, action, origin, audit, events: [] });
    for (const event of events) await hooks.react(tx, tenantId, event);
    return events.length;
  };
  return { scope, finish };
}

const automation: Origin = {
  actorType: "system",
  actorId: null,
  actor: "automation",
  address: null,
  userAgent: null,
  traceId: null,
};

/** Writes of jobs and schedules. Work that returns `false` changed nothing, so no audit record is written. */
export type AutomationWriter = (
  tenantId: string,
  action: string,
  work: (write: WriteScope) => Promise<undefined | false>,
  /** Of a write that a request without a principal caused, such as a signed webhook. */
  origin?: Origin,
) => Promise<void>;

export function automationWriter(hooks: WriteHooks, inTenant: InTenant): AutomationWriter {
  return async (tenantId, action, work, origin = automation) => {
    const events = await inTenant(tenantId, async (tx) => {
      const { scope, finish } = openWrite(hooks, tx, tenantId, action, origin);
      return (await work(scope)) === false ? 0 : finish();
    });
    if (events > 0) hooks.committed(tenantId, events);
  };
}

type InTenant = <T>(tenantId: string, work: (tx: Transaction) => Promise<T>) => Promise<T>;
