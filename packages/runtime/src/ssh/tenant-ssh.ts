import { Failure } from "../failure.ts";
import { type FairLimiterOptions, openFairLimiter } from "../fair-limiter.ts";
import { type AllowedPrivate, openGuard } from "../outbound/guard.ts";
import { runCommand } from "./command.ts";
import { type Connection, type ConnectOptions, openConnection } from "./connection.ts";
import type { ShownKey } from "./host-key.ts";
import { type SshCommand, SshFailure, type SshFailureKind, type SshHost, type SshResult } from "./ssh-host.ts";

/** SSH on behalf of tenants. Each has a limit of open sessions, so that slow hosts of one do not hold up another. */
export interface TenantSsh {
  /** Fails with SshFailure; at once with Failure UNAVAILABLE while the tenant has too many sessions open. */
  run(tenantId: string, host: SshHost, command: SshCommand): Promise<SshResult>;
  /** Connects and logs in, and runs nothing. */
  check(tenantId: string, host: SshHost, timeoutMs: number): Promise<void>;
  /** The key that the host shows, without logging in. Through the bastion when there is one. */
  offeredKey(tenantId: string, host: SshHost, timeoutMs: number): Promise<ShownKey>;
  /** Why a connection to this address would be refused, as far as the address itself shows; names are checked when they are resolved. */
  problemOf(address: string): string | undefined;
  /** Ends open sessions. The commands in them fail as lost. */
  close(): Promise<void>;
}

export type SshOutcome = "done" | "busy" | "failed" | SshFailureKind;

export interface TenantSshOptions extends Pick<FairLimiterOptions, "places" | "share" | "spare"> {
  allowed: AllowedPrivate;
  /** One session by outcome. */
  count(outcome: SshOutcome): void;
}

const connectMs = 20_000;

export function openTenantSsh({ allowed, count, ...shares }: TenantSshOptions): TenantSsh {
  const guard = openGuard(allowed, { traffic: "SSH connections", setting: "SSH_ALLOW_PRIVATE" });
  // No session waits for a place, because a job that waits would itself hold a place of its queue.
  const limiter = openFairLimiter({ ...shares, maxWaiting: 0, patienceMs: 0, busy });
  const connections = new Set<Connection>();
  const sessions = new Set<Promise<unknown>>();
  const closing = new AbortController();

  /** Connects, does the work, and disconnects. */
  async function session<T>(
    host: SshHost,
    { signal, ...options }: ConnectOptions,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const signals = signal ? [signal, closing.signal] : [closing.signal];
    const connection = await openConnection(guard, host, { ...options, signal: AbortSignal.any(signals) });
    connections.add(connection);
    try {
      return await work(connection);
    } finally {
      connections.delete(connection);
      connection.end();
    }
  }

  async function counted<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const running = limiter.take(tenantId, undefined, work);
    sessions.add(running);
    try {
      const result = await running;
      count("done");
      return result;
    } catch (error) {
      count(outcomeOf(error));
      throw error;
    } finally {
      sessions.delete(running);
    }
  }

  return {
    run: (tenantId, host, command) =>
      counted(tenantId, () =>
        session(host, { timeoutMs: connectMs, signal: command.signal }, ({ client }) =>
          runCommand(client, host, command),
        ),
      ),
    check: (tenantId, host, timeoutMs) => counted(tenantId, () => session(host, { timeoutMs }, async () => undefined)),
    offeredKey: (tenantId, host, timeoutMs) =>
      counted(tenantId, async () => {
        let shown: ShownKey | undefined;
        const onKey = (key: ShownKey) => {
          shown = key;
          return new SshFailure("host_key", "The key was read, and the connection is not needed.");
        };
        try {
          await session(host, { timeoutMs, onKey }, async () => undefined);
        } catch (error) {
          if (shown === undefined) throw error;
        }
        return shown ?? unshown(host);
      }),
    problemOf: (address) => {
      try {
        guard.assertHost(address);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : "The address cannot be used.";
      }
    },
    close: async () => {
      closing.abort();
      for (const connection of connections) connection.end();
      await Promise.allSettled(sessions);
    },
  };
}

function outcomeOf(error: unknown): SshOutcome {
  if (error instanceof SshFailure) return error.kind;
  return error instanceof Failure ? "busy" : "failed";
}

function unshown({ name }: SshHost): never {
  throw new SshFailure("unreachable", `${name} showed no key.`);
}

function busy(): Failure {
  return new Failure("UNAVAILABLE", "Too many SSH sessions of this tenant are open; try again in a moment.", {
    retryAfterSeconds: 2,
  });
}
