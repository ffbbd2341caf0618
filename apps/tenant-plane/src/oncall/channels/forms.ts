import type { DirectoryUser, Severity } from "@opsplane/contract";
import type { Content } from "./rules.ts";

// The bodies that each type of channel takes.

/** A message on its way, with the address of its page in the console. */
export interface Message {
  id: string;
  kind: string;
  tenantId: string;
  createdAt: string;
  content: Content;
  page: { id: string; step: number; cycle: number } | null;
  user: DirectoryUser | null;
  via: string;
  url: string;
}

export function webhookBody({ kind, tenantId, createdAt, content, page, user, via, url }: Message): string {
  const { message_id, title, text, severity, incident } = content;
  return JSON.stringify({
    id: message_id,
    type: kind === "test" ? "oncall.test" : page ? "oncall.page" : "oncall.message",
    tenant_id: tenantId,
    occurred_at: createdAt,
    data: { title, text, severity, incident, page, user, via, url },
  });
}

/** Slack's limits: 150 characters of a header, 3,000 of a section, 2,000 of a field. */
const slackMax = { header: 150, section: 3000, field: 2000 };

export function slackBody({ content, url }: Message): string {
  const { title, text, facts } = content;
  const fields = facts
    .slice(0, 10)
    .map(([label, value]) => mrkdwn(`*${slackText(label)}*\n${slackText(value)}`, "field"));
  return JSON.stringify({
    text: slackText(text === "" ? title : `${title}\n${text}`),
    blocks: [
      { type: "header", text: { type: "plain_text", text: cut(title, slackMax.header) } },
      ...(text === "" ? [] : [{ type: "section", text: mrkdwn(slackText(text), "section") }]),
      ...(fields.length === 0 ? [] : [{ type: "section", fields }]),
      { type: "actions", elements: [{ type: "button", text: { type: "plain_text", text: "Open" }, url }] },
    ],
  });
}

function mrkdwn(text: string, place: keyof typeof slackMax) {
  return { type: "mrkdwn", text: cut(text, slackMax[place]) };
}

/** Slack reads links and mentions between < and >. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const colors: Record<Severity, string> = {
  P1: "attention",
  P2: "attention",
  P3: "warning",
  P4: "accent",
  P5: "default",
};

export function teamsBody({ content, url }: Message): string {
  const { title, text, facts, severity } = content;
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      {
        type: "TextBlock",
        size: "medium",
        weight: "bolder",
        wrap: true,
        text: plain(title),
        color: severity ? colors[severity] : "default",
      },
      ...(text === "" ? [] : [{ type: "TextBlock", wrap: true, text: plain(text) }]),
      ...(facts.length === 0
        ? []
        : [{ type: "FactSet", facts: facts.map(([label, value]) => ({ title: plain(label), value: plain(value) })) }]),
    ],
    actions: [{ type: "Action.OpenUrl", title: "Open", url }],
  };
  return JSON.stringify({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card }],
  });
}

/** Teams reads Markdown: a title such as `[Log in](https://…)` would be a link. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]()#~<>|!]/g, "\\$&");
}

/** 5 is the highest. */
const priorities: Record<Severity, number> = { P1: 5, P2: 4, P3: 3, P4: 2, P5: 1 };
const tags: Record<Severity, string> = {
  P1: "rotating_light",
  P2: "rotating_light",
  P3: "warning",
  P4: "information_source",
  P5: "information_source",
};

const maxNtfyBytes = 4000;

/** ntfy takes the text as the body, and the rest as headers. */
export function ntfyRequest({ content, url }: Message): { headers: Record<string, string>; body: string } {
  const { title, text, facts, severity } = content;
  const body = [text, facts.map(([label, value]) => `${label}: ${value}`).join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");
  return {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      title: headerText(title),
      priority: String(severity ? priorities[severity] : 3),
      tags: severity ? `${tags[severity]},${severity}` : "information_source",
      click: url,
    },
    body: cutBytes(body === "" ? title : body, maxNtfyBytes),
  };
}

/** A header is ASCII; ntfy decodes the form of RFC 2047. */
function headerText(text: string): string {
  const line = cut(text.replaceAll(/\s+/g, " ").trim(), 250);
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?UTF-8?B?${Buffer.from(line).toString("base64")}?=`;
}

export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  // A character that is cut in two becomes one replacement character.
  return bytes.length <= max
    ? text
    : `${bytes
        .subarray(0, max - 3)
        .toString("utf8")
        .replace(/\ufffd$/, "")}…`;
}
