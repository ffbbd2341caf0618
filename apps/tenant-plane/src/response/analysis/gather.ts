import { type Incident, isId } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { reach } from "../../cmdb/index.ts";
import { wordsOf } from "../words.ts";
import type { Facts, Item } from "./facts.ts";
import {
  changeEventsBefore,
  changesBefore,
  executionsBefore,
  incidentsAround,
  itemsNamed,
  namesOf,
  relationsAmong,
} from "./store.ts";

const depth = 3;
const maxUpstream = 500;
const maxWords = 30;

/** Reads the records around an incident: one query for each level of the CMDB, and one for each kind of record. */
export async function gather(db: Db, incident: Incident): Promise<Omit<Facts, "telemetry">> {
  const at = new Date(incident.created_at);
  const own = incident.ci_ids.filter(isId);
  const named = own.length > 0 ? [] : await itemsNamed(db, wordsOf(incident.title).slice(0, maxWords));
  const roots = own.length > 0 ? own : named.map(({ id }) => id);
  const origin = own.length > 0 ? "incident" : named.length > 0 ? "title" : "none";
  const items = await upstreamOf(db, roots);
  const ids = items.map(({ id }) => id);
  const isAlone = ids.length === 0;
  return {
    incident,
    at,
    items,
    origin,
    changes: isAlone
      ? []
      : [
          ...(await changesBefore(db, ids, at)),
          ...(await changeEventsBefore(db, ids, at)),
          ...(await executionsBefore(db, ids, incident.id, at)),
        ],
    incidents: isAlone ? [] : await incidentsAround(db, ids, incident.id, at),
    relations: isAlone ? [] : await relationsAmong(db, ids),
  };
}

/** These items and what they depend on. Items that were deleted are left out. */
async function upstreamOf(db: Db, roots: readonly string[]): Promise<Item[]> {
  if (roots.length === 0) return [];
  const met = await reach(db, roots, { direction: "upstream", depth, most: roots.length + maxUpstream });
  const names = new Map((await namesOf(db, [...met.keys()])).map(({ id, name }) => [id, name]));
  return [...met].flatMap(([id, { distance, from, relation }]) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, distance, from, relation }];
  });
}
