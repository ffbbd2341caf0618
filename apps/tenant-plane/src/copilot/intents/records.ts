import { conflicts, getChange, listChanges, upcomingChanges, whatChanged } from "../answers/changes.ts";
import { dependencies, findItems, getItem, impact, ownerOf, teamMembers } from "../answers/items.ts";
import { approvals, getRequest, requests } from "../answers/requests.ts";
import { asking, type Intent } from "./intent.ts";

/** Changes, requests, approvals, the CMDB and teams. */
export const recordsIntents: readonly Intent[] = [
  {
    name: "changes.what",
    must: [["change", "deploy"]],
    fits: ["change", "deploy", "service", "item", "newest", "about", "list", "why", "who", "health", "impact"],
    ...{ mayName: ["item"], uses: ["time"], answer: whatChanged },
    example: "What changed in the last 24 hours?",
  },
  {
    name: "changes.list",
    must: [["change", "deploy"]],
    fits: [
      "change",
      "deploy",
      "my",
      "assigned",
      "service",
      "item",
      "run",
      "waiting",
      "approval",
      "count",
      "list",
      "about",
    ],
    ...{
      mayName: ["item", "person"],
      uses: ["time", "state", "grade", "type"],
      isReadWhole: true,
      answer: listChanges,
    },
    example: "How many emergency changes are there?",
  },
  {
    name: "changes.upcoming",
    must: [
      ["change", "deploy", "upcoming"],
      ["upcoming", "next"],
    ],
    fits: ["change", "deploy", "next", "service", "item", "conflict", ...asking],
    ...{ mayName: ["item"], uses: ["time", "state"], answer: upcomingChanges },
    example: "Which changes are upcoming this week?",
  },
  {
    name: "changes.conflicts",
    must: [["conflict"]],
    fits: ["change", "deploy", "upcoming", "next", ...asking],
    ...{ uses: ["time", "state"], answer: conflicts },
    example: "Are there conflicts between changes?",
  },
  {
    name: "change.get",
    must: [],
    fits: ["change", "deploy", "assigned", "approval", "conflict", "owner", "upcoming", ...asking],
    ...{ reference: "change", answer: getChange },
    example: "Tell me about CHG-00000001",
  },
  {
    name: "requests.list",
    must: [["request"]],
    fits: ["my", "late", "waiting", "assigned", "service", "approval", "byStatus", "run", "team", ...asking],
    ...{ mayName: ["person"], uses: ["time", "state"], isReadWhole: true, answer: requests },
    example: "How many requests are open?",
  },
  {
    name: "request.get",
    must: [],
    fits: ["request", "assigned", "approval", "late", ...asking],
    ...{ reference: "request", answer: getRequest },
    example: "What is the status of REQ-00000001?",
  },
  {
    name: "approvals",
    must: [["approval"]],
    fits: ["waiting", "my", "change", "request", "newest", ...asking],
    ...{ uses: ["state"], answer: approvals },
    example: "Which approvals wait for me?",
  },
  {
    name: "items.find",
    must: [["item", "service", "list", "count", "owner", "host", "about"]],
    fits: ["item", "service", "team", "owner", "top", "my", "host", "run", ...asking],
    ...{
      mayName: ["class", "environment", "team"],
      takesText: true,
      uses: ["grade"],
      isReadWhole: true,
      answer: findItems,
    },
    example: "How many servers do we have?",
  },
  {
    name: "item.owner",
    must: [["owner", "team"]],
    fits: ["owner", "team", "who", "service", "item", "list", "about", "member", "assigned"],
    ...{ names: ["item"], answer: ownerOf },
    example: "Who owns checkout?",
  },
  {
    name: "item.dependencies",
    must: [["depend"]],
    fits: ["service", "item", "impact", "rate", ...asking],
    ...{ names: ["item"], answer: dependencies },
    example: "What does checkout depend on?",
  },
  {
    name: "item.impact",
    must: [["impact"]],
    fits: ["service", "item", "depend", "error", "health", ...asking],
    ...{ names: ["item"], answer: impact },
    example: "What is the impact of orders-db?",
  },
  {
    name: "item.get",
    must: [["about", "item", "list"]],
    fits: ["about", "item", "service", ...asking],
    ...{ names: ["item"], answer: getItem },
    example: "Tell me about checkout",
  },
  {
    name: "team.members",
    must: [["member", "who", "team"]],
    fits: ["member", "who", "team", ...asking],
    ...{ names: ["team"], answer: teamMembers },
    example: "Who is in the Web team?",
  },
];
