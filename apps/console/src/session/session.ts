import { ApiError, auth, type CallOptions, createClient, license, type Me, type Tokens } from "@opsplane/contract";
import { openAttempt } from "./attempt.ts";
import { type Block, blockIn } from "./block.ts";
import { createExclusive } from "./exclusive.ts";
import { fetchWithProgress } from "./fetch-with-progress.ts";
import { usableForMs } from "./token-life.ts";

export type SessionState =
  | { phase: "starting" }
  | { phase: "unreachable"; message: string }
  | { phase: "signed_out"; reason: "fresh" | "expired" | "left" }
  /** The service is blocked, and this person cannot sign in to unblock it. */
  | { phase: "blocked"; block: Block }
  | { phase: "signed_in"; user: Me; block: Block | undefined };

export interface Credentials {
  email: string;
  password: string;
  tenant?: string | undefined;
}

export type Session = ReturnType<typeof createSession>;

type Message = { kind: "tokens"; tokens: Tokens } | { kind: "left" } | { kind: "unblocked" };

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

  let unblocks = 0;

  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === "tokens") adopt(data.tokens);
    else if (data.kind === "left") drop("left");
    else unblock();
  };
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
    // A renewed token does not unblock the service.
    const block = state.phase === "signed_in" && state.user.id === tokens.user.id ? state.block : undefined;
    become({ phase: "signed_in", user: tokens.user, block });
  }

  function adoptAndBroadcast(tokens: Tokens) {
    adopt(tokens);
    tabs.postMessage({ kind: "tokens", tokens } satisfies Message);
  }

  function drop(reason: "fresh" | "expired" | "left") {
    forgetTokens();
    become({ phase: "signed_out", reason });
  }

  function forgetTokens() {
    held = undefined;
    clearTimeout(timer);
  }

  function unblock() {
    unblocks += 1;
    if (state.phase === "signed_in" && state.block) become({ ...state, block: undefined });
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
          leave(blockOf(cause), stale ? "expired" : "fresh");
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

  function leave(block: Block | undefined, reason: "fresh" | "expired") {
    if (block) refuseEntry(block);
    else drop(reason);
  }

  function refuseEntry(block: Block) {
    forgetTokens();
    become({ phase: "blocked", block });
  }

  async function login({ email, password, tenant }: Credentials) {
    const headers: Record<string, string> = tenant ? { "x-tenant-id": tenant } : {};
    try {
      adoptAndBroadcast(await authApi.token({ body: { email, password, cookie: true } }, { headers }));
    } catch (cause) {
      const block = blockOf(cause);
      if (!block) throw cause;
      refuseEntry(block);
    }
  }

  async function headers(): Promise<Record<string, string>> {
    if (held && Date.now() > held.usableUntil) await renew();
    if (!held) throw new ApiError(401, "UNAUTHORIZED", "You've signed out.", "");
    return { authorization: `Bearer ${held.tokens.token}`, "x-tenant-id": held.tokens.user.tenant_id };
  }

  /** A fetch that renews the token once when the server no longer accepts it. */
  async function authorizedFetch(url: string, init: RequestInit = {}, { onSent }: CallOptions = {}): Promise<Response> {
    const used = held?.tokens.token;
    const attempt = (sent: RequestInit) =>
      noticingBlocks(() => (onSent ? fetchWithProgress(url, sent, onSent) : fetch(url, sent)));
    const response = await attempt(init);
    if (response.status !== 401 || !used) return response;
    const renewed = await renew(used).then(
      () => true,
      () => false,
    );
    if (!renewed) return response;
    return attempt({ ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...(await headers()) } });
  }

  async function noticingBlocks(send: () => Promise<Response>): Promise<Response> {
    const before = unblocks;
    const response = await send();
    if (response.status !== 402 && response.status !== 403) return response;
    const block = blockIn(
      await response
        .clone()
        .json()
        .catch(() => undefined),
    );
    // A refusal of a request that was sent before the service was unblocked is outdated.
    if (block && before === unblocks) showBlock(block);
    return response;
  }

  function showBlock(block: Block) {
    if (state.phase === "signed_in" && state.block?.message !== block.message) become({ ...state, block });
  }

  const api = createClient({ auth, license }, { baseUrl: "", headers, fetch: authorizedFetch });

  /** Installs a license. A license that is accepted unblocks the service, in every tab. */
  async function installLicense(license: string) {
    const status = await api.license.upload({ body: { license } });
    unblockTabs();
    return status;
  }

  function unblockTabs() {
    unblock();
    tabs.postMessage({ kind: "unblocked" } satisfies Message);
  }

  /** Continues if the service is no longer blocked, and fails if it is. */
  async function recheck() {
    if (!held) return start();
    await api.auth.me().catch((cause: unknown) => {
      if (blockOf(cause) || !meansSignedOut(cause)) throw cause;
    });
    unblockTabs();
  }

  /** Exclusive, like a refresh: the server ends the old session before the tokens of the new one arrive. */
  async function changePassword(current_password: string, new_password: string) {
    const body = { current_password, new_password, cookie: true };
    const call = { headers: await headers() };
    await exclusively(async () => adoptAndBroadcast(await authApi.password({ body }, call))).catch((cause: unknown) => {
      const block = blockOf(cause);
      if (block) showBlock(block);
      throw cause;
    });
  }

  async function logout() {
    const ended = held !== undefined && (await endSession());
    if (!ended) await clearCookie();
    drop("left");
    tabs.postMessage({ kind: "left" } satisfies Message);
  }

  /** Returns whether the server has ended the session. While the service is blocked it refuses that. */
  async function endSession(): Promise<boolean> {
    try {
      await api.auth.logout();
      return true;
    } catch (cause) {
      if (!meansSignedOut(cause)) throw cause;
      return blockOf(cause) === undefined;
    }
  }

  /** The refresh of an empty token is refused, and the refusal takes the cookie from the browser. */
  async function clearCookie() {
    await exclusively(() => authApi.refresh({ body: { refresh_token: "", cookie: true } })).catch((cause: unknown) => {
      if (!meansSignedOut(cause)) throw cause;
    });
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
    recheck,
    installLicense,
    changePassword,
    headers,
    fetch: authorizedFetch,
  };
}

/** The server refused the session. Any other failure (network, overload) says nothing about it. */
function meansSignedOut(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status >= 400 && cause.status < 500 && cause.status !== 429;
}

function blockOf(cause: unknown): Block | undefined {
  return cause instanceof ApiError ? blockIn({ code: cause.code, error: cause.message }) : undefined;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : "Can't reach the server.";
}
