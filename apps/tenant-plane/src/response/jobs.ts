import { type Incident, incidentEvents } from "@opsplane/contract";
import { defineWorkflow, Failure, on, type WorkflowRun } from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import { getIncident } from "../incidents/index.ts";
import type { Analyzer } from "./analysis/analyze.ts";
import { type Part, startParts } from "./store.ts";
import { suggest } from "./suggestions/suggest.ts";
import { failPart, finishAnalysis, finishSuggestions } from "./writes.ts";

interface Opened {
  tenantId: string;
  incidentId: string;
  /** Tries before this one. */
  tried?: number;
}

const analysis = defineWorkflow<Opened>("analyze-incident", { name: "analysis", concurrency: 5, share: 2 });
const suggestions = defineWorkflow<Opened>("suggest-runbooks", { name: "suggestions", concurrency: 5, share: 2 });

/** Incidents of these severities are analyzed also when a person opens them. */
const urgent: ReadonlySet<string> = new Set(["P1", "P2"]);

/** Analyzes incidents that alerts opened and urgent ones of people, and suggests runbooks for those of alerts. */
export function responseJobs(core: Core, { analyze }: Analyzer): Required<Pick<Feature, "reactions" | "workflows">> {
  const { database, asAutomation, clock } = core;
  return {
    reactions: [
      on(incidentEvents.created, async ({ tenantId, subjectId: incidentId, data }, tx) => {
        const opened = { tenantId, incidentId };
        const jobs = {
          analysis: analysis.job(`analyze-${incidentId}`, opened),
          suggestions: suggestions.job(`suggest-${incidentId}`, opened),
        };
        const parts: Part[] = [];
        if (data.automatic || urgent.has(data.severity)) parts.push("analysis");
        if (data.automatic) parts.push("suggestions");
        if (parts.length > 0) await startParts(tx, incidentId, parts);
        return parts.map((part) => jobs[part]);
      }),
    ],
    workflows: [
      analysis.implement((opened, run) =>
        tryOnce(core, run, opened, "analysis", async (incident) => {
          const { tenantId } = opened;
          const db = database.tenant(tenantId);
          const result = await analyze({ tenantId, db, incident, now: clock.now(), for: "policy" });
          await asAutomation(tenantId, "response.rca", (write) => finishAnalysis(write, incident, result));
        }),
      ),
      suggestions.implement((opened, run) =>
        tryOnce(core, run, opened, "suggestions", async (incident) => {
          const { tenantId } = opened;
          const found = await suggest(database.tenant(tenantId), incident);
          await asAutomation(tenantId, "response.suggestions", (write) => finishSuggestions(write, incident, found));
        }),
      ),
    ],
  };
}

const maxAttempts = 5;

/** Tries again with growing pauses, which hold no place of the queue. After the last try the timeline says why it failed. */
async function tryOnce(
  core: Core,
  run: WorkflowRun,
  opened: Opened,
  part: Part,
  work: (incident: Incident) => Promise<void>,
): Promise<void> {
  const { tenantId, incidentId, tried = 0 } = opened;
  const why = await run.step("attempt", async (): Promise<string | null> => {
    try {
      const incident = await getIncident(core.database.tenant(tenantId), incidentId);
      if (incident) await work(incident);
      return null;
    } catch (error) {
      core.log.warn({ tenant: tenantId, incident: incidentId, part, error: String(error) }, "a response failed");
      return error instanceof Failure ? error.message : "The server reported an error; its log has the details.";
    }
  });
  if (why === null) return;
  if (tried + 1 < maxAttempts)
    return run.again(core.config.responseRetryMs * 3 ** tried, { ...opened, tried: tried + 1 });
  await run.step("give up", () =>
    core.asAutomation(tenantId, `response.${part}`, (write) => failPart(write, incidentId, part, why)),
  );
}
