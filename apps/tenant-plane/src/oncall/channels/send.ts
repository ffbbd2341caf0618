import { type Db, Failure, OutboundFailure, signedHeaders } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { verdictOn } from "../../webhooks/index.ts";
import { linkTo } from "../pages/links.ts";
import { type Dispatch, type Outgoing, readOutgoing } from "./deliveries.ts";
import { type Message, ntfyRequest, slackBody, teamsBody, webhookBody } from "./forms.ts";
import { messageLetter } from "./letters.ts";
import type { Attempt, FinishedAttempt } from "./rules.ts";

const timeoutMs = 15_000;
const keptAnswerBytes = 1024;

type Sender = Pick<Core, "http" | "secrets" | "clock" | "mailer" | "publicUrl" | "database">;

/** One attempt. */
export async function send(core: Sender, db: Db, dispatch: Dispatch): Promise<Attempt> {
  const outgoing = await readOutgoing(db, dispatch);
  if (!outgoing || !isWanted(outgoing)) return { result: "stopped" };
  const message = messageOf(core, dispatch.tenantId, outgoing);
  if (outgoing.channel_type === "email") return sendMail(core, dispatch.tenantId, outgoing, message);
  try {
    const request = { method: "POST", timeoutMs, keepBytes: keptAnswerBytes, maxRedirects: 0 } as const;
    const answer = await core.http.request(dispatch.tenantId, { ...request, ...requestOf(core, outgoing, message) });
    return { ...verdictOn(answer.status), status: answer.status };
  } catch (error) {
    // Too many requests of the tenant are open, or the database is busy.
    if (error instanceof Failure) return { result: "busy" };
    if (!(error instanceof OutboundFailure)) throw error;
    return { result: "failed", status: null, error: error.message };
  }
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

function requestOf({ secrets, clock }: Sender, { channel_type, channel, secret }: Outgoing, message: Message) {
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
    default: {
      const body = webhookBody(message);
      const signed = signedHeaders([opened], { id: message.content.message_id, body, now: clock.now() });
      return { url: channel?.url ?? "", headers: { ...json, ...signed }, body };
    }
  }
}

const noMailer: FinishedAttempt = {
  result: "failed",
  status: null,
  error: "No mail server is configured (SMTP_URL), so no email can be sent.",
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
