import type { Module, Permission } from "@opsplane/contract";
import { type EventStream, fail, openEventStream, type Principal, type ReadContext } from "@opsplane/runtime";

/** The current principal of a token; undefined once it is revoked. */
export type CurrentPrincipal = (token: string) => Promise<Principal | undefined>;

/** The permission and module that a stream needs while it is open. */
interface Needs {
  permission?: Permission;
  module?: Module;
}

/** A stream whose reader is checked again whenever a tenant's users, roles, keys or sessions change. */
export interface GuardedStream extends EventStream {
  /** The current reader, after any running check; undefined when the stream has ended. */
  reader(): Principal | undefined | Promise<Principal | undefined>;
}

export interface Streams {
  /** Refuses when the tenant has too many streams. The slot is released when the reply closes. */
  takeSeat(context: ReadContext): void;
  open(context: ReadContext, needs: Needs): GuardedStream;
  /** Rechecks the tokens of a tenant's streams; without a tenant, of all streams. */
  recheck(tenantId?: string): void;
  /** Ends every stream, so that the server can stop. Clients reconnect. */
  close(): void;
}

export interface StreamOptions {
  currentPrincipal: CurrentPrincipal;
  /** Maximum number of open streams per tenant. */
  seats: number;
  /** The name of these streams in the error message. */
  named: string;
}

const recheckMs = 10_000;

interface Open {
  tenantId: string;
  check(): void;
  end(): void;
}

/** Streams that outlive the request which opened them. */
export function openStreams({ currentPrincipal, seats, named }: StreamOptions): Streams {
  const open = new Set<Open>();
  const taken = new Map<string, number>();
  let stopping = false;
  const recheck = (tenantId?: string) => {
    for (const each of open) if (tenantId === undefined || each.tenantId === tenantId) each.check();
  };
  const timer = setInterval(() => recheck(), recheckMs);

  return {
    recheck,
    close: () => {
      stopping = true;
      clearInterval(timer);
      for (const { end } of open) end();
    },
    takeSeat: ({ principal: { tenantId }, reply }) => {
      // A client that left already is not announced again, so its slot would never be released.
      if (reply.raw.destroyed) return;
      const others = taken.get(tenantId) ?? 0;
      if (others >= seats)
        fail("RATE_LIMIT", `Your tenant has reached the limit of ${seats} ${named}; close one and try again.`, {
          retryAfterSeconds: 60,
        });
      taken.set(tenantId, others + 1);
      reply.raw.once("close", () => {
        const left = (taken.get(tenantId) ?? 1) - 1;
        if (left === 0) taken.delete(tenantId);
        else taken.set(tenantId, left);
      });
    },
    open: ({ request, reply, principal }, needs) => {
      if (stopping)
        return fail("UNAVAILABLE", "This server is stopping; try again in a moment.", { retryAfterSeconds: 1 });
      const stream = openEventStream(request, reply);
      const token = request.headers.authorization?.split(" ")[1] ?? "";
      let reader: Principal | undefined | Promise<Principal | undefined> = principal;
      let checks = 0;
      const check = () => {
        const mine = ++checks;
        reader = currentPrincipal(token).then((found) => {
          const welcome = found && isWelcome(found, needs) ? found : undefined;
          if (!welcome) stream.end();
          // A newer check has started, so this result is outdated.
          if (mine === checks) reader = welcome;
          return welcome;
        });
      };
      const each = { tenantId: principal.tenantId, check, end: () => stream.end() };
      open.add(each);
      stream.onClose(() => open.delete(each));
      return { ...stream, reader: () => reader };
    },
  };
}

function isWelcome(
  { permissions, entitlements: { state, modules } }: Principal,
  { permission, module }: Needs,
): boolean {
  if (state === "locked" || state === "invalid" || state === "suspended") return false;
  return (!permission || permissions.has(permission)) && (!module || modules.has(module));
}
