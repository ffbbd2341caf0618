import { type Input, type RcaFeedback, rcaEvents, type response } from "@opsplane/contract";
import { fail, invalid, type WriteScope } from "@opsplane/runtime";
import { readResult } from "../store.ts";
import { saveFeedback } from "./store.ts";

/** Notes what a person says about a cause of an analysis. */
export async function judge(
  write: WriteScope,
  rcaId: string,
  { place, verdict, cause, comment = "" }: Input<typeof response.feedback>["body"],
): Promise<RcaFeedback> {
  const rca = await readResult(write.db, rcaId);
  if (!rca) return fail("NOT_FOUND", "There is no such analysis. Only the last ten of an incident are kept.");
  const named = place === 0 ? undefined : rca.causes[place - 1];
  if (place === 0 && verdict === "rejected")
    invalid("verdict", "must be confirmed with place 0: none of the causes was it");
  if (place > 0 && named === undefined)
    invalid("place", `must be at most ${rca.causes.length}, the number of causes of this analysis`);
  const saved = await saveFeedback(
    write.db,
    {
      ...{ rca_id: rca.id, incident_id: rca.incident_id, place, verdict, comment },
      cause: named?.title ?? cause ?? "Another cause",
      confidence: rca.confidence,
    },
    write.actor,
  );
  if (!saved) return fail("ERROR", "The feedback could not be stored.");
  write.audit({
    target: { type: "incident", id: rca.incident_id, name: saved.cause },
    after: { verdict, place, cause: saved.cause },
  });
  write.announce(rcaEvents.judged, rca.id, { incident_id: rca.incident_id, verdict });
  return saved;
}
