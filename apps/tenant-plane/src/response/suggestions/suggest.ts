import { type Incident, isId, type RunbookSuggestion } from "@opsplane/contract";
import type { Db } from "@opsplane/runtime";
import { ranked } from "./rules.ts";
import { affectedItems, candidates } from "./store.ts";

/** The runbooks that fit an incident, best first. */
export async function suggest(db: Db, incident: Incident): Promise<RunbookSuggestion[]> {
  const ids = incident.ci_ids.filter(isId);
  const items = ids.length === 0 ? [] : await affectedItems(db, ids);
  return ranked(incident, items, await candidates(db, incident, items));
}
