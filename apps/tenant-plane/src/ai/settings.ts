import type { AiProvider, AiSettings } from "@opsplane/contract";
import { invalid, type SecretBox } from "@opsplane/runtime";
import type { NewSettings, StoredSettings } from "./store.ts";

/** What applies before an admin has chosen anything. */
export const noSettings: StoredSettings = {
  enabled: false,
  provider: "none",
  base_url: "",
  model: "",
  api_key: null,
  api_key_hint: null,
  timeout_seconds: 60,
  max_tokens_per_run: 30_000,
  max_steps_per_run: 8,
  monthly_credit_budget: null,
  version: 0,
  updated_by: null,
  updated_at: null,
};

const defaultUrls: Record<Exclude<AiProvider, "none">, string> = {
  openai_compatible: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  ollama: "http://localhost:11434/v1",
};

/** The address that requests go to. Ollama serves its OpenAI-compatible interface under /v1. */
export function addressOf({ provider, base_url }: Pick<AiSettings, "provider" | "base_url">): string {
  if (provider === "none") return "";
  const written = (base_url.trim() || defaultUrls[provider]).replace(/\/+$/, "");
  return provider === "ollama" && !/\/v1$/.test(written) ? `${written}/v1` : written;
}

export type SettingsInput = Partial<
  Pick<
    AiSettings,
    | "enabled"
    | "provider"
    | "base_url"
    | "model"
    | "timeout_seconds"
    | "max_tokens_per_run"
    | "max_steps_per_run"
    | "monthly_credit_budget"
  >
> & { api_key?: string };

/** The settings after an edit. Refuses settings with which no call could succeed. */
export function edited(
  before: StoredSettings,
  { api_key: given, ...input }: SettingsInput,
  secrets: Pick<SecretBox, "seal">,
  problemOf: (url: string) => string | undefined,
): NewSettings {
  const after = { ...before, ...input, base_url: (input.base_url ?? before.base_url).trim() };
  const key = given?.trim();
  if (after.provider !== "none") {
    const address = addressOf(after);
    const problem = URL.canParse(address) ? problemOf(address) : "must be a URL such as https://ai.example.com/v1";
    if (problem !== undefined) invalid("base_url", problem);
    if (after.enabled && after.model.trim() === "") invalid("model", "must name a model of the provider");
  }
  if (after.enabled && after.provider === "none") invalid("provider", "must be chosen before AI is enabled");
  return { ...after, model: after.model.trim(), ...keyAfter(before, after, key, secrets) };
}

function keyAfter(
  before: StoredSettings,
  after: StoredSettings,
  key: string | undefined,
  secrets: Pick<SecretBox, "seal">,
): Pick<NewSettings, "api_key" | "api_key_hint"> {
  if (key === "") return { api_key: null, api_key_hint: null };
  if (key !== undefined) return { api_key: secrets.seal(key), api_key_hint: hintOf(key) };
  const same = before.provider === after.provider && originOf(before) === originOf(after);
  return same ? { api_key: before.api_key, api_key_hint: before.api_key_hint } : { api_key: null, api_key_hint: null };
}

function originOf(settings: Pick<AiSettings, "provider" | "base_url">): string {
  const address = addressOf(settings);
  return URL.canParse(address) ? new URL(address).origin : "";
}

/** A short key would be readable from its hint. */
function hintOf(key: string): string {
  return key.length < 16 ? "…" : `…${key.slice(-4)}`;
}

export function shown({ api_key: _, ...settings }: StoredSettings): AiSettings {
  return settings;
}
