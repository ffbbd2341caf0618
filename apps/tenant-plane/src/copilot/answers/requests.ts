import { own, type RequestStatus } from "@opsplane/contract";
import { requestTools } from "../../tools/index.ts";
import { counted, joined, md, timeText } from "../markdown.ts";
import { isMine } from "./incidents.ts";
import { type Answerer, named, rangeOf, rangeWords, referenceOf, type Turn } from "./turn.ts";

const statuses: Readonly<Record<string, RequestStatus>> = {
  ...{
    submitted: "submitted",
    approved: "approved",
    fulfilled: "fulfilled",
    completed: "fulfilled",
    rejected: "rejected",
  },
  ...{ cancelled: "cancelled", failed: "failed", pending: "pending_approval" },
};

function statusesOf({ q }: Turn): RequestStatus[] {
  const text = q.words.join(" ");
  const named = [...q.slots.states].flatMap((state) => own(statuses, state) ?? []);
  if (/in fulfill?ment|being fulfilled|in progress/.test(text)) named.push("in_fulfillment");
  if (/(?:waiting|awaiting|pending) (?:for )?approval/.test(text)) named.push("pending_approval");
  return [...new Set(named)];
}

/** Whose requests: those that someone made, or those that someone fulfills. */
function whose(turn: Turn): { input: { mine?: true; assignee?: string }; words: string } {
  const [person] = named(turn, "person");
  if (person) return { input: { assignee: person.id }, words: `assigned to ${person.name}` };
  if (!isMine(turn)) return { input: {}, words: "" };
  return turn.q.concepts.has("assigned")
    ? { input: { assignee: "me" }, words: "assigned to you" }
    : { input: { mine: true }, words: "that you made" };
}

export const requests: Answerer = async (turn) => {
  const { q } = turn;
  const status = statusesOf(turn);
  const open = q.slots.states.has("open") || (q.concepts.has("waiting") && status.length === 0);
  const late = q.concepts.has("late");
  const range = rangeOf(turn);
  const of = whose(turn);
  const found = await turn.ask(requestTools.listRequests, {
    ...{ ...range, ...of.input },
    ...(status.length > 0 ? { status } : {}),
    ...(open ? { open: true } : {}),
    ...(late ? { late: true } : {}),
  });
  const words = [
    ...[late ? "overdue" : "", open ? "open" : "", "requests", of.words],
    status.length > 0 ? `with status ${status.join(" or ")}` : "",
    q.time ? `made ${rangeWords(range, turn)}` : "",
  ].filter((each) => each !== "");
  return {
    headline: md`${counted(found.count, "request")}.`,
    basis: md`Counted: ${words.join(" ")}.`,
    facts:
      found.by_status.length > 0
        ? [md`By status: ${joined(found.by_status.map(({ key, count }) => md`${key} ${count}`))}.`]
        : [],
    rows: found.requests.map(
      ({ reference, title, status: state, requested_by, citation }) =>
        md`${turn.cited(citation, reference)} ${state}: ${title} (${requested_by})`,
    ),
    suggestions: ["Which approvals wait for me?", "How many requests are overdue?"],
  };
};

export const getRequest: Answerer = async (turn) => {
  const found = await turn.ask(requestTools.getRequest, { reference: referenceOf(turn, "request") });
  return {
    headline: md`${turn.cited(found.citation, found.reference)} is ${found.status}: ${found.title}.`,
    facts: [
      md`Requested by ${found.requested_by} on ${timeText(found.created_at, turn.timezone)}; ${found.assignee === null ? "unassigned" : `assigned to ${found.assignee}`}.`,
      md`Approval: ${found.approval ?? "none"}. Target: ${found.target_at === null ? "none" : timeText(found.target_at, turn.timezone)}${found.breached ? ", overdue" : ""}.`,
    ],
    suggestions: ["Which requests are open?"],
  };
};

export const approvals: Answerer = async (turn) => {
  const mine = isMine(turn);
  const found = await turn.ask(requestTools.listApprovals, { mine });
  return {
    headline: md`${counted(found.count, "approval waits", "approvals wait")}${mine ? " for you" : ""}.`,
    basis: md`Counted: pending approvals${mine ? " that you can decide" : " of everyone"}.`,
    rows: found.approvals.map(
      ({ reference, title, requested_by, approvers, citation }) =>
        md`${turn.cited(citation, reference)} ${title}, requested by ${requested_by}; can decide: ${approvers.join(", ") || "nobody"}`,
    ),
    next: md`Next: open Approvals to decide.`,
    suggestions: mine ? ["Which approvals wait in total?"] : ["Which approvals wait for me?"],
  };
};
