import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { Id, nullable, oneOf, paging, Timestamp, text } from "./schema.ts";

// AI providers, their ledger, and credits. Without a provider everything works with the builtin engine.

export const aiProviders = ["none", "openai_compatible", "anthropic", "ollama"] as const;
export type AiProvider = (typeof aiProviders)[number];

/** Who produced a result. */
export const aiEngines = ["builtin", "openai_compatible", "anthropic", "ollama"] as const;
export type AiEngine = (typeof aiEngines)[number];

export const aiPurposes = ["copilot", "runbook", "rca", "report", "test"] as const;
export type AiPurpose = (typeof aiPurposes)[number];

export const aiOutcomes = ["ok", "fallback", "error"] as const;

/** A model costs one credit for each started number of tokens. */
export const tokensPerCredit = 10_000;

const limits = {
  timeout_seconds: Type.Integer({ minimum: 5, maximum: 300, description: "How long a whole run may take" }),
  max_tokens_per_run: Type.Integer({ minimum: 500, maximum: 500_000, description: "Input and output together" }),
  max_steps_per_run: Type.Integer({ minimum: 1, maximum: 30, description: "How often a run may ask the model" }),
  monthly_credit_budget: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      description: "Credits a month for the provider. When they are used, the builtin engine answers. Null: no budget",
    }),
  ),
};

export const AiSettings = Type.Object({
  enabled: Type.Boolean(),
  provider: oneOf(aiProviders),
  base_url: Type.String(),
  model: Type.String(),
  api_key_hint: nullable(
    Type.String({ description: "The last characters of the key. The key itself is never returned" }),
  ),
  ...limits,
  version: Type.Integer({ description: "Counts the changes of the settings; their ETag" }),
  updated_by: nullable(Type.String()),
  updated_at: nullable(Timestamp),
});
export type AiSettings = Static<typeof AiSettings>;

export const AiCall = Type.Object({
  id: Id,
  created_at: Timestamp,
  actor: Type.String(),
  purpose: oneOf(aiPurposes),
  engine: oneOf(aiEngines),
  model: nullable(Type.String()),
  input_tokens: Type.Integer(),
  output_tokens: Type.Integer(),
  credits: Type.Integer(),
  duration_ms: Type.Integer(),
  outcome: oneOf(aiOutcomes, { description: "fallback: the provider failed and the builtin engine answered" }),
  reason: nullable(Type.String({ description: "Why the provider failed" })),
  trace_id: nullable(Type.String()),
});
export type AiCall = Static<typeof AiCall>;

export const AiUsage = Type.Object({
  credits_used: Type.Integer({ description: "This month, by UTC" }),
  credits_limit: nullable(Type.Integer({ description: "Of the plan. Null: unlimited" })),
  credits_left: nullable(Type.Integer()),
  provider_credits_used: Type.Integer(),
  monthly_credit_budget: nullable(Type.Integer()),
  resets_at: Timestamp,
  provider: oneOf(aiProviders, { description: "none when the builtin engine answers" }),
});
export type AiUsage = Static<typeof AiUsage>;

const shared = { module: "ai" } as const;
const managing = { ...shared, access: "admin:ai" } as const;

export const ai = {
  settings: operation({
    ...managing,
    effect: "read",
    method: "GET",
    path: "/api/admin/ai",
    summary: "Get the settings of the AI provider",
    reply: AiSettings,
  }),
  updateSettings: operation({
    ...managing,
    effect: "write",
    method: "PUT",
    path: "/api/admin/ai",
    summary: "Choose an AI provider",
    description:
      "Absent fields keep their values. A key is kept only while provider and origin of `base_url` stay the same, so that it is never sent to another server.",
    body: Type.Object({
      enabled: Type.Optional(Type.Boolean()),
      provider: Type.Optional(oneOf(aiProviders)),
      base_url: Type.Optional(text(2000, "Empty: the provider's own address")),
      model: Type.Optional(text(200)),
      api_key: Type.Optional(Type.String({ maxLength: 1000, description: "Empty removes it" })),
      timeout_seconds: Type.Optional(limits.timeout_seconds),
      max_tokens_per_run: Type.Optional(limits.max_tokens_per_run),
      max_steps_per_run: Type.Optional(limits.max_steps_per_run),
      monthly_credit_budget: Type.Optional(limits.monthly_credit_budget),
    }),
    reply: AiSettings,
  }),
  test: operation({
    ...managing,
    effect: "write",
    prepares: true,
    method: "POST",
    path: "/api/admin/ai/test",
    summary: "Ask the provider one short question",
    description: "Uses the stored settings. It costs no credits.",
    body: Type.Object({}),
    reply: Type.Object({
      ok: Type.Boolean(),
      error: nullable(Type.String({ description: "What went wrong, and what to check" })),
      answer: nullable(Type.String()),
      model: nullable(Type.String()),
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      duration_ms: Type.Integer(),
    }),
  }),
  calls: operation({
    ...managing,
    effect: "read",
    method: "GET",
    path: "/api/admin/ai/calls",
    summary: "List calls of AI features, newest first; they are kept for 90 days",
    envelope: "page",
    query: Type.Object({
      purpose: Type.Optional(oneOf(aiPurposes)),
      outcome: Type.Optional(oneOf(aiOutcomes)),
      ...paging,
    }),
    reply: AiCall,
  }),
  usage: operation({
    ...shared,
    access: "signed_in",
    effect: "read",
    method: "GET",
    path: "/api/ai/usage",
    summary: "How many AI credits are used and left this month",
    reply: AiUsage,
  }),
};
