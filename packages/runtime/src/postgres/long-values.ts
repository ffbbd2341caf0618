import { listedText } from "@opsplane/contract";
import { type Sql, sql } from "./sql.ts";

/** Limit per value of a snapshot, so that a thousand entries with the longest texts fit into one response. */
const snapshotText = 200;

/** Selects the shortened `fields` of a snapshot, and whether one of them `is_cut`. */
export function listedSnapshot(snapshot: Sql): Sql {
  return sql`select coalesce(jsonb_object_agg(key, ${cut(sql`value`, snapshotText)}), ${snapshot}) as fields,
                    coalesce(bool_or(${isLong(sql`value`, snapshotText)}), false) as is_cut
             from jsonb_each(${snapshot})`;
}

/** The shortened old and new values of each field. */
export function listedChanges(changes: Sql): Sql {
  return sql`coalesce((
    select jsonb_object_agg(key, jsonb_build_object('from', ${cut(sql`value -> 'from'`, listedText)}, 'to', ${cut(sql`value -> 'to'`, listedText)}))
    from jsonb_each(${changes})), ${changes})`;
}

/** A long value becomes a text that ends with an ellipsis. */
function cut(value: Sql, length: number): Sql {
  return sql`case when ${isLong(value, length)} then to_jsonb(left((${value}) #>> '{}', ${length}) || '…') else ${value} end`;
}

/** Compares bytes, because counting characters reads the whole text. A character has at most four bytes. */
function isLong(value: Sql, length: number): Sql {
  return sql`octet_length((${value}) #>> '{}') > ${length * 4}`;
}
