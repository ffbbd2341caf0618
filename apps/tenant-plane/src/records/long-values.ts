import { listedText } from "@opsplane/contract";
import { type Sql, sql } from "@opsplane/runtime";

/** Of a snapshot, so a thousand entries with every text at its longest fit into one answer. */
const snapshotText = 200;

/** Selects the `fields` of a snapshot as lists show them, and whether one of them `is_cut`. */
export function listedSnapshot(snapshot: Sql): Sql {
  return sql`select coalesce(jsonb_object_agg(key, ${cut(sql`value`, snapshotText)}), ${snapshot}) as fields,
                    coalesce(bool_or(${isLong(sql`value`, snapshotText)}), false) as is_cut
             from jsonb_each(${snapshot})`;
}

/** What each field was and became, as lists show it. */
export function listedChanges(changes: Sql): Sql {
  return sql`coalesce((
    select jsonb_object_agg(key, jsonb_build_object('from', ${cut(sql`value -> 'from'`, listedText)}, 'to', ${cut(sql`value -> 'to'`, listedText)}))
    from jsonb_each(${changes})), ${changes})`;
}

/** A value that is too long becomes a text that ends with an ellipsis. */
function cut(value: Sql, length: number): Sql {
  return sql`case when ${isLong(value, length)} then to_jsonb(left((${value}) #>> '{}', ${length}) || '…') else ${value} end`;
}

/** By bytes, because counting characters reads the whole text. A character has at most four. */
function isLong(value: Sql, length: number): Sql {
  return sql`octet_length((${value}) #>> '{}') > ${length * 4}`;
}
