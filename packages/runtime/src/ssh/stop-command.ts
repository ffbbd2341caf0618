import { setTimeout as sleep } from "node:timers/promises";
import type { Client, ClientChannel } from "ssh2";
import type { Ending } from "./command.ts";
import type { SshHost } from "./ssh-host.ts";

type Signal = "TERM" | "KILL";

// Only a command that ignores the signal, or a host that is very busy, takes longer than the first of these.
const graceMs = { signal: 500, term: 1_500, kill: 10_000 };

/** Ends the remote process: TERM, and KILL after two seconds. True when the host confirms that it has ended. */
export async function stopCommand(
  client: Client,
  channel: ClientChannel,
  host: SshHost,
  ended: Promise<Ending>,
): Promise<boolean> {
  const confirmed = ended.then(
    (ending) => ending !== "lost",
    () => false,
  );
  const within = (ms: number) => Promise.race([confirmed, sleep(ms, undefined)]);
  sendSignal(client, channel, "TERM");
  const atOnce = await within(graceMs.signal);
  if (atOnce !== undefined) return atOnce;
  if (ignoresSignals(client, host)) killFromShell(client, "TERM");
  const soon = await within(graceMs.term);
  if (soon !== undefined) return soon;
  sendSignal(client, channel, "KILL");
  if (ignoresSignals(client, host)) killFromShell(client, "KILL");
  return (await within(graceMs.kill)) ?? false;
}

interface Internals {
  _remoteVer?: string;
  _protocol?: { signal(channel: number, name: Signal): void };
}

/** The parts of ssh2's client that its types hide. The version of ssh2 is fixed, and tests use both. */
const internalsOf = (client: Client) => client as unknown as Internals;

/** `channel.signal` does nothing once the input has ended, although the protocol allows signals then. */
function sendSignal(client: Client, channel: ClientChannel, name: Signal): void {
  // The types hide the channel's number, too.
  const { outgoing } = channel as unknown as { outgoing: { id: number; state: string } };
  if (outgoing.state === "open" || outgoing.state === "eof") internalsOf(client)._protocol?.signal(outgoing.id, name);
}

/** OpenSSH before 9.8 does not pass signals on to commands of root. */
function ignoresSignals(client: Client, { username }: SshHost): boolean {
  const [, major = "", minor = ""] = /^OpenSSH_(\d+)\.(\d+)/.exec(internalsOf(client)._remoteVer ?? "") ?? [];
  return username === "root" && major !== "" && Number(major) * 100 + Number(minor) < 908;
}

/**
 * Signals the command from a second session of the same connection. Both shells are children of one sshd process, and each leads its
 * own process group. The connection runs nothing else.
 */
function killFromShell(client: Client, name: Signal): void {
  const script = `ps -A -o pid= -o ppid= | while read -r p q; do [ "$q" = "$PPID" ] && [ "$p" != "$$" ] && kill -${name} "-$p"; done`;
  try {
    client.exec(script, (_, channel) => {
      channel?.on("error", () => undefined).resume();
      channel?.stderr.resume();
    });
  } catch {
    // The connection has ended, and `stopCommand` sees that itself.
  }
}
