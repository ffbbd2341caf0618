import { isId } from "@opsplane/contract";
import { type Db, fail, type Principal, sql } from "@opsplane/runtime";

// Tools take names as people write them. A name that fits nothing, or several records, is refused.

const maxFound = 5;

/** The id of a configuration item by id or name. */
export function itemId(db: Db, written: string): Promise<string> {
  if (isId(written)) return Promise.resolve(written);
  return only(
    "configuration item",
    written,
    db.rows(sql`
      select id, name from items_of_tenant where lower(name) = lower(${written}) order by weight desc, id limit ${maxFound}`),
    // Several items may have one name in several environments.
    "first",
  );
}

/** The id of a user by id, name or email; `me` is the asker. */
export function userId(db: Db, principal: Principal, written: string): Promise<string> {
  if (written === "me")
    return Promise.resolve(principal.userId ?? fail("VALIDATION_ERROR", "This key acts for no user."));
  if (isId(written)) return Promise.resolve(written);
  return only(
    "person",
    written,
    db.rows(sql`
      select id, name from users where lower(name) = lower(${written}) or email = lower(${written}) order by name, id limit ${maxFound}`),
  );
}

/** The id of a team by id or name. */
export function groupId(db: Db, written: string): Promise<string> {
  if (isId(written)) return Promise.resolve(written);
  return only(
    "team",
    written,
    db.rows(sql`select id, name from groups where lower(name) = lower(${written}) order by name limit ${maxFound}`),
  );
}

async function only(
  kind: string,
  written: string,
  rows: Promise<{ id: string; name: string }[]>,
  among: "first" | "single" = "single",
): Promise<string> {
  const [first, ...others] = await rows;
  if (!first) return fail("NOT_FOUND", `There is no ${kind} named '${written.slice(0, 100)}'.`);
  if (others.length > 0 && among === "single")
    return fail("VALIDATION_ERROR", `Several records are named '${written.slice(0, 100)}'; use an id.`);
  return first.id;
}
