import type { Host } from "@opsplane/contract";

/** How a host is reached: `ops@10.0.0.7:22`, or the agent's name. */
export function addressOf({ connection, username, address, port, agent }: Host): string {
  if (connection === "agent") return agent;
  return `${username}@${address.includes(":") ? `[${address}]` : address}:${port}`;
}
