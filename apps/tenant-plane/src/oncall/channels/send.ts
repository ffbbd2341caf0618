import { type Db, Failure, OutboundFailure, signedHeaders } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { verdictOn } from "../../webhooks/index.ts";
import { linkTo } from "../pages/links.ts";
import { type Dispatch, type Outgoing, readOutgoing } from "./deliveries.ts";
import { type Message, ntfyRequest, slackBody, teamsBody, webhookBody } from "./forms.ts";
import { messageLetter } from "./letters.ts";
import { noMailServer, subscriptionEnded } from "./problems.ts";
import type { Subscription } from "./push/encryption.ts";
import { pushRequest, pushVerdict } from "./push/request.ts";
import type { VapidKeys } from "./push/vapid.ts";
import type { Attempt, FinishedAttempt } from "./rules.ts";

const timeoutMs = 15_000;
const keptAnswerBytes = 1024;
const sendingOnce = { method: "POST", timeoutMs, keepBytes: keptAnswerBytes, maxRedirects: 0 } as const;

interface Sender extends Pick<Core, "http" | "secrets" | "clock" | "mailer" | "publicUrl" | "database"> {
  vapid: VapidKeys;
}

/** One attempt. */
export async function send(core: Sender, db: Db, dispatch: Dispatch): Promise<Attempt> {
  const outgoing = await readOutgoing(db, dispatch);
  if (!outgoing || !isWanted(outgoing)) return { result: "stopped" };
  const message = messageOf(core, dispatch.tenantId, outgoing);
  if (outgoing.channel_type === "email") return sendMail(core, dispatch.tenantId, outgoing, message);
  if (outgoing.channel?.is_gone) return ended;
  try {
    const { judged = channelVerdict, ...request } = requestOf(core, outgoing, message);
    const answer = await core.http.request(dispatch.tenantId, { ...sendingOnce, ...request });
    return { ...judged(answer.status), status: answer.status };
  } catch (error) {
    // Too many requests of the tenant are open, or the database is busy.
    if (error instanceof Failure) return { result: "busy" };
    if (!(error instanceof OutboundFailure)) throw error;
    return { result: "failed", status: null, error: error.message };
  }
}

/** An address that is gone does not come back, so that other ways of the person follow at once. */
function channelVerdict(status: number): Omit<FinishedAttempt, "status"> {
  return { ...verdictOn(status), final: status === 404 || status === 410 };
}

/** A person can test a channel that is disabled. */
function isWanted({ kind, channel, channel_id, user }: Outgoing): boolean {
  if (user?.disabled) return false;
  if (channel_id !== null && !channel) return false;
  return kind === "test" || kind === "redelivery" || (channel?.enabled ?? true);
}

function messageOf({ publicUrl }: Sender, tenantId: string, outgoing: Outgoing): Message {
  const { id, kind, created_at, content, page_id, step, cycle, user, via } = outgoing;
  return {
    ...{ id, kind, tenantId, content, via },
    createdAt: created_at,
    page: page_id === null ? null : { id: page_id, step, cycle },
    user: user && { id: user.id, name: user.name, email: user.email },
    url: `${publicUrl()}${content.path}`,
  };
}

interface ChannelRequest {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  /** What an answer means, where other rules than those of webhooks apply. */
  judged?: (status: number) => Omit<FinishedAttempt, "status">;
}

function requestOf(
  { secrets, clock, vapid, publicUrl }: Sender,
  { channel_type, channel, secret }: Outgoing,
  message: Message,
): ChannelRequest {
  const opened = secret === null ? "" : secrets.open(secret);
  const json = { "content-type": "application/json", "user-agent": "Opsplane" };
  switch (channel_type) {
    case "slack":
      return { url: opened, headers: json, body: slackBody(message) };
    case "teams":
      return { url: opened, headers: json, body: teamsBody(message) };
    case "ntfy": {
      const { headers, body } = ntfyRequest(message);
      const url = `${(channel?.url ?? "").replace(/\/+$/, "")}/${channel?.topic}`;
      return { url, headers: { ...headers, ...(opened === "" ? {} : { authorization: `Bearer ${opened}` }) }, body };
    }
    case "browser": {
      const subscription: Subscription = JSON.parse(opened);
      const request = pushRequest(message, subscription, { keys: vapid, publicUrl: publicUrl(), now: clock.now() });
      return { ...request, judged: (status) => pushVerdict(status, subscription) };
    }
    default: {
      const body = webhookBody(message);
      const signed = signedHeaders([opened], { id: message.content.message_id, body, now: clock.now() });
      return { url: channel?.url ?? "", headers: { ...json, ...signed }, body };
    }
  }
}

const ended: FinishedAttempt = { result: "failed", status: null, error: subscriptionEnded, final: true };

const noMailer: FinishedAttempt = {
  result: "failed",
  status: null,
  error: noMailServer,
  final: true,
};

async function sendMail(core: Sender, tenantId: string, outgoing: Outgoing, message: Message): Promise<Attempt> {
  const { mailer, publicUrl } = core;
  if (!mailer) return noMailer;
  const { user, channel, channel_name, incident_id } = outgoing;
  const address = channel?.email ?? user?.email;
  if (address === undefined) return { result: "stopped" };
  const link =
    user && incident_id ? await linkTo(core, { tenantId, incidentId: incident_id, userId: user.id }) : undefined;
  const letter = messageLetter(
    message,
    { name: user?.name ?? channel_name, address },
    link && `${publicUrl()}/page#${link}`,
  );
  const delivery = await mailer.send(letter);
  if (delivery === "accepted") return { result: "delivered", status: null, error: null };
  return delivery === "refused"
    ? { result: "failed", status: null, error: "The mail server refused the address.", final: true }
    : { result: "failed", status: null, error: "The mail server could not be reached." };
}
