import { type Static, Type } from "typebox";
import { severities } from "./incidents.ts";
import { Id, line, listOf, nullable, oneOf, paging, QueryTime, Timestamp, text } from "./schema.ts";

// What people say about the causes of an analysis, and how often the analyses were right.

export const verdicts = ["confirmed", "rejected"] as const;

export const RcaFeedback = Type.Object({
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  incident_id: Id,
  rca_id: Id,
  place: Type.Integer({ description: "The rank of the cause; 0: none of the named causes was it" }),
  verdict: oneOf(verdicts),
  cause: Type.String({ description: "The title of the cause, or what it really was" }),
  ci_id: nullable(
    Type.String({ format: "uuid", description: "The configuration item that was the cause, with place 0" }),
  ),
  comment: Type.String(),
  decided_by: Type.String(),
  decided_at: Timestamp,
});
export type RcaFeedback = Static<typeof RcaFeedback>;

export const FeedbackInput = Type.Object({
  place: Type.Integer({ minimum: 0, maximum: 10, description: "The rank of the cause; 0: none of them was it" }),
  verdict: oneOf(verdicts),
  cause: Type.Optional(line(300, "What it really was, with place 0")),
  ci_id: Type.Optional(
    Type.String({ format: "uuid", description: "The service or other configuration item that was it, with place 0" }),
  ),
  comment: Type.Optional(text(2000)),
});

/** How the analysis of an incident compares with what people said. */
export const rcaOutcomes = ["first", "top3", "lower", "unnamed", "undecided"] as const;
export type RcaOutcome = (typeof rcaOutcomes)[number];

const outcomeMeanings =
  "`first`, `top3` (second or third) and `lower`: the rank of the confirmed cause. `unnamed`: it was none of the named causes. `undecided`: causes were rejected, none is confirmed";

export const RcaJudgment = Type.Object({
  id: Id,
  incident_id: Id,
  reference: Type.String(),
  title: Type.String(),
  severity: oneOf(severities),
  rca_id: Id,
  outcome: oneOf(rcaOutcomes, { description: outcomeMeanings }),
  place: nullable(Type.Integer({ description: "The rank of the confirmed cause; 0: it was not named" })),
  cause: nullable(Type.String({ description: "The confirmed cause; null while none is confirmed" })),
  ci_id: nullable(Type.String({ format: "uuid", description: "The configuration item, when it was not named" })),
  first_cause: nullable(Type.String({ description: "What the analysis named first; null when it named none" })),
  confidence: Type.Number({ description: "Of the analysis, 0 to 1" }),
  comment: Type.String(),
  decided_by: Type.String(),
  decided_at: Timestamp,
});
export type RcaJudgment = Static<typeof RcaJudgment>;

const ScoreFields = {
  confirmed: Type.Integer({ description: "Incidents whose cause a person confirmed, also one that was not named" }),
  top1: Type.Integer({ description: "Of these, where the analysis had named it first" }),
  top3: Type.Integer({ description: "Of these, where it was among the first three" }),
};

const Rate = Type.Object({
  value: Type.Number({ description: "0 to 1" }),
  low: Type.Number({ description: "The lower end of the 95 % interval (Wilson)" }),
  high: Type.Number({ description: "Its upper end" }),
});
export type RcaRate = Static<typeof Rate>;

export const scorecardPeriods = ["week", "month"] as const;

export const RcaScorecard = Type.Object({
  ...ScoreFields,
  top1_rate: nullable(Rate),
  top3_rate: nullable(Rate),
  unnamed: Type.Integer({ description: "Of the confirmed, where the cause was none of the named ones" }),
  undecided: Type.Integer({ description: "Incidents with rejected causes and no confirmed one. No rate counts them" }),
  rejected: Type.Integer({ description: "Causes that a person rejected" }),
  mean_confidence: nullable(
    Type.Number({ description: "The mean confidence of the confirmed analyses, to compare with the rate of top1" }),
  ),
  by: oneOf(scorecardPeriods),
  periods: Type.Array(
    Type.Object({ start: Type.String({ description: "The Monday or the first of the month, UTC" }), ...ScoreFields }),
    { description: "Oldest first, without empty ones; at most 120" },
  ),
});
export type RcaScorecard = Static<typeof RcaScorecard>;

const range = { from: Type.Optional(QueryTime), to: Type.Optional(QueryTime) };

export const ScorecardQuery = Type.Object({
  ...range,
  by: Type.Optional(oneOf(scorecardPeriods, { default: "week" })),
});

export const JudgmentsQuery = Type.Object({
  ...range,
  outcome: Type.Optional(listOf(oneOf(rcaOutcomes), "Only these outcomes")),
  ...paging,
});
