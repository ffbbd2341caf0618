import type { Frame } from "./http/frame.ts";
import type { Transaction } from "./postgres/database.ts";
import { type AuditNote, type DomainEvent, leaveTrail, type Origin } from "./trail.ts";

/** What changes a tenant's records, whoever asked for it: a transaction that commits with its audit record and events. */
export interface Deed {
  readonly db: Transaction;
  readonly now: Date;
  /** What the audit record should say; called at most once. */
  audit(note: AuditNote): void;
  announce(event: DomainEvent): void;
}

/** What a write will leave behind, gathered while it runs. */
export class Pending {
  readonly events: DomainEvent[] = [];
  private note: AuditNote = {};

  constructor(
    private readonly action: string,
    readonly origin: Origin,
  ) {}

  audit(note: AuditNote): void {
    this.note = note;
  }

  async leave(tx: Transaction, tenantId: string, frame: Pick<Frame, "react">): Promise<number> {
    const { action, origin, note: audit, events } = this;
    await leaveTrail(tx, { tenantId, action, origin, audit, events });
    for (const event of events) await frame.react(tx, tenantId, event);
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
export type Unattended = (
  tenantId: string,
  action: string,
  work: (deed: Deed) => Promise<undefined | false>,
) => Promise<void>;

export function unattended(frame: Pick<Frame, "database" | "react" | "written" | "now">): Unattended {
  return async (tenantId, action, work) => {
    const announced = await frame.database.inTenant(tenantId, async (db) => {
      const pending = new Pending(action, automation);
      const done = await work({
        db,
        now: frame.now(),
        audit: (note) => pending.audit(note),
        announce: (event) => pending.events.push(event),
      });
      return done === false ? 0 : pending.leave(db, tenantId, frame);
    });
    if (announced > 0) frame.written(action, tenantId, announced);
  };
}
