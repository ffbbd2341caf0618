import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import ssh2, { type AnyAuthMethod, type Client } from "ssh2";
import type { Guard } from "../outbound/guard.ts";
import { algorithmsFor } from "./algorithms.ts";
import { authMethods } from "./credential.ts";
import { asSshFailure, forwardFailure } from "./failures.ts";
import { assertHasKey, readHostKey, refusedKey, type ShownKey } from "./host-key.ts";
import { SshFailure, type SshHost, shownHost } from "./ssh-host.ts";

export interface Connection {
  readonly client: Client;
  end(): void;
}

export interface ConnectOptions {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Decides on the host's key instead of the trusted keys. */
  onKey?(key: ShownKey): SshFailure | undefined;
}

// A dead connection is noticed after a minute at most.
const keepAlive = { keepaliveInterval: 15_000, keepaliveCountMax: 3 };

/** Connects and logs in, through the bastions if there are any. One limit applies to the whole way. */
export async function openConnection(guard: Guard, host: SshHost, options: ConnectOptions): Promise<Connection> {
  const { timeoutMs, signal, onKey } = options;
  if (signal?.aborted) throw cancelled(host);
  const closers: (() => void)[] = [];
  const end = () => {
    for (const close of closers.splice(0).reverse()) close();
  };
  const limit = expiry(host, timeoutMs, signal);
  try {
    const client = await Promise.race([reach(guard, host, closers, onKey), limit.passed]);
    return { client, end };
  } catch (error) {
    end();
    throw asSshFailure(host, error);
  } finally {
    limit.clear();
  }
}

/** Every host on the way has its own trusted key. Only the first is reached over our network, so the guard checks only that. */
async function reach(
  guard: Guard,
  host: SshHost,
  closers: (() => void)[],
  onKey?: ConnectOptions["onKey"],
): Promise<Client> {
  if (!onKey) assertHasKey(host);
  // A key is read before the connection. No login follows when only the host's key is wanted.
  const methods = onKey ? [] : await authMethods(host, closers);
  const { bastion } = host;
  const sock = bastion
    ? await forward(bastion, await reach(guard, bastion, closers), host)
    : await dial(guard, host, closers);
  return logIn(host, { sock, methods }, closers, onKey);
}

function dial(guard: Guard, host: SshHost, closers: (() => void)[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(asSshFailure(host, error));
    try {
      guard.assertHost(host.address);
    } catch (error) {
      return failed(error);
    }
    const socket = connect({ host: host.address, port: host.port, lookup: guard.lookup, noDelay: true });
    closers.push(() => socket.destroy());
    socket.once("connect", () => resolve(socket)).on("error", failed);
  });
}

function forward(bastion: SshHost, client: Client, { address, port }: SshHost): Promise<Readable> {
  return new Promise((resolve, reject) => {
    client.forwardOut("127.0.0.1", 0, address, port, (error, channel) => {
      if (error) reject(forwardFailure(bastion, `${address}:${port}`, error));
      else resolve(channel);
    });
  });
}

function logIn(
  host: SshHost,
  { sock, methods }: { sock: Readable; methods: AnyAuthMethod[] },
  closers: (() => void)[],
  onKey: (key: ShownKey) => SshFailure | undefined = (key) => refusedKey(host, key),
): Promise<Client> {
  return new Promise((resolve, reject) => {
    let refusal: SshFailure | undefined;
    const client = new ssh2.Client();
    closers.push(() => client.destroy());
    // The listener stays, because an error without a listener would end the process.
    client
      .on("error", (error) => reject(refusal ?? asSshFailure(host, error)))
      .once("ready", () => resolve(client))
      .once("close", () => reject(refusal ?? asSshFailure(host, new Error("the connection was closed"))));
    client.connect({
      ...keepAlive,
      sock,
      username: host.username,
      authHandler: methods,
      algorithms: algorithmsFor(host.hostKeyTypes ?? []),
      readyTimeout: 0,
      hostVerifier: (blob: Buffer) => {
        refusal = onKey(readHostKey(blob));
        return refusal === undefined;
      },
    });
  });
}

function expiry(host: SshHost, timeoutMs: number, signal: AbortSignal | undefined) {
  let clear = () => {};
  const passed = new Promise<never>((_, reject) => {
    const late = () =>
      reject(new SshFailure("unreachable", `${shownHost(host)} did not answer within ${timeoutMs / 1000} s.`));
    const timer = setTimeout(late, timeoutMs);
    const abort = () => reject(cancelled(host));
    signal?.addEventListener("abort", abort);
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
  });
  return { passed, clear };
}

function cancelled({ name }: SshHost): SshFailure {
  return new SshFailure("cancelled", `The command on ${name} was cancelled before it started.`);
}
