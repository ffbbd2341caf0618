import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { Failure, OutboundFailure } from "@opsplane/runtime";
import { APICallError, type LanguageModel } from "ai";
import { addressOf } from "./settings.ts";
import type { StoredSettings } from "./store.ts";

/** The model of a tenant's provider. The key is in the headers of its requests only. */
export function modelOf(settings: StoredSettings, apiKey: string | undefined, send: typeof fetch): LanguageModel {
  const { provider, model } = settings;
  const shared = { baseURL: addressOf(settings), fetch: send };
  if (provider === "anthropic") return createAnthropic({ ...shared, apiKey: apiKey ?? "" })(model);
  return createOpenAICompatible({
    ...shared,
    name: provider,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  })(model);
}

const byStatus: readonly (readonly [from: number, to: number, text: string])[] = [
  [401, 401, "The provider refused the API key"],
  [403, 403, "The provider refused access; check the key and the rights of its account"],
  [404, 404, "The provider does not know the address or the model"],
  [408, 408, "The provider did not answer in time"],
  [429, 429, "The provider refused because of its rate limit or quota"],
  [400, 499, "The provider refused the request; check the model"],
  [500, 599, "The provider reported an error"],
];

/** Why a call failed, in our own words: a provider's message could contain the key or what was sent. */
export function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundFailure) return cause.message;
    if (cause instanceof Failure) return cause.message;
    if (APICallError.isInstance(cause) && cause.statusCode !== undefined) {
      const { statusCode } = cause;
      const found = byStatus.find(([from, to]) => statusCode >= from && statusCode <= to);
      if (found) return `${found[2]} (${statusCode}).`;
    }
  }
  return "The provider's response could not be read.";
}
