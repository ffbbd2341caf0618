import { type ChannelType, channelTypes, type NotificationChannel } from "@opsplane/contract";
import type { NewChannel } from "./queries.ts";

export interface ChannelDraft {
  name: string;
  type: ChannelType;
  email: string;
  url: string;
  topic: string;
  /** Empty: the stored one stays. */
  token: string;
  delay_seconds: number;
  enabled: boolean;
}

/** A browser subscribes itself. */
export const typesToChoose = channelTypes.filter((type) => type !== "browser");

/** The address of a chat is a secret that the server does not return. */
const hidesUrl = (type: ChannelType) => type === "slack" || type === "teams" || type === "browser";

export function draftOf(channel: NotificationChannel | undefined, email: string): ChannelDraft {
  if (!channel)
    return { name: "", type: "email", email, url: "", topic: "", token: "", delay_seconds: 0, enabled: true };
  const { name, type, config, delay_seconds, enabled } = channel;
  return {
    ...{ name, type, delay_seconds, enabled, token: "" },
    email: config.email ?? "",
    url: hidesUrl(type) ? "" : (config.url ?? ""),
    topic: config.topic ?? "",
  };
}

export type ChannelProblems = Partial<Record<"name" | "email" | "url" | "topic", string>>;

/** What is missing, by field. A chat that exists keeps its address. */
export function problemsOf(draft: ChannelDraft, isNew: boolean): ChannelProblems {
  const { type, name, email, url, topic } = draft;
  const needsUrl = type !== "email" && (isNew || !hidesUrl(type) || url.trim() !== "");
  const found = {
    name: name.trim() === "" && "Enter a name.",
    email: type === "email" && !/^\S+@\S+$/.test(email.trim()) && "Enter an email address.",
    url: needsUrl && !/^https?:\/\/./.test(url.trim()) && "Enter an address that starts with https:// or http://.",
    topic: type === "ntfy" && !/^[-_A-Za-z0-9]{1,64}$/.test(topic.trim()) && "Enter letters, digits, - and _ only.",
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== false));
}

export function fieldsOf(draft: ChannelDraft, owner: "me" | null): NewChannel {
  const { name, type, delay_seconds, enabled } = draft;
  return { name: name.trim(), type, config: configOf(draft), delay_seconds, enabled, user_id: owner };
}

function configOf({ type, email, url, topic, token }: ChannelDraft): NewChannel["config"] {
  if (type === "email") return { email: email.trim() };
  if (hidesUrl(type)) return url.trim() ? { url: url.trim() } : {};
  if (type === "webhook") return { url: url.trim() };
  return { url: url.trim(), topic: topic.trim(), ...(token ? { token } : {}) };
}
