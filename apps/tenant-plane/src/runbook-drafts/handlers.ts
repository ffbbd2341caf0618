import { type Incident, isId, type operations } from "@opsplane/contract";
import { type Db, fail, type HandlersOf, invalid } from "@opsplane/runtime";
import type { Ai } from "../ai/index.ts";
import { getIncident, incidentNotFound } from "../incidents/index.ts";
import { assertRoom, createDraft } from "../runbooks/index.ts";
import { fromDescription, fromIncident } from "./gather.ts";
import { generate } from "./generate.ts";
import { narrated } from "./narrative.ts";
import { insertGeneration, readGeneration } from "./store.ts";

export function runbookDraftHandlers(ai: Ai): HandlersOf<typeof operations.runbookDrafts> {
  return {
    generate: async ({ db, body, principal, request, reply }) => {
      const { incident, description } = await subjectOf(db, body);
      await assertRoom(db);
      const gathered = incident
        ? await fromIncident(db, incident)
        : fromDescription(description, body.rca_summary ?? "");
      const draft = generate(gathered, incident?.reference ?? "from a description");
      const asksModel = (await ai.model(principal.tenantId)) !== undefined;
      const asked = { principal, traceId: request.id, signal: departureSignal(reply.raw) };
      const { content, libraryKey, generation } = asksModel ? await narrated(ai, draft, asked) : draft;
      return async (write) => {
        if (!asksModel) await ai.chargeCredit(principal, "runbook", { db: write.db, traceId: request.id });
        const runbook = await createDraft(write, principal, content, libraryKey);
        await insertGeneration(write.db, runbook.id, incident?.id ?? null, generation);
        return { ...runbook, engine: generation.engine, confidence: generation.confidence, generation };
      };
    },

    generation: async ({ db, params: { id } }) =>
      (await readGeneration(db, id)) ?? fail("NOT_FOUND", `There is no runbook ${id}.`),
  };
}

/** Ends the work when the caller leaves. */
function departureSignal(reply: { once(event: "close", hear: () => void): unknown }): AbortSignal {
  const left = new AbortController();
  reply.once("close", () => left.abort());
  return left.signal;
}

interface Subject {
  incident: Incident | undefined;
  description: string;
}

async function subjectOf(
  db: Db,
  { incident_id, description, rca_summary }: { incident_id?: string; description?: string; rca_summary?: string },
): Promise<Subject> {
  const written = description?.trim() ?? "";
  if (incident_id === undefined && written === "")
    invalid("incident_id", "Send an incident_id, or a description of what happens.");
  if (incident_id !== undefined && description !== undefined)
    invalid("description", "Send either an incident_id or a description, not both.");
  if (incident_id !== undefined && rca_summary !== undefined)
    invalid("rca_summary", "Belongs to a description. An incident brings its own analysis.");
  if (incident_id === undefined) return { incident: undefined, description: written };
  return { incident: await named(db, incident_id.trim()), description: "" };
}

const reference = /^INC-\d{8,12}$/;

async function named(db: Db, written: string): Promise<Incident> {
  const name = isId(written) ? written : written.toUpperCase();
  if (!isId(name) && !reference.test(name)) return incidentNotFound(written);
  return (await getIncident(db, name)) ?? incidentNotFound(written);
}
