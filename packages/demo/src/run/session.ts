import { ApiError, createClient, operations, type Tokens } from "@opsplane/contract";
import type { Api } from "../records/people.ts";
import { retryWhileBusy } from "./retry.ts";

export interface Login {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  readonly tenantId: string;
  readonly signal: AbortSignal;
}

const renewMs = 60_000;

/** A client that stays logged in and retries while the server is busy. Its access token is renewed before it expires. */
export async function signIn(login: Login): Promise<Api> {
  const { baseUrl, email, password, tenantId, signal } = login;
  const patient = (url: string, init: RequestInit) => retryWhileBusy(() => fetch(url, { ...init, signal }), signal);
  const anyone = createClient(operations, { baseUrl, fetch: patient });
  const tenant = { headers: { "x-tenant-id": tenantId } };
  let tokens = await anyone.auth.token({ body: { email, password } }, tenant);
  let renewing: Promise<Tokens> | undefined;
  const current = async () => {
    if (Date.parse(tokens.expires_at) - Date.now() > renewMs) return tokens;
    renewing ??= anyone.auth.refresh({ body: { refresh_token: tokens.refresh_token } });
    tokens = await renewing;
    renewing = undefined;
    return tokens;
  };
  const api = createClient(operations, {
    baseUrl,
    fetch: patient,
    headers: async () => ({ authorization: `Bearer ${(await current()).token}`, "x-tenant-id": tenantId }),
  });
  if (!tokens.user.must_change_password) return api;
  throw new Error(`${email} has a temporary password. Change it in the console, then start the demo again.`);
}

/** One login for each person, even when several callers need it. */
export function signedIn(login: Omit<Login, "email">): (email: string) => Promise<Api> {
  const known = new Map<string, Promise<Api>>();
  return (email) => {
    const session = known.get(email) ?? signIn({ ...login, email });
    known.set(email, session);
    return session;
  };
}

/** True when the server refused email and password. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
