import {
  changeEvents,
  type ItsmEntry,
  type ItsmType,
  type itsmKinds,
  type Page,
  requestEvents,
} from "@opsplane/contract";
import {
  type Db,
  fail,
  listedChanges,
  newId,
  readPage,
  sql,
  type WriteContext,
  type WriteScope,
} from "@opsplane/runtime";

export interface Entry {
  kind: (typeof itsmKinds)[number];
  actor: string;
  body: string;
  /** The note of the move or decision. */
  note?: string;
  changes: Record<string, { from: unknown; to: unknown }>;
}

const shortColumns = sql`id, subject_type, subject_id, kind, actor, body, note, created_at, created_at as updated_at`;
const columns = sql`${shortColumns}, changes`;

export async function addEntries(
  db: Db,
  type: ItsmType,
  subjectId: string,
  entries: readonly Entry[],
): Promise<ItsmEntry[]> {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => ({ id: newId(), note: "", ...entry }));
  return db.rows(sql`
    insert into itsm_timeline (id, subject_type, subject_id, kind, actor, body, note, changes)
    select id, ${type}, ${subjectId}::uuid, kind, actor, body, note, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row(id uuid, kind text, actor text, body text, note text, changes jsonb)
    returning ${columns}`);
}

export function listEntries(
  db: Db,
  subjectId: string,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<Page<ItsmEntry>> {
  return readPage(db, {
    rows: sql`select ${shortColumns}, ${listedChanges(sql`changes`)} as changes from itsm_timeline where subject_id = ${subjectId} order by created_at, id limit ${limit} offset ${offset}`,
    from: sql`itsm_timeline where subject_id = ${subjectId}`,
    limit,
    offset,
  });
}

/** Notes something that happened to a change, such as an alert in its window. */
export async function noteOnChange(
  { db, actor, announce }: WriteScope,
  { id, reference }: { id: string; reference: string },
  body: string,
): Promise<void> {
  await addEntries(db, "change", id, [{ kind: "alert", actor, body, changes: {} }]);
  announce(changeEvents.commented, id, { reference });
}

const commentEvents = { change: changeEvents.commented, request: requestEvents.commented };

/** Adds a comment to a record, with its audit record and event. */
export async function comment(
  { db, principal, audit, announce }: WriteContext,
  type: ItsmType,
  { id, reference }: { id: string; reference: string },
  body: string,
): Promise<ItsmEntry> {
  const [made] = await addEntries(db, type, id, [commented(principal.label, body)]);
  if (!made) return fail("ERROR", "The comment could not be stored.");
  audit({ target: { type, id, name: reference }, after: { comment: body } });
  announce(commentEvents[type], id, { reference });
  return made;
}

export function commented(actor: string, body: string): Entry {
  return { kind: "comment", actor, body, changes: {} };
}

/** The timeline entry of a move. */
export function moved(actor: string, from: string, to: string, note = ""): Entry {
  const words = (status: string) => status.replaceAll("_", " ");
  return {
    kind: "status",
    actor,
    body: `Moved from ${words(from)} to ${words(to)}.`,
    note,
    changes: { status: { from, to } },
  };
}

/** The timeline entry of an edit: the fields with their old and new values. */
export function edited<T extends object>(
  actor: string,
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Entry[] {
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return [];
  const changes = Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]));
  return [{ kind: "edited", actor, body: `Changed ${changed.join(", ").replaceAll("_", " ")}.`, changes }];
}

interface Assigned {
  assigned_to: string | null;
  assignee: { name: string; email: string } | null;
}

export function assigned(actor: string, before: Assigned, after: Assigned): Entry[] {
  if (before.assigned_to === after.assigned_to) return [];
  const body = after.assignee ? `Assigned to ${after.assignee.name}.` : "Unassigned.";
  const changes = { assigned_to: { from: before.assignee?.email ?? null, to: after.assignee?.email ?? null } };
  return [{ kind: "assigned", actor, body, changes }];
}
