import type { Host } from "@opsplane/contract";
import type { HostFields } from "./queries.ts";

export type HostDraft = Required<HostFields>;

export function draftOf(host: Host | undefined): HostDraft {
  return {
    name: host?.name ?? "",
    description: host?.description ?? "",
    connection: host?.connection ?? "ssh",
    address: host?.address ?? "",
    port: host?.port ?? 22,
    username: host?.username ?? "",
    authentication: host?.authentication ?? "key",
    secret_id: host?.secret_id ?? null,
    passphrase_secret_id: host?.passphrase_secret_id ?? null,
    bastion_id: host?.bastion_id ?? null,
    agent: host?.agent ?? "",
    ci_id: host?.ci_id ?? null,
    enabled: host?.enabled ?? true,
  };
}

export type HostProblems = Partial<Record<"name" | "address" | "port" | "username" | "secret_id" | "agent", string>>;

/** What is missing, by field. */
export function problemsOf(draft: HostDraft): HostProblems {
  const needed = {
    name: draft.name.trim() === "" && "Enter a name.",
    ...(draft.connection === "ssh"
      ? {
          address: draft.address.trim() === "" && "Enter a name or an IP address.",
          port: !(draft.port >= 1 && draft.port <= 65_535) && "Enter a port from 1 to 65535.",
          username: draft.username.trim() === "" && "Enter the user to log in as.",
          secret_id: draft.secret_id === null && "Choose a secret.",
        }
      : { agent: draft.agent.trim() === "" && "Enter the agent's name." }),
  };
  return Object.fromEntries(Object.entries(needed).filter(([, problem]) => problem !== false));
}

/** The fields to save: trimmed, and without those that the chosen connection does not use. */
export function fieldsOf(draft: HostDraft): HostFields {
  const trimmed = {
    ...draft,
    name: draft.name.trim(),
    address: draft.address.trim(),
    username: draft.username.trim(),
    agent: draft.agent.trim(),
  };
  if (draft.connection === "agent")
    return { ...trimmed, secret_id: null, passphrase_secret_id: null, bastion_id: null };
  return draft.authentication === "key" ? trimmed : { ...trimmed, passphrase_secret_id: null };
}
