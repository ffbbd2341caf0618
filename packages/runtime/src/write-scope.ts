import type { ServerContext } from "./http/server-context.ts";
import type { Transaction } from "./postgres/database.ts";
import { type AuditNote, type DomainEvent, type Origin, writeAuditAndEvents } from "./trail.ts";

/** What changes a tenant's records, whoever asked for it: a transaction that commits with its audit record and events. */
export interface WriteScope {
  readonly db: Transaction;
  readonly now: Date;
  /** What the audit record should say; called at most once. */
  audit(note: AuditNote): void;
  announce(event: DomainEvent): void;
}

/** What a write will leave behind, gathered while it runs. */
export class TrailRecorder {
  readonly events: DomainEvent[] = [];
  private note: AuditNote = {};

  constructor(
    private readonly action: string,
    readonly origin: Origin,
  ) {}

  audit(note: AuditNote): void {
    this.note = note;
  }

  async leave(tx: Transaction, tenantId: string, server: Pick<ServerContext, "react">): Promise<number> {
    const { action, origin, note: audit, events } = this;
    await writeAuditAndEvents(tx, { tenantId, action, origin, audit, events });
    for (const event of events) await server.react(tx, tenantId, event);
    return events.length;
  }
}

const automation: Origin = {
  actorType: "system",
  actorId: null,
  actor: "automation",
  address: null,
  userAgent: null,
  traceId: null,
};

/** What jobs and schedules use. `false` from the work means that there was nothing to do: it leaves nothing behind. */
export type AutomationWriter = (
  tenantId: string,
  action: string,
  work: (write: WriteScope) => Promise<undefined | false>,
) => Promise<void>;

export function automationWriter(
  server: Pick<ServerContext, "database" | "react" | "written" | "now">,
): AutomationWriter {
  return async (tenantId, action, work) => {
    const announced = await server.database.inTenant(tenantId, async (db) => {
      const pending = new TrailRecorder(action, automation);
      const done = await work({
        db,
        now: server.now(),
        audit: (note) => pending.audit(note),
        announce: (event) => pending.events.push(event),
      });
      return done === false ? 0 : pending.leave(db, tenantId, server);
    });
    if (announced > 0) server.written(action, tenantId, announced);
  };
}
