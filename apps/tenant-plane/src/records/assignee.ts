import { type Db, fail, invalid, type Principal, sql } from "@opsplane/runtime";

/** Refuses someone who cannot be given work. */
export async function assertAssignable(db: Db, id: string): Promise<void> {
  const person =
    (await db.first<{ email: string; disabled: boolean }>(
      sql`select email, disabled_at is not null as disabled from users where id = ${id}`,
    )) ?? fail("NOT_FOUND", `There is no user ${id}.`);
  if (person.disabled) invalid("assigned_to", `names ${person.email}, who is disabled`);
}

/** The filter `assigned_to` for the stores: a user's id, null for unassigned, absent for anyone. */
export function wantedAssignee(written: string | undefined, { userId }: Principal): { assignedTo?: string | null } {
  if (written === undefined) return {};
  if (written === "none") return { assignedTo: null };
  if (written !== "me") return { assignedTo: written };
  return { assignedTo: userId ?? invalid("assigned_to", "'me' is a person, and this key is none") };
}
