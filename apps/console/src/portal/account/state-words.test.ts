import { expect, test } from "vitest";
import { noticeOf } from "./state-words.ts";

const active = {
  status: "active",
  suspends_at: null,
  suspended_by: null,
  cancel_at: null,
  canceled_at: null,
  payment_provider: "manual",
} as const;
const at = "2026-12-01T00:00:00.000Z";

test("an active subscription needs no notice", () => {
  expect(noticeOf(active)).toBeUndefined();
});

test("a past due subscription names the time of the suspension and the open invoice", () => {
  expect(noticeOf({ ...active, status: "past_due", suspends_at: at })).toMatchObject({ when: { at }, to: "/invoices" });
});

test("with a card, the payment method is what helps", () => {
  const notice = noticeOf({ ...active, status: "suspended", suspended_by: "payment", payment_provider: "stripe" });
  expect(notice).toMatchObject({ tone: "red", to: "/payment" });
});

test("a payment does not lift what the staff suspended, so no page is offered", () => {
  const notice = noticeOf({ ...active, status: "suspended", suspended_by: "staff" });
  expect(notice).toMatchObject({ tone: "red", to: undefined });
});

test("a cancellation that is due later says when", () => {
  expect(noticeOf({ ...active, cancel_at: at })).toMatchObject({ tone: "yellow", when: { at }, to: "/plan" });
});
