import type { Change } from "@opsplane/contract";
import { type Db, fail, type Principal, sql } from "@opsplane/runtime";
import { assertPerson, othersCanApprove } from "../four-eyes.ts";
import { userNamed } from "../requesters.ts";

/** Whose change it is: the creator, the requester, and who edited or submitted the plan since it was last approved. */
export async function authorsOf(db: Db, change: Change): Promise<string[]> {
  const known = await db.first<{ created_by_id: string | null; plan_author_ids: string[] }>(
    sql`select created_by_id, plan_author_ids from changes where id = ${change.id}`,
  );
  const requester = await userNamed(db, change.requested_by);
  const ids = [known?.created_by_id, requester, ...(known?.plan_author_ids ?? [])];
  return [...new Set(ids.filter((id) => typeof id === "string"))];
}

export async function addAuthor(db: Db, changeId: string, userId: string | null): Promise<void> {
  if (userId === null) return;
  await db.run(sql`
    update changes set plan_author_ids = array_append(plan_author_ids, ${userId}::uuid)
    where id = ${changeId} and ${userId}::uuid <> all (plan_author_ids)`);
}

/** For a change that was just made: these people wrote its plan. */
export async function setAuthors(db: Db, changeId: string, userIds: readonly string[]): Promise<void> {
  await db.run(sql`update changes set plan_author_ids = ${userIds}::uuid[] where id = ${changeId}`);
}

export async function clearAuthors(db: Db, changeId: string): Promise<void> {
  await db.run(sql`update changes set plan_author_ids = '{}' where id = ${changeId}`);
}

/** Four eyes where no chain decides. Whoever works alone has nobody to ask. */
export async function assertNotOwn(
  db: Db,
  change: Change,
  principal: Principal,
  verb: "approve" | "review",
): Promise<void> {
  assertPerson(principal);
  const authors = await authorsOf(db, change);
  if (!authors.includes(principal.id) || !(await othersCanApprove(db, authors))) return;
  fail(
    "FORBIDDEN",
    `You cannot ${verb} a change that you requested, edited or submitted. Ask someone else to ${verb} it.`,
  );
}
