import { type Static, Type } from "typebox";
import { aiEngines } from "./ai.ts";
import { event } from "./event.ts";
import { Incident, IncidentRef, severities } from "./incidents.ts";
import { operation } from "./operation.ts";
import {
  FeedbackInput,
  JudgmentsQuery,
  RcaFeedback,
  RcaJudgment,
  RcaScorecard,
  ScorecardQuery,
  verdicts,
} from "./rca-feedback.ts";
import { gone, Id, IdParams, line, nullable, oneOf, Timestamp, text } from "./schema.ts";

// What happens by itself on an incident: root-cause analysis and runbook suggestions.

export const causeKinds = ["change", "deployment", "execution", "incident", "service", "host"] as const;
export const evidenceKinds = [
  "change",
  "deployment",
  "execution",
  "incident",
  "alert",
  "relation",
  "metric",
  "logs",
  "traces",
] as const;

const Chart = Type.Object({
  name: Type.String(),
  unit: oneOf(["", "ms", "%", "calls"]),
  points: Type.Unsafe<[unixMs: number, value: number][]>({
    type: "array",
    items: { type: "array", items: { type: "number" } },
    description: "Unix milliseconds and values",
  }),
});

const Evidence = Type.Object({
  id: Type.String({ description: "Names it in `summary`, such as E1" }),
  kind: oneOf(evidenceKinds),
  text: Type.String(),
  at: nullable(Timestamp),
  link: nullable(Type.String({ description: "The page of the console that shows it" })),
  chart: Type.Optional(nullable(Chart)),
});

export const RcaCause = Type.Object({
  kind: oneOf(causeKinds),
  ci_id: nullable(Id),
  service: nullable(Type.String()),
  change_id: nullable(Id),
  execution_id: Type.Optional(nullable(Id)),
  incident_id: nullable(Type.String({ format: "uuid", description: "The incident that may be the cause" })),
  title: Type.String(),
  score: Type.Number({ description: "0 to 1" }),
  evidence: Type.Array(Evidence),
});
export type RcaCause = Static<typeof RcaCause>;

export const Rca = Type.Object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  incident_id: Id,
  engine: oneOf(aiEngines, {
    description: "What wrote the summary. The ranking is always the built-in one",
  }),
  summary: Type.String(),
  confidence: Type.Number({ description: "0 to 1" }),
  causes: Type.Array(RcaCause),
  timeline: Type.Array(Type.Object({ at: Timestamp, text: Type.String(), link: nullable(Type.String()) })),
  checked: Type.Array(Type.String(), { description: "What was looked at, also without a finding" }),
  started_at: nullable(
    Type.String({ format: "date-time", description: "When the problem began, if telemetry shows it" }),
  ),
  spread: Type.Object(
    {
      nodes: Type.Array(
        Type.Object({
          name: Type.String(),
          ci_id: nullable(Id),
          since: nullable(
            Type.String({
              format: "date-time",
              description: "When it became unusual; null: nothing unusual was seen, and it lies between what is",
            }),
          ),
          probability: Type.Number({ description: "That it is the cause, 0 to 1" }),
          affected: Type.Optional(Type.Boolean({ description: "The incident or its alerts name it" })),
        }),
      ),
      edges: Type.Array(Type.Object({ source: Type.String(), target: Type.String() })),
    },
    {
      description:
        "What became unusual since when, what is affected, and how calls and dependencies connect it. Suspects come first, the likeliest before the others",
    },
  ),
});
export type Rca = Static<typeof Rca>;

export const SimilarIncident = Type.Object({
  id: Id,
  reference: Type.String(),
  title: Type.String(),
  severity: oneOf(severities),
  created_at: Timestamp,
  resolved_at: nullable(Timestamp),
  score: Type.Number({ description: "0 to 1" }),
  reasons: Type.Array(Type.String(), { description: "Why it is similar" }),
  cause: nullable(Type.String({ description: "The cause that a person confirmed" })),
  resolution_notes: nullable(Type.String({ description: "The first 500 characters" })),
  runbooks: Type.Array(Type.Object({ runbook_id: Id, name: Type.String() }), {
    description: "Runbooks whose execution solved it",
  }),
});
export type SimilarIncident = Static<typeof SimilarIncident>;

export const analysisStatuses = ["none", "running", "finished", "failed"] as const;

