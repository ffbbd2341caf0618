import { newId } from "@opsplane/runtime";
import type { NewNotification } from "../channels/deliveries.ts";
import type { Content } from "../channels/rules.ts";
import { grouped } from "../grouped.ts";
import type { PagedSummary } from "./rules.ts";
import type * as store from "./store.ts";
import type { PagedTarget } from "./targets.ts";

type UsedPage = Pick<store.ActivePage, "id" | "name" | "message" | "step" | "cycle">;

/** The message to one person or channel in a step; step 0 are the admins. */
export function notificationOf(page: UsedPage, incident: store.PagedIncident, recipient: PagedTarget): NewNotification {
  const id = newId();
  const { reference, title, severity, status } = incident;
  const content: Content = {
    message_id: id,
    title: `[${severity}] ${reference}: ${title}`,
    text: [page.message, incident.description].filter((text) => text.trim() !== "").join("\n\n"),
    facts: [
      ["Severity", severity],
      ["Status", status],
      ["Escalation", page.step === 0 ? page.name : `${page.name}, step ${page.step}`],
      ...(recipient.via === "" ? [] : [["Why you", recipient.via] as [string, string]]),
    ],
    severity,
    incident: { id: incident.id, reference, title },
    path: `/incidents/${reference}`,
  };
  const { user_name: _, via, ...to } = recipient;
  return {
    ...{ id, kind: "page", page_id: page.id, incident_id: incident.id, step: page.step, cycle: page.cycle },
    ...{ ...to, via: via === "" ? `policy ${page.name}` : via, subject: content.title, content },
  };
}

/** One line a person or shared channel, with the names of the channels. */
export function summaryOf(recipients: readonly PagedTarget[]): PagedSummary[] {
  const groups = grouped(recipients, ({ user_id, channel_id }) => user_id ?? channel_id);
  return [...groups.values()].map((same) => ({
    whom: same[0]?.user_name ?? same[0]?.channel_name ?? "",
    via: same[0]?.via ?? "",
    by: same.map(({ channel_name, channel_type }) => (same[0]?.user_id ? channel_name : channel_type)),
  }));
}
