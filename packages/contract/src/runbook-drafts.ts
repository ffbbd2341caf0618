import { type Static, Type } from "typebox";
import { aiEngines } from "./ai.ts";
import { operation } from "./operation.ts";
import { LintProblem, Runbook } from "./runbooks.ts";
import { Id, IdParams, line, nullable, oneOf, Timestamp, text } from "./schema.ts";

export const generationEvidenceKinds = ["description", "analysis", "incident", "alert", "ci"] as const;
export const runbookDangers = ["read_only", "changes", "destructive"] as const;

/** Why a runbook was generated as it is. */
export const RunbookGeneration = Type.Object({
  engine: oneOf(aiEngines, {
    description: "Who wrote description and reasons. Commands always come from the knowledge base",
  }),
  model: nullable(Type.String()),
  fallback_reason: nullable(Type.String({ description: "Why the provider did not answer and the builtin engine did" })),
  fits: Type.Boolean({ description: "False: no known failure fits, and the runbook only collects facts" }),
  failure_mode: Type.Object({ key: Type.String(), name: Type.String(), summary: Type.String() }),
  technology: nullable(Type.String({ description: "What the commands are written for" })),
  danger: oneOf(runbookDangers),
  confidence: Type.Number({ description: "0 to 1" }),
  why: Type.String(),
  alternatives: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      score: Type.Number({ description: "0 to 1, compared with the chosen one" }),
    }),
  ),
  evidence: Type.Array(
    Type.Object({
      id: Type.String({ description: "Names it in `why`, such as E1" }),
      kind: oneOf(generationEvidenceKinds),
      text: Type.String(),
      words: Type.Array(Type.String(), { description: "The words that point to the failure" }),
      link: nullable(Type.String({ description: "The page of the console that shows it" })),
    }),
  ),
  filled_parameters: Type.Array(Type.String(), { description: "Parameters whose default comes from the evidence" }),
  lint: Type.Array(LintProblem),
});
export type RunbookGeneration = Static<typeof RunbookGeneration>;

export const GeneratedRunbook = Type.Object({
  ...Runbook.properties,
  engine: RunbookGeneration.properties.engine,
  confidence: RunbookGeneration.properties.confidence,
  generation: RunbookGeneration,
});
export type GeneratedRunbook = Static<typeof GeneratedRunbook>;

export const maxGenerationText = 20_000;

export const runbookDrafts = {
  generate: operation({
    module: "ai",
    access: "runbooks:write",
    effect: "write",
    prepares: true,
    method: "POST",
    path: "/api/ai/control/generate-runbook",
    summary: "Generate a draft runbook for an incident or a description",
    description:
      "Takes `incident_id`, or `description` with an optional `rca_summary`. The draft has diagnosis, mitigation, verification and rollback from a knowledge base of failures. Costs one AI credit.",
    status: 201,
    body: Type.Object({
      incident_id: Type.Optional(line(100, "id or reference")),
      description: Type.Optional(text(maxGenerationText, "What happens, in plain words")),
      rca_summary: Type.Optional(text(maxGenerationText, "What an analysis found; only with a description")),
    }),
    reply: GeneratedRunbook,
  }),
  generation: operation({
    module: "ai",
    access: "runbooks:read",
    effect: "read",
    method: "GET",
    path: "/api/ai/control/generated-runbooks/:id",
    summary: "Why a runbook was generated as it is",
    params: IdParams,
    reply: Type.Object({
      runbook_id: Id,
      incident_id: nullable(Id),
      generated_at: nullable(Timestamp),
      generation: Type.Union([RunbookGeneration, Type.Null()], { description: "Null: a person wrote the runbook" }),
    }),
  }),
};
