import { type Limits, type Module, modules } from "@opsplane/contract";
import { type Static, type TObject, Type } from "typebox";
import { Check } from "typebox/value";

// Schemas of signed claims. A description completes the sentence "The claim 'x' must be …".

export const issuer = "opsplane-cp";

// Control characters and bidirectional overrides would let a claim rewrite a terminal or a log line.
const printable = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$";

export function word(maxLength: number) {
  const description = `a printable text of 1 to ${maxLength} characters`;
  return Type.String({ minLength: 1, maxLength, pattern: printable, description });
}

export function wordList(maxItems: number) {
  return Type.Array(word(64), { maxItems, description: `a list of at most ${maxItems} names` });
}

/** Seconds since 1970, up to the end of the year 9999. */
export const seconds = Type.Integer({
  minimum: 0,
  maximum: 253_402_300_799,
  description: "a whole number of seconds since 1970",
});

export const days = Type.Integer({ minimum: 0, maximum: 365, description: "a whole number of days from 0 to 365" });

const limit = Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }), Type.Null()]);
const limitRule = { description: "an object of whole numbers that are not negative, or null for unlimited" };
const limits = {
  users: limit,
  data_gb_per_month: limit,
  retention_days: limit,
  ai_credits_per_month: limit,
};
export const AllLimits = Type.Object(limits, limitRule);
export const SomeLimits = Type.Partial(Type.Object(limits), limitRule);

type ClaimsResult<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Reads claims by a schema. The problem names the first claim that is missing or wrong, never its value. */
export function readClaims<T extends TObject>(schema: T, claims: unknown): ClaimsResult<Static<T>> {
  if (Check(schema, claims)) return { ok: true, value: claims };
  return { ok: false, problem: isRecord(claims) ? problemOf(schema, claims) : "The claims are not a JSON object." };
}

function problemOf(schema: TObject, claims: Record<string, unknown>): string {
  for (const [name, rule] of Object.entries(schema.properties)) {
    const isRequired = schema.required.includes(name);
    if (!Object.hasOwn(claims, name)) {
      if (isRequired) return `The claim '${name}' is missing.`;
    } else if (!Check(rule, claims[name]))
      return `The claim '${name}' must be ${"description" in rule ? rule.description : "valid"}.`;
  }
  return "The claims are not valid.";
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The known modules among these names, in the order of the table. */
export function knownModules(names: readonly string[]): readonly Module[] {
  const given = new Set(names);
  return modules.filter((module) => given.has(module));
}

/** Only the limits that are known, each taken from the first source that has it; undefined when one is nowhere. */
export function limitsFrom(given: Partial<Limits>, fallback: Partial<Limits>): Limits | undefined {
  const { users, data_gb_per_month, retention_days, ai_credits_per_month } = { ...fallback, ...given };
  if (users === undefined || data_gb_per_month === undefined) return undefined;
  if (retention_days === undefined || ai_credits_per_month === undefined) return undefined;
  return { users, data_gb_per_month, retention_days, ai_credits_per_month };
}

export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
