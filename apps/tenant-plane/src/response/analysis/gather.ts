import { type Incident, isId } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { idsOf, itemsNamedBy, namesInTelemetry } from "../../alerts/index.ts";
import { reach } from "../../cmdb/index.ts";
import { wordsOf } from "../words.ts";
import type { AlertFact, Facts, Item } from "./facts.ts";
import {
  alertsOf,
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
  const alerts = (await alertsOf(db, incident.id)).map((alert) => ({ ...alert, ...namesInTelemetry(alert.labels) }));
  const { origin, roots } = await rootsOf(db, incident, alerts);
  const items = await upstreamOf(db, roots);
  const ids = items.map(({ id }) => id);
  const isAlone = ids.length === 0;
  return {
    incident,
    at,
    items,
    origin,
    alerts,
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

/** The items of the incident; without any, those that labels of its alerts name, or words of its title. */
async function rootsOf(
  db: Db,
  { ci_ids, title }: Incident,
  alerts: readonly AlertFact[],
): Promise<Pick<Facts, "origin"> & { roots: readonly string[] }> {
  const own = ci_ids.filter(isId);
  if (own.length > 0) return { origin: "incident", roots: own };
  const labelled = new Set<string>();
  for (const { labels } of alerts) for (const id of idsOf(await itemsNamedBy(db, labels))) labelled.add(id);
  if (labelled.size > 0) return { origin: "alert", roots: [...labelled] };
  // A label in the title that names no item, or several, must not be tried again as a word.
  const tried = new Set(alerts.flatMap(({ labels }) => Object.entries(labels).flat().flatMap(wordsOf)));
  const words = wordsOf(title).filter((word) => !tried.has(word));
  const named = await itemsNamed(db, words.slice(0, maxWords));
  return named.length > 0 ? { origin: "title", roots: named.map(({ id }) => id) } : { origin: "none", roots: [] };
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
