import type { TenantSubscription } from "@opsplane/contract/control-plane";

type Subscription = Pick<
  TenantSubscription,
  "status" | "suspends_at" | "suspended_by" | "cancel_at" | "canceled_at" | "payment_provider"
>;

interface StateNotice {
  tone: "yellow" | "red";
  title: string;
  /** What it means and what to do. */
  text: string;
  when: { word: string; at: string } | undefined;
  /** The page that helps. */
  to: "/invoices" | "/payment" | "/plan" | undefined;
}

/** What a customer must know about the subscription; undefined while all is well. */
export function noticeOf(subscription: Subscription): StateNotice | undefined {
  const { status, suspends_at, suspended_by, cancel_at, canceled_at } = subscription;
  const pays = subscription.payment_provider === "stripe" ? "/payment" : "/invoices";
  const how = pays === "/payment" ? "Update your payment method." : "Pay the open invoice.";
  if (status === "past_due")
    return {
      tone: "yellow",
      title: "A payment is overdue",
      text: `${how} Changes are blocked in your tenant. Without a payment, the service is suspended.`,
      when: at("Suspension", suspends_at),
      to: pays,
    };
  if (status === "suspended" && suspended_by === "staff")
    return {
      tone: "red",
      title: "Your subscription is suspended",
      text: "Your data is kept. Contact us to continue.",
      when: undefined,
      to: undefined,
    };
  if (status === "suspended")
    return {
      tone: "red",
      title: "Your subscription is suspended because a payment is overdue",
      text: `${how} The service continues at once, and your data is kept.`,
      when: undefined,
      to: pays,
    };
  if (status === "canceled")
    return {
      tone: "red",
      title: "Your subscription has ended",
      text: "Contact us to start it again.",
      when: at("End", canceled_at),
      to: undefined,
    };
  if (cancel_at)
    return {
      tone: "yellow",
      title: "Your subscription is canceled",
      text: "It ends with the paid period.",
      when: at("End", cancel_at),
      to: "/plan",
    };
  return undefined;
}

function at(word: string, time: string | null): StateNotice["when"] {
  return time === null ? undefined : { word, at: time };
}
