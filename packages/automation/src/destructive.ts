import { readScript } from "./shell-reader.ts";
import { prefixOf } from "./shell-syntax.ts";
import { effectiveOf } from "./shell-wrappers.ts";

// Commands that remove data or interrupt a service. They are worth a second pair of eyes.
const commands: readonly RegExp[] = [
  /^rm (?:\S+ )*-[a-zA-Z]*[rR]/,
  /^(?:mkfs\S*|wipefs|fdisk|parted|shred|lvremove|vgremove|userdel|groupdel)\b/,
  /^dd .*\bof=/,
  /^(?:shutdown|reboot|halt|poweroff|init [06])\b/,
  /^systemctl (?:\S+ )*(?:stop|restart|kill|disable|mask|reboot|poweroff|isolate)\b/,
  /^service \S+ (?:stop|restart)\b/,
  /^(?:kill|pkill|killall)\b(?! -(?:0|l)\b)/,
  /^truncate\b/,
  /^find .*-(?:delete|exec rm)\b/,
  /^(?:kubectl|oc) (?:\S+ )*(?:delete|drain|cordon|scale|replace|undo|restart)\b/,
  /^helm (?:\S+ )*(?:uninstall|delete|rollback)\b/,
  /^(?:docker|podman) (?:\S+ )*(?:rm -f|rm --force|kill|prune|stop|restart)\b/,
  /^rabbitmqctl (?:\S+ )*(?:purge_queue|delete_\w+|stop_app|stop|reset|force_reset)\b/,
  /^redis-cli .*\bflush(?:all|db)\b/i,
  /^(?:iptables|nft) (?:\S+ )*(?:-F|flush)\b/,
  /^nginx -s (?:stop|quit)\b/,
  /^journalctl .*--vacuum/,
];
const queries =
  /\b(?:drop\s+(?:database|table|schema|index)|truncate\s+(?:table\s+)?\w|delete\s+from|pg_terminate_backend|pg_cancel_backend)\b/i;

/** The part of a script that looks destructive; undefined when none does. */
export function destructivePart(script: string): string | undefined {
  for (const command of readScript(script).commands) {
    const { name, args } = effectiveOf(command);
    const line = [name ?? "", ...args.map((word) => prefixOf(word) || "…")].join(" ");
    const found = commands.find((pattern) => pattern.test(line));
    if (found !== undefined) return line.slice(0, 60);
  }
  return queries.exec(script)?.[0];
}
