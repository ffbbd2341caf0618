import { type Input, type Rca, type RcaFeedback, rcaEvents, type response } from "@opsplane/contract";
import { type Db, fail, invalid, type WriteScope } from "@opsplane/runtime";
import { noteCause } from "../similar/causes.ts";
import { readResult } from "../store.ts";
import { placeOf } from "./rules.ts";
import { deleteFeedback, itemName, saveFeedback } from "./store.ts";

type Said = Input<typeof response.feedback>["body"];

/** Notes what a person says about a cause of an analysis. */
export async function judge(write: WriteScope, rcaId: string, said: Said): Promise<RcaFeedback> {
  const rca = await readResult(write.db, rcaId);
  if (!rca) return fail("NOT_FOUND", "There is no such analysis. Only the last ten of an incident are kept.");
  const { place, verdict, comment = "" } = said;
  const named = place === 0 ? await unnamedCause(write.db, rca, said) : namedCause(rca, said);
  const saved = await saveFeedback(
    write.db,
    {
      ...{ rca_id: rca.id, incident_id: rca.incident_id, place, verdict, comment, ...named },
      ...{ first_cause: rca.causes[0]?.title ?? null, confidence: rca.confidence },
    },
    write.actor,
  );
  if (!saved) return fail("ERROR", "The feedback could not be stored.");
  await noteCause(write.db, rca.incident_id);
  write.audit({
    target: { type: "incident", id: rca.incident_id, name: saved.cause },
    after: { verdict, place, cause: saved.cause, comment },
  });
  write.announce(rcaEvents.judged, rca.id, { incident_id: rca.incident_id, verdict });
  return saved;
}

type Cause = Pick<RcaFeedback, "cause" | "ci_id">;

function namedCause({ causes }: Rca, { place, cause, ci_id }: Said): Cause {
  if (cause !== undefined) invalid("cause", "is only for place 0; other places name a cause of the analysis");
  if (ci_id !== undefined) invalid("ci_id", "is only for place 0; other places name a cause of the analysis");
  const named = causes[place - 1];
  if (!named) return invalid("place", `must be at most ${causes.length}, the number of causes of this analysis`);
  return { cause: named.title, ci_id: null };
}

async function unnamedCause(db: Db, { causes }: Rca, { verdict, cause, ci_id }: Said): Promise<Cause> {
  if (verdict === "rejected") invalid("verdict", "must be confirmed with place 0: none of the causes was it");
  if (ci_id === undefined) return { cause: cause ?? "Another cause", ci_id: null };
  const place = placeOf(ci_id, causes);
  if (place !== undefined) invalid("ci_id", `is the cause at place ${place}; confirm that one`);
  const name = (await itemName(db, ci_id)) ?? fail("NOT_FOUND", `There is no configuration item ${ci_id}.`);
  return { cause: cause ?? name, ci_id };
}

/** Deletes what was said about a cause. */
export async function withdraw(write: WriteScope, id: string): Promise<undefined> {
  const said = (await deleteFeedback(write.db, id)) ?? fail("NOT_FOUND", `There is no feedback ${id}.`);
  const { incident_id, rca_id, verdict, place, cause } = said;
  await noteCause(write.db, incident_id);
  write.audit({ target: { type: "incident", id: incident_id, name: cause }, before: { verdict, place, cause } });
  write.announce(rcaEvents.judged, rca_id, { incident_id, verdict: "withdrawn" });
}
