import { ApiError, auth, type CallOptions, createClient, type Me, type Tokens } from "@opsplane/contract";
import { openAttempt } from "./attempt.ts";
import { createExclusive } from "./exclusive.ts";
import { fetchWithProgress } from "./fetch-with-progress.ts";
import { usableForMs } from "./token-life.ts";

export type SessionState =
  | { phase: "starting" }
  | { phase: "unreachable"; message: string }
  | { phase: "signed_out"; reason: "fresh" | "expired" | "left" }
  | { phase: "signed_in"; user: Me };

export interface Credentials {
  email: string;
  password: string;
  tenant?: string | undefined;
}

export type Session = ReturnType<typeof createSession>;

type Message = { kind: "tokens"; tokens: Tokens } | { kind: "left" };

/**
 * The session of this browser, with either plane: both have the same operations for it. The refresh token is an HttpOnly cookie, the access token lives only in memory. Because each refresh
 * token works once and its reuse revokes the whole family, refreshes are serialized over all tabs and shared with them.
 */
export function createSession() {
  const authApi = createClient({ auth }, { baseUrl: "" }).auth;
  const exclusively = createExclusive("opsplane-refresh");
  const tabs = new BroadcastChannel("opsplane-session");
  const listeners = new Set<() => void>();
  let state: SessionState = { phase: "starting" };
  let held: { tokens: Tokens; usableUntil: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  tabs.onmessage = ({ data }: MessageEvent<Message>) => (data.kind === "tokens" ? adopt(data.tokens) : drop("left"));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && held && Date.now() > held.usableUntil)
      void renew().catch(() => undefined);
  });

  function become(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function adopt(tokens: Tokens) {
    const usableMs = usableForMs(tokens.token, tokens.expires_at, Date.now());
    held = { tokens, usableUntil: Date.now() + usableMs };
    clearTimeout(timer);
    timer = setTimeout(() => void renew().catch(() => undefined), usableMs);
    become({ phase: "signed_in", user: tokens.user });
  }

  function adoptAndBroadcast(tokens: Tokens) {
    adopt(tokens);
    tabs.postMessage({ kind: "tokens", tokens } satisfies Message);
  }

  function drop(reason: "fresh" | "expired" | "left") {
    held = undefined;
    clearTimeout(timer);
    become({ phase: "signed_out", reason });
  }

  async function renew(stale = held?.tokens.token): Promise<void> {
    await exclusively(async () => {
      if (held && held.tokens.token !== stale) return;
      const attempt = openAttempt();
      try {
        adoptAndBroadcast(await authApi.refresh({ body: { cookie: true, attempt: attempt.id } }));
        attempt.close();
      } catch (cause) {
        if (meansSignedOut(cause)) {
          attempt.close();
          drop(stale ? "expired" : "fresh");
        }
        throw cause;
      }
    });
  }

  async function start() {
    become({ phase: "starting" });
    await renew().catch((cause: unknown) => {
      if (!meansSignedOut(cause)) become({ phase: "unreachable", message: messageOf(cause) });
    });
  }

  async function login({ email, password, tenant }: Credentials) {
    const headers: Record<string, string> = tenant ? { "x-tenant-id": tenant } : {};
    adoptAndBroadcast(await authApi.token({ body: { email, password, cookie: true } }, { headers }));
  }

  async function headers(): Promise<Record<string, string>> {
    if (held && Date.now() > held.usableUntil) await renew();
    if (!held) throw new ApiError(401, "UNAUTHORIZED", "You've signed out.", "");
    return { authorization: `Bearer ${held.tokens.token}`, "x-tenant-id": held.tokens.user.tenant_id };
  }

  /** A fetch that renews the token once when the server no longer accepts it. */
  async function authorizedFetch(url: string, init: RequestInit = {}, { onSent }: CallOptions = {}): Promise<Response> {
    const used = held?.tokens.token;
    const attempt = (sent: RequestInit) => (onSent ? fetchWithProgress(url, sent, onSent) : fetch(url, sent));
    const response = await attempt(init);
    if (response.status !== 401 || !used) return response;
    const renewed = await renew(used).then(
      () => true,
      () => false,
    );
    if (!renewed) return response;
    return attempt({ ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...(await headers()) } });
  }

  /** Exclusive, like a refresh: the server ends the old session before the tokens of the new one arrive. */
  async function changePassword(current_password: string, new_password: string) {
    const body = { current_password, new_password, cookie: true };
    const call = { headers: await headers() };
    await exclusively(async () => adoptAndBroadcast(await authApi.password({ body }, call)));
  }

  async function logout() {
    await createClient({ auth }, { baseUrl: "", headers, fetch: authorizedFetch })
      .auth.logout()
      .catch((cause: unknown) => {
        if (!meansSignedOut(cause)) throw cause;
      });
    drop("left");
    tabs.postMessage({ kind: "left" } satisfies Message);
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start,
    login,
    logout,
    changePassword,
    headers,
    fetch: authorizedFetch,
  };
}

/** The server refused the session. Any other failure (network, overload) says nothing about it. */
function meansSignedOut(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status >= 400 && cause.status < 500 && cause.status !== 429;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "Can't reach the server.";
}
