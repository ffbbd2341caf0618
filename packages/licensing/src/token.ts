import { compactVerify, errors } from "jose";
import type { PublicKeys } from "./keys.ts";
import { isRecord } from "./wire.ts";

/** The three parts of a token whose header is acceptable. Its payload is not decoded yet. */
export interface Token {
  readonly jwt: string;
  readonly hint: string;
  readonly header: TokenHeader;
  readonly payload: string;
}

export interface TokenHeader {
  readonly alg: "RS256";
  readonly typ: string | null;
  readonly kid: string | null;
}

type TokenResult = { ok: true; token: Token } | { ok: false; problem: string; hint: string | null };

const maxLength = 16 * 1024;
const hintLength = 12;
const algorithm = "RS256";
const threeParts = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/;

/** Splits a token and checks its header. The order matters: nothing is decoded of a text that is too long. */
export function readToken(text: string, noun: string, isType: (typ: unknown) => boolean): TokenResult {
  if (text.length > maxLength) return { ok: false, problem: `The ${noun} is longer than 16 KiB.`, hint: null };
  const jwt = text.trim();
  const [, head = "", payload = "", signature = ""] = threeParts.exec(jwt) ?? [];
  // Without this form the text may be anything, even a password, so it has no hint.
  if (![head, payload, signature].every(isCanonical) || head === "")
    return { ok: false, problem: `The ${noun} is not three base64url parts with dots between them.`, hint: null };
  const hint = jwt.slice(0, hintLength);
  const refuse = (problem: string): TokenResult => ({ ok: false, problem, hint });
  const header = decodeJson(head);
  if (!isRecord(header)) return refuse(`The header of the ${noun} is not a JSON object.`);
  if (header.alg !== algorithm) return refuse(`The ${noun} is not signed with ${algorithm}; no other alg is accepted.`);
  // Critical extensions must be understood, and none is.
  if (Object.hasOwn(header, "crit")) return refuse(`The header of the ${noun} has critical extensions.`);
  if (!isType(header.typ)) return refuse(`The token is not a ${noun}: the typ of its header is another.`);
  return {
    ok: true,
    token: { jwt, hint, payload, header: { alg: algorithm, typ: shortText(header.typ), kid: shortText(header.kid) } },
  };
}

/** Keys come from the configuration only; a header's jwk, jku, x5u and x5c are never read. */
export async function isSigned({ jwt, header }: Token, { keys }: PublicKeys): Promise<boolean> {
  const named = keys.filter(({ kid }) => kid === header.kid);
  for (const { key } of named.length > 0 ? named : keys) {
    const isGood = await compactVerify(jwt, key, { algorithms: [algorithm] }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof errors.JOSEError) return false;
        throw error;
      },
    );
    if (isGood) return true;
  }
  return false;
}

/** The value, or undefined when the part is not UTF-8 or not JSON. */
export function decodeJson(part: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(part, "base64url")));
  } catch {
    return undefined;
  }
}

/** Bits beyond the last byte must be zero, so a signed token has one spelling. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}

function shortText(value: unknown): string | null {
  return typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value) ? value : null;
}