export const IncidentAnalysis = Type.Object({
  status: oneOf(analysisStatuses, {
    description:
      "Of the analysis that starts by itself, for incidents of alerts and for P1 and P2. `none`: none started",
  }),
  error: nullable(Type.String({ description: "Why the analysis failed" })),
  rca: nullable(Rca),
  feedback: Type.Array(RcaFeedback, { description: "What people said about the causes of this analysis" }),
});
export type IncidentAnalysis = Static<typeof IncidentAnalysis>;

export const RunbookSuggestion = Type.Object({
  runbook_id: Id,
  name: Type.String(),
  description: Type.String(),
  score: Type.Number({ description: "0 to 1" }),
  reasons: Type.Array(Type.String(), { description: "Why it is suggested" }),
  executions: Type.Integer({ description: "For incidents of the same source or CI" }),
  succeeded: Type.Integer({ description: "How many of these solved the problem" }),
});
export type RunbookSuggestion = Static<typeof RunbookSuggestion>;

const shared = { module: "incidents" } as const;

export const response = {
  rca: operation({
    ...shared,
    method: "POST",
    path: "/api/rca",
    summary: "Analyze the cause of an incident",
    description: "Answers when the analysis is done. The last ten analyses of an incident are kept.",
    access: "incidents:write",
    effect: "write",
    prepares: true,
    body: Type.Object({ incident_id: line(100, "id or reference") }),
    reply: Rca,
  }),
  latestRca: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents/:id/rca",
    summary: "Get the newest analysis of an incident",
    access: "incidents:read",
    effect: "read",
    params: IncidentRef,
    reply: IncidentAnalysis,
  }),
  feedback: operation({
    ...shared,
    method: "POST",
    path: "/api/rca/:id/feedback",
    summary: "Say whether a cause was it",
    description:
      "Confirming a cause takes back an earlier confirmation of the same incident. The same place again replaces what was said.",
    access: "incidents:write",
    effect: "write",
    params: IdParams,
    body: FeedbackInput,
    reply: RcaFeedback,
  }),
  withdrawFeedback: operation({
    ...shared,
    ...gone,
    method: "DELETE",
    path: "/api/rca/feedback/:id",
    summary: "Take back what was said about a cause",
    access: "incidents:write",
    effect: "write",
    params: IdParams,
  }),
  scorecard: operation({
    ...shared,
    method: "GET",
    path: "/api/rca/scorecard",
    summary: "How often analyses named the cause that people confirmed",
    access: "incidents:read",
    effect: "read",
    query: ScorecardQuery,
    reply: RcaScorecard,
  }),
  judgments: operation({
    ...shared,
    method: "GET",
    path: "/api/rca/judgments",
    summary: "List incidents whose causes people judged, newest first",
    access: "incidents:read",
    effect: "read",
    envelope: "page",
    query: JudgmentsQuery,
    reply: RcaJudgment,
  }),
  similar: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents/:id/similar",
    summary: "Find similar resolved incidents and what solved them",
    access: "incidents:read",
    effect: "read",
    params: IncidentRef,
    reply: Type.Array(SimilarIncident, { description: "At most five, best first" }),
  }),
  suggestions: operation({
    module: "runbooks",
    method: "GET",
    path: "/api/incidents/:id/runbook-suggestions",
    summary: "Suggest runbooks for an incident",
    access: "runbooks:read",
    effect: "read",
    params: IncidentRef,
    reply: Type.Array(RunbookSuggestion, { description: "At most five, best first" }),
  }),
  inject: operation({
    ...shared,
    method: "POST",
    path: "/api/demo/inject-incident",
    summary: "Open an incident as an alert would, to try what follows",
    description: "The incident is analyzed, runbooks are suggested and the on-call team is paged.",
    access: "incidents:write",
    effect: "write",
    status: 201,
    body: Type.Object({
      title: Type.Optional(line(300, "Test incident unless it is set")),
      severity: Type.Optional(oneOf(severities, { default: "P3" })),
      source: Type.Optional(text(200, "demo unless it is set")),
      ci_ids: Type.Optional(
        Type.Array(line(100), { maxItems: 200, uniqueItems: true, description: "The affected configuration items" }),
      ),
    }),
    reply: Incident,
  }),
};

export const rcaEvents = {
  judged: event({
    type: "rca.judged",
    access: "incidents:read",
    module: "incidents",
    data: Type.Object({ incident_id: Type.String(), verdict: oneOf([...verdicts, "withdrawn"]) }),
  }),
  finished: event({
    type: "rca.finished",
    access: "incidents:read",
    module: "incidents",
    data: Type.Object({ incident_id: Type.String(), confidence: Type.Number() }),
  }),
};
