import { type Incident, isId, type operations } from "@opsplane/contract";
import { type Db, type HandlersOf, parseRange } from "@opsplane/runtime";
import type { Ai } from "../ai/index.ts";
import { getIncident, incidentNotFound, openIncident } from "../incidents/index.ts";
import type { Analyzer } from "./analysis/analyze.ts";
import { narrate } from "./analysis/narrate.ts";
import { judge, withdraw } from "./feedback/judge.ts";
import { listJudgments, readScorecard } from "./feedback/scorecard.ts";
import { similarTo } from "./similar/rules.ts";
import { readCandidates, readSimilar, readSubject } from "./similar/store.ts";
import { readAnalysis } from "./store.ts";
import { suggest } from "./suggestions/suggest.ts";
import { saveAnalysis } from "./writes.ts";

export function responseHandlers({ analyze }: Analyzer, ai: Ai): HandlersOf<typeof operations.response> {
  return {
    // The reads take seconds, so no transaction waits for them.
    rca: async ({ db, principal, body, now }) => {
      const incident = await named(db, body.incident_id.trim());
      const conclusion = await analyze({ tenantId: principal.tenantId, db, incident, now, for: "person" });
      const narrated = await narrate(ai, principal, incident, conclusion);
      return (write) => saveAnalysis(write, incident, narrated);
    },

    latestRca: async ({ db, params }) => readAnalysis(db, (await named(db, params.id)).id),

    feedback: (context) => judge(context, context.params.id, context.body),

    withdrawFeedback: (context) => withdraw(context, context.params.id),

    scorecard: ({ db, query, now }) => readScorecard(db, parseRange(query, now), query.by ?? "week"),

    judgments: ({ db, query, now }) => listJudgments(db, parseRange(query, now), query),

    similar: async ({ db, params }) => {
      const incident = await named(db, params.id);
      const subject = await readSubject(db, incident);
      return readSimilar(db, similarTo(subject, await readCandidates(db, incident.id, subject)));
    },

    suggestions: async ({ db, params }) => suggest(db, await named(db, params.id)),

    inject: (context) => {
      const { title = "Test incident", source = "demo", ...rest } = context.body;
      return openIncident(context, { title, source, ...rest, automatic: true });
    },
  };
}

const reference = /^INC-\d{8,12}$/;

async function named(db: Db, written: string): Promise<Incident> {
  const name = isId(written) ? written : written.toUpperCase();
  if (!isId(name) && !reference.test(name)) return incidentNotFound(written);
  return (await getIncident(db, name)) ?? incidentNotFound(written);
}
