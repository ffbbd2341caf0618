import type { NoticeKind, TenantSubscription } from "@opsplane/contract/control-plane";
import type { Letter } from "@opsplane/runtime";
import type { Recipient } from "./store.ts";

interface Notice {
  id: string;
  kind: NoticeKind;
}

interface Wording {
  subject: string;
  lines: readonly string[];
}

type Written = Pick<TenantSubscription, "tenant_name" | "plan_name" | "suspends_at" | "suspended_by">;

const wordings: Readonly<Record<NoticeKind, (subscription: Written) => Wording>> = {
  payment_failed: ({ tenant_name, suspends_at }) => ({
    subject: `Payment failed for ${tenant_name}`,
    lines: [
      `The payment for the subscription of ${tenant_name} failed.`,
      `Records can be read, but not changed. Update the payment method before ${shown(suspends_at)}; access is suspended then.`,
    ],
  }),
  reminder: ({ tenant_name, suspends_at }) => ({
    subject: `Reminder: the payment for ${tenant_name} is overdue`,
    lines: [
      `The payment for the subscription of ${tenant_name} is still overdue.`,
      `Update the payment method before ${shown(suspends_at)}; access is suspended then.`,
    ],
  }),
  last_day: ({ tenant_name, suspends_at }) => ({
    subject: `${tenant_name} will be suspended tomorrow`,
    lines: [
      `The payment for the subscription of ${tenant_name} is still overdue.`,
      `Access is suspended at ${shown(suspends_at)} unless the payment method is updated before.`,
    ],
  }),
  suspended: ({ tenant_name, suspended_by }) => ({
    subject: `${tenant_name} is suspended`,
    lines: [
      `The subscription of ${tenant_name} is suspended. No data was deleted.`,
      suspended_by === "staff"
        ? "Reply to this email to find out what to do."
        : "Access is back as soon as the payment method is updated.",
    ],
  }),
  reactivated: ({ tenant_name }) => ({
    subject: `${tenant_name} is active again`,
    lines: [`The subscription of ${tenant_name} is active again. Thank you.`],
  }),
};

export function noticeLetter(
  { id, kind }: Notice,
  subscription: Written,
  { id: address, name }: Recipient,
  portalUrl: string,
): Letter {
  return {
    to: { name, address },
    messageId: `<notice-${id}-${address.replace(/[^a-z0-9]/g, "-")}@opsplane>`,
    ...wordings[kind](subscription),
    facts: [
      ["Organization", subscription.tenant_name],
      ["Plan", subscription.plan_name],
    ],
    action: { label: "Open the customer portal", url: portalUrl },
  };
}

function shown(time: string | null): string {
  return time === null ? "the end of the grace period" : `${time.slice(0, 16).replace("T", " ")} UTC`;
}
