import type { ChannelDelivery, ChannelType, Severity } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";
import type { Subscription } from "./push/encryption.ts";
import { fingerprintOf, subscriptionFrom } from "./push/subscription.ts";

/** What a message says, independent of the channel. */
export interface Content {
  /** Equal for a message and its redeliveries. */
  message_id: string;
  title: string;
  text: string;
  facts: [label: string, value: string][];
  severity: Severity | null;
  incident: { id: string; reference: string; title: string } | null;
  /** A page of the console. */
  path: string;
}

const second = 1_000;
const minute = 60 * second;

/** The waits before each further attempt: about an hour in all, because a page is soon of no use. */
const retryWaits = [5 * second, 15 * second, minute, 5 * minute, 15 * minute, 40 * minute];
const jitter = 0.1;

/** When to try again; undefined when the message has failed for good. A person sees the result of a test and sends it again. */
export function nextWait(kind: ChannelDelivery["kind"], attempts: number, random: number): number | undefined {
  const wait = kind === "page" || kind === "message" ? retryWaits[attempts - 1] : undefined;
  return wait === undefined ? undefined : Math.round(wait * (1 - jitter + 2 * jitter * random));
}

/** How an attempt ended. `busy` sent nothing, because the tenant has too many requests open. */
export type Attempt = { result: "busy" | "stopped" } | FinishedAttempt;

export interface FinishedAttempt {
  result: "delivered" | "failed";
  status: number | null;
  error: string | null;
  /** A retry is useless. */
  final?: boolean;
  /** The fingerprint of a subscription that has ended. */
  gone?: string;
}

export interface ConfigInput extends Partial<Subscription> {
  email?: string;
  url?: string;
  topic?: string;
  token?: string;
}

/** The stored parts of a channel's configuration. `secret` is undefined when the stored one stays. */
export interface Config {
  email: string | null;
  url: string | null;
  topic: string | null;
  /** Of a browser's subscription. */
  fingerprint: string | null;
  secret: string | null | undefined;
}

const empty: Config = { email: null, url: null, topic: null, fingerprint: null, secret: null };

type Stored = Omit<Config, "secret">;

/** The configuration of a new channel (`before` is undefined) or a changed one. Refuses what its type needs and lacks. */
export function configFrom(
  type: ChannelType,
  given: ConfigInput,
  before: Stored | undefined,
  problemOf: (url: string) => string | undefined,
): Config {
  const needed = (name: "email" | "url" | "topic", known: string | null | undefined) => {
    const value = given[name] ?? known;
    return value ? value : invalid(`config.${name}`, `is required for a channel of type ${type}`);
  };
  const address = (known: string | null | undefined) => {
    const url = needed("url", known);
    const problem = given.url === undefined ? undefined : problemOf(url);
    return problem === undefined ? url : invalid("config.url", problem);
  };
  switch (type) {
    case "email":
      return { ...empty, email: needed("email", before?.email) };
    case "webhook":
      // Its secret is made by the server.
      return { ...empty, url: address(before?.url), secret: undefined };
    case "slack":
    case "teams": {
      const url = address(before?.url);
      return given.url === undefined
        ? { ...empty, url, secret: undefined }
        : { ...empty, url: hostOf(url), secret: url };
    }
    case "ntfy": {
      const url = address(before?.url);
      return { ...empty, url, topic: needed("topic", before?.topic), secret: tokenFrom(given, url, before) };
    }
    case "browser": {
      if (before && given.endpoint === undefined) return { ...empty, ...before, secret: undefined };
      const subscription = subscriptionFrom(given, problemOf);
      const { endpoint } = subscription;
      const fingerprint = fingerprintOf(subscription);
      return { ...empty, url: hostOf(endpoint), fingerprint, secret: JSON.stringify(subscription) };
    }
  }
}

/** A stored token is never sent to a server that was chosen later. */
function tokenFrom({ token }: ConfigInput, url: string, before: Stored | undefined): Config["secret"] {
  if (token === undefined) return before?.url === url ? undefined : null;
  if (token === "") return null;
  return /^[\x21-\x7e]+$/.test(token) ? token : invalid("config.token", "must have visible ASCII characters only");
}

function hostOf(url: string): string {
  return new URL(url).host;
}
