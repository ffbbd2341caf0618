import { StringDecoder } from "node:string_decoder";
import type { Client, ClientChannel } from "ssh2";
import { type SshCommand, SshFailure, type SshHost, type SshResult } from "./ssh-host.ts";
import { stopCommand } from "./stop-command.ts";

/** How a command ended, as far as the host reported it. "lost" when the connection broke first. */
export type Ending = Omit<SshResult, "durationMs"> | "lost";

/** A background process can hold the output open after the command has ended. It is not waited for longer than this. */
const lingerMs = 5_000;

/** Runs a command without a terminal until it has ended and its output is complete. */
export async function runCommand(client: Client, host: SshHost, command: SshCommand): Promise<SshResult> {
  const began = performance.now();
  const stop = stopOf(command);
  try {
    const started = await Promise.race([startCommand(client, host, command), stop.wanted]);
    if (typeof started === "string") throw stopFailure(host, command, started, false);
    const { channel, ended } = started;
    const ending = await Promise.race([ended, stop.wanted]);
    if (ending === "timeout" || ending === "cancelled")
      throw stopFailure(host, command, ending, await stopCommand(client, channel, host, ended));
    if (ending === "lost") throw lost(host);
    return { ...ending, durationMs: Math.round(performance.now() - began) };
  } finally {
    stop.clear();
  }
}

/** Resolves when the command should be stopped. */
function stopOf({ timeoutMs, signal }: SshCommand) {
  let clear = () => {};
  const wanted = new Promise<"timeout" | "cancelled">((resolve) => {
    const timer = setTimeout(() => resolve("timeout"), timeoutMs);
    const cancel = () => resolve("cancelled");
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    };
  });
  return { wanted, clear };
}

interface Started {
  channel: ClientChannel;
  ended: Promise<Ending>;
}

function startCommand(client: Client, host: SshHost, { command, stdin, onOutput }: SshCommand): Promise<Started> {
  return new Promise((resolve, reject) => {
    const isLost = () => reject(lost(host));
    client.once("close", isLost);
    try {
      client.exec(command, (error, channel) => {
        if (error) return reject(new SshFailure("refused", `${host.name} refused to start the command.`));
        // At once, because the packet that follows may already be its end.
        const ended = watch(client, channel, onOutput);
        ended.catch(() => undefined);
        channel.end(stdin ?? "");
        resolve({ channel, ended });
      });
    } catch {
      // ssh2 throws when the connection has ended.
      isLost();
    }
  });
}

function watch(client: Client, channel: ClientChannel, onOutput: SshCommand["onOutput"]): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let exit: Ending | undefined;
    let isLost = false;
    channel.once("exit", (exitCode: number | null, signal?: string) => {
      const known = { exitCode, signal: signal ?? null };
      exit = known;
      setTimeout(() => resolve(known), lingerMs).unref();
    });
    client.once("close", () => {
      isLost = true;
      setImmediate(() => resolve(exit ?? "lost"));
    });
    // Some hosts do not report how a command ended.
    const unknown = () => (isLost ? "lost" : { exitCode: null, signal: null });
    passOutput(channel, onOutput).then(() => resolve(exit ?? unknown()), reject);
  });
}

/** Passes the output on as it arrives, until both streams have ended. Nothing is kept but a part of a character. */
async function passOutput(channel: ClientChannel, onOutput: SshCommand["onOutput"]): Promise<void> {
  const pass = (name: "stdout" | "stderr", stream: NodeJS.ReadableStream) =>
    new Promise<void>((resolve, reject) => {
      const decoder = new StringDecoder("utf8");
      const take = (text: string) => {
        try {
          if (text !== "") onOutput(name, text);
        } catch (error) {
          reject(error);
        }
      };
      stream.on("data", (chunk: Buffer) => take(decoder.write(chunk)));
      stream.on("error", () => resolve());
      stream.once("close", () => {
        take(decoder.end());
        resolve();
      });
    });
  await Promise.all([pass("stdout", channel), pass("stderr", channel.stderr)]);
}

function stopFailure(
  { name }: SshHost,
  { timeoutMs }: SshCommand,
  why: "timeout" | "cancelled",
  hasEnded: boolean,
): SshFailure {
  const reason = why === "timeout" ? `did not end within ${timeoutMs / 1000} s` : "was cancelled";
  const state = hasEnded
    ? "It was stopped."
    : `${name} did not confirm that it has stopped, so it may still run there.`;
  return new SshFailure(why, `The command on ${name} ${reason}. ${state}`);
}

function lost({ name }: SshHost): SshFailure {
  return new SshFailure(
    "lost",
    `The connection to ${name} was lost while the command ran. Its outcome is unknown. Check the host before you run it again.`,
  );
}
