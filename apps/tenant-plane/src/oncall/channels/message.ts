import { type Db, newId, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { notify } from "./jobs.ts";
import type { Content } from "./rules.ts";
import { getChannel, type StoredChannel } from "./store.ts";

/** A shared channel that can be used; otherwise the reason why it cannot. */
export async function usableChannel(db: Db, id: string): Promise<StoredChannel | string> {
  const channel = await getChannel(db, id);
  if (!channel || channel.user_id !== null) return `There is no shared channel ${id}.`;
  return channel.enabled ? channel : `The channel '${channel.name}' is disabled.`;
}

export interface ChannelMessage extends Pick<Content, "title" | "text" | "path"> {
  tenantId: string;
  incidentId: string | null;
}

/** Sends a message of another feature to a channel, once this write commits. */
export async function sendToChannel(
  core: Pick<Core, "enqueue">,
  { db }: WriteScope,
  channel: Pick<StoredChannel, "id" | "name" | "type">,
  { tenantId, incidentId, title, text, path }: ChannelMessage,
): Promise<void> {
  const id = newId();
  const content: Content = { message_id: id, title, text, facts: [], severity: null, incident: null, path };
  const to = { user_id: null, channel_id: channel.id, channel_name: channel.name, channel_type: channel.type };
  const notification = { id, kind: "message", page_id: null, incident_id: incidentId, step: 0, cycle: 0 } as const;
  await notify(core, db, tenantId, [{ ...notification, ...to, via: "", subject: title, content, delay_seconds: 0 }]);
}
