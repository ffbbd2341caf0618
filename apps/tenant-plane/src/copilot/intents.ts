import { alerts, policies, silences } from "./answers/alerts.ts";
import { executions, findRunbooks, suggestRunbooks, workflowRuns, workflows } from "./answers/automation.ts";
import { conflicts, getChange, listChanges, upcomingChanges, whatChanged } from "./answers/changes.ts";
import * as incidents from "./answers/incidents.ts";
import { dependencies, findItems, getItem, impact, ownerOf, teamMembers } from "./answers/items.ts";
import { myOnCall, nextOnCall, onCall, openPages } from "./answers/oncall.ts";
import * as platform from "./answers/platform.ts";
import { approvals, getRequest, requests } from "./answers/requests.ts";
import * as telemetry from "./answers/telemetry.ts";
import type { Answerer } from "./answers/turn.ts";
import { whySlow } from "./answers/why-slow.ts";
import type { NameKind } from "./understand/names.ts";
import type { Reference } from "./understand/understand.ts";
import type { Concept } from "./understand/vocabulary.ts";

/** Something that can be asked, with the concepts that a question about it has. */
export interface Intent {
  readonly name: string;
  /** Each list must have a concept in the question. */
  readonly must: readonly (readonly Concept[])[];
  /** Concepts that fit the question too. Others count against it. */
  readonly fits?: readonly Concept[];
  /** It needs a record of this kind, named in the question or before. */
  readonly reference?: Reference["kind"];
  readonly names?: readonly NameKind[];
  /** Names that fit but are not needed. */
  readonly mayName?: readonly NameKind[];
  /** A question that names one of these is about something else. */
  readonly without?: readonly NameKind[];
  /** It uses words to search for. */
  readonly takesText?: true;
  /** An unknown word could change the number, so it is refused. */
  readonly strict: boolean;
  /** What it uses of the question: a filter that it ignores would make a wrong number. */
  readonly uses?: readonly ("severity" | "time" | "grade" | "state" | "type" | "level")[];
  readonly answer: Answerer;
  readonly example: string;
}

const asking = ["list", "count", "about", "newest", "who"] as const;
const groupings = ["bySeverity", "byStatus", "byService", "byTeam", "byAssignee", "bySource"] as const;
const filters = [
  "my",
  "unassigned",
  "assigned",
  "service",
  "team",
  "item",
  "waiting",
  "impact",
  "error",
  "health",
  "owner",
  "alert",
] as const;
const allFilters = ["severity", "time", "grade", "state"] as const;
const mayName = ["item", "person", "team", "source"] as const;

export const intents: readonly Intent[] = [
  {
    name: "incidents.count",
    must: [["incident"], ["count"]],
    fits: [...groupings, ...filters, ...asking, "top", "run", "page", "change"],
    ...{ mayName, takesText: true, strict: true, uses: allFilters, answer: incidents.countIncidents },
    example: "How many open incidents are there?",
  },
  {
    name: "incidents.group",
    must: [["incident"], [...groupings, "top"]],
    fits: [...groupings, ...filters, ...asking],
    ...{ mayName, takesText: true, strict: true, uses: allFilters, answer: incidents.groupIncidents },
    example: "Which service has the most incidents?",
  },
  {
    name: "incidents.list",
    must: [["incident"]],
    fits: [...filters, ...asking, "oldest", "run", "similar"],
    ...{ mayName, takesText: true, strict: true, uses: allFilters, answer: incidents.listIncidents },
    example: "Show the open P1 incidents",
  },
  {
    name: "incidents.trend",
    must: [["incident"], ["trend"]],
    fits: [...filters, ...asking, "compare"],
    ...{ mayName, takesText: true, strict: true, uses: allFilters, answer: incidents.incidentTrend },
    example: "What is the trend of incidents per day this week?",
  },
  {
    name: "incidents.mttr",
    must: [["mttr"]],
    fits: ["incident", "mean", "bySeverity", "byService", "list", "count", "service", "team", "my", "trend"],
    ...{ mayName, strict: true, uses: ["severity", "time", "grade"], answer: incidents.meanTimeToResolve },
    example: "What is our MTTR?",
  },
  {
    name: "incidents.mtta",
    must: [["mtta"]],
    fits: ["incident", "mean", "bySeverity", "byService", "list", "count", "service", "team", "my", "trend"],
    ...{ mayName, strict: true, uses: ["severity", "time", "grade"], answer: incidents.meanTimeToAcknowledge },
    example: "What is our MTTA this month?",
  },
  {
    name: "incident.similar",
    must: [["similar"]],
    fits: ["incident", ...asking],
    ...{ reference: "incident", strict: false, answer: incidents.similarIncidents },
    example: "Have we seen something similar to INC-00000001?",
  },
  {
    name: "incident.cause",
    must: [["rca", "why"]],
    fits: ["incident", "rca", "why", ...asking],
    ...{ reference: "incident", strict: false, answer: incidents.rootCause },
    example: "What is the root cause of INC-00000001?",
  },
  {
    name: "incident.runbooks",
    must: [["runbook"]],
    fits: ["incident", ...asking, "top"],
    ...{ reference: "incident", strict: false, answer: suggestRunbooks },
    example: "Which runbooks fit INC-00000001?",
  },
  {
    name: "incident.get",
    must: [],
    fits: ["incident", "assigned", "owner", "health", "team", "mean", "impact", ...asking],
    ...{ reference: "incident", strict: false, answer: incidents.getIncident },
    example: "Tell me about INC-00000001",
  },
  {
    name: "my.work",
    must: [["my"], ["assigned", "waiting", "about"]],
    fits: ["list", "owner", "newest"],
    ...{ strict: false, answer: incidents.myWork },
    example: "What is assigned to me?",
  },
  {
    name: "alerts.list",
    must: [["alert", "firing"]],
    fits: ["alert", "firing", "top", "my", "service", "run", "bySeverity", ...asking],
    ...{ mayName: ["item"], strict: true, uses: ["severity", "time", "state"], answer: alerts },
    example: "Which alerts are firing?",
  },
  {
    name: "alerts.policies",
    must: [["policy"]],
    fits: ["alert", "firing", "my", ...asking],
    ...{ strict: true, uses: ["state"], answer: policies },
    example: "How many alert policies do we have?",
  },
  {
    name: "alerts.silences",
    must: [["silence"]],
    fits: ["alert", "upcoming", "run", ...asking],
    ...{ strict: true, uses: ["state"], answer: silences },
    example: "Which silences are active?",
  },
  {
    name: "oncall.mine",
    must: [["oncall", "shift"], ["my"]],
    fits: ["shift", "oncall", "next", "list", "about", "upcoming", "mean"],
    ...{ strict: false, answer: myOnCall },
    example: "Am I on call?",
  },
  {
    name: "oncall.next",
    must: [
      ["oncall", "shift"],
      ["shift", "next", "upcoming"],
    ],
    fits: ["oncall", "who", "list", "team", "newest"],
    ...{ mayName: ["schedule", "team"], strict: false, answer: nextOnCall },
    example: "Who is next on call?",
  },
  {
    name: "oncall.now",
    must: [["oncall"]],
    fits: ["who", "list", "team", "service", "about", "member", "run", "my", "owner"],
    ...{ mayName: ["schedule", "team"], strict: false, uses: ["time"], answer: onCall },
    example: "Who is on call now?",
  },
  {
    name: "oncall.pages",
    must: [["page"]],
    fits: ["who", "oncall", "incident", ...asking],
    ...{ strict: true, uses: ["state"], answer: openPages },
    example: "Are there active pages?",
  },
  {
    name: "changes.what",
    must: [["change", "deploy"]],
    fits: ["change", "deploy", "service", "item", "newest", "about", "list", "why", "who", "health", "impact"],
    ...{ mayName: ["item"], strict: true, uses: ["time"], answer: whatChanged },
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
      "top",
      "waiting",
      "approval",
      "error",
      "count",
      "list",
      "about",
    ],
    ...{ mayName: ["item", "person"], strict: true, uses: ["time", "state", "grade", "type"], answer: listChanges },
    example: "How many emergency changes are there?",
  },
  {
    name: "changes.upcoming",
    must: [
      ["change", "deploy", "upcoming"],
      ["upcoming", "next"],
    ],
    fits: ["change", "deploy", "next", "service", "item", "conflict", ...asking],
    ...{ mayName: ["item"], strict: true, uses: ["time", "state"], answer: upcomingChanges },
    example: "Which changes are upcoming this week?",
  },
  {
    name: "changes.conflicts",
    must: [["conflict"]],
    fits: ["change", "deploy", "upcoming", "next", ...asking],
    ...{ strict: true, uses: ["time", "state"], answer: conflicts },
    example: "Are there conflicts between changes?",
  },
  {
    name: "change.get",
    must: [],
    fits: ["change", "deploy", "assigned", "approval", "conflict", "owner", "upcoming", ...asking],
    ...{ reference: "change", strict: false, answer: getChange },
    example: "Tell me about CHG-00000001",
  },
  {
    name: "requests.list",
    must: [["request"]],
    fits: ["my", "late", "waiting", "assigned", "service", "approval", "byStatus", "run", "team", ...asking],
    ...{ mayName: ["person"], strict: true, uses: ["time", "state"], answer: requests },
    example: "How many requests are open?",
  },
  {
    name: "request.get",
    must: [],
    fits: ["request", "assigned", "approval", "late", ...asking],
    ...{ reference: "request", strict: false, answer: getRequest },
    example: "What is the status of REQ-00000001?",
  },
  {
    name: "approvals",
    must: [["approval"]],
    fits: ["waiting", "my", "change", "request", "newest", ...asking],
    ...{ strict: true, uses: ["state"], answer: approvals },
    example: "Which approvals wait for me?",
  },
  {
    name: "items.find",
    must: [["item", "service", "list", "count", "owner", "host", "about"]],
    fits: ["item", "service", "team", "owner", "top", "my", "host", "run", ...asking],
    ...{ mayName: ["class", "environment", "team"], takesText: true, strict: true, uses: ["grade"], answer: findItems },
    example: "How many servers do we have?",
  },
  {
    name: "item.owner",
    must: [["owner", "team"]],
    fits: ["owner", "team", "who", "service", "item", "list", "about", "member"],
    ...{ names: ["item"], strict: false, answer: ownerOf },
    example: "Who owns checkout?",
  },
  {
    name: "item.dependencies",
    must: [["depend"]],
    fits: ["service", "item", "impact", "rate", ...asking],
    ...{ names: ["item"], strict: false, answer: dependencies },
    example: "What does checkout depend on?",
  },
  {
    name: "item.impact",
    must: [["impact"]],
    fits: ["service", "item", "depend", "error", "health", ...asking],
    ...{ names: ["item"], strict: false, answer: impact },
    example: "What is the impact of orders-db?",
  },
  {
    name: "item.get",
    must: [["about", "item", "list"]],
    fits: ["about", "item", "service", ...asking],
    ...{ names: ["item"], strict: false, answer: getItem },
    example: "Tell me about checkout",
  },
  {
    name: "team.members",
    must: [["member", "who", "team"]],
    fits: ["member", "who", "team", ...asking],
    ...{ names: ["team"], strict: false, answer: teamMembers },
    example: "Who is in the Web team?",
  },
  {
    name: "logs.count",
    must: [["log", "error"], ["count"]],
    fits: ["log", "error", "service", "byService", "list", "newest"],
    ...{ mayName: ["item"], takesText: true, strict: true, uses: ["time", "level"], answer: telemetry.countLogs },
    example: "How many error logs did we have today?",
  },
  {
    name: "services.list",
    must: [["service"], ["health", "slow", "rate", "error", "top"]],
    fits: ["health", "slow", "rate", "error", "top", "trace", "log", "byService", ...asking],
    ...{ without: ["item"], strict: true, uses: ["time", "state"], answer: telemetry.services },
    example: "Which service has the most errors?",
  },
  {
    name: "logs.errors",
    must: [["error"], ["top", "log", "about", "list", "error"]],
    fits: ["top", "log", "service", "newest", "health", "about", "list"],
    ...{ mayName: ["item"], strict: false, uses: ["time", "level"], answer: telemetry.topErrors },
    example: "What are the top errors?",
  },
  {
    name: "logs.search",
    must: [["log"]],
    fits: ["error", "service", "newest", "about", "list"],
    ...{ mayName: ["item"], takesText: true, strict: true, uses: ["time", "level"], answer: telemetry.searchLogs },
    example: 'Find logs containing "timeout"',
  },
  {
    name: "service.health",
    must: [["health", "rate", "slow", "about"]],
    fits: ["health", "rate", "slow", "error", "service", "mean", "trace", "top", "network", ...asking],
    ...{ names: ["item"], strict: false, uses: ["time"], answer: telemetry.serviceHealth },
    example: "How is checkout doing?",
  },
  {
    name: "service.why",
    must: [["why", "rca"]],
    fits: ["slow", "error", "health", "rca", "service", "mean", "impact", "about", "list"],
    ...{ names: ["item"], strict: false, uses: ["time"], answer: whySlow },
    example: "Why is checkout slow?",
  },
  {
    name: "service.operations",
    must: [["operation"]],
    fits: ["slow", "service", "top", "mean", "error", "health", ...asking],
    ...{ names: ["item"], strict: false, uses: ["time"], answer: telemetry.slowestOperations },
    example: "What are the slowest operations of checkout?",
  },
  {
    name: "traces",
    must: [["trace"]],
    fits: ["error", "slow", "service", "top", "newest", "list", "about"],
    ...{ mayName: ["item"], strict: true, uses: ["time", "state"], answer: telemetry.traces },
    example: "Show traces with errors of checkout",
  },
  {
    name: "metrics",
    must: [["metric", "resource"]],
    fits: ["metric", "resource", "mean", "top", "service", "usage", "host", "about", "list", "count", "byService"],
    ...{ mayName: ["item"], takesText: true, strict: false, uses: ["time"], answer: telemetry.metricValue },
    example: "Which metrics are there about memory?",
  },
  {
    name: "network",
    must: [["network"]],
    fits: ["top", "usage", "rate", "who", "count", "list", "newest"],
    ...{ strict: true, uses: ["time"], answer: telemetry.topTalkers },
    example: "Who are the top talkers?",
  },
  {
    name: "runbooks",
    must: [["runbook"]],
    fits: ["service", "my", "top", "newest", "health", "slow", "error", ...asking],
    ...{ mayName: ["item", "runbook"], takesText: true, strict: false, uses: ["state"], answer: findRunbooks },
    example: "Which runbooks are there for checkout?",
  },
  {
    name: "executions",
    must: [
      ["execution", "run"],
      ["execution", "runbook"],
    ],
    fits: ["execution", "run", "runbook", "waiting", "error", ...asking],
    ...{ mayName: ["runbook"], strict: true, uses: ["state"], answer: executions },
    example: "Which runbook executions failed?",
  },
  {
    name: "workflow.runs",
    must: [["workflow"], ["run", "execution"]],
    fits: ["execution", "waiting", "error", ...asking],
    ...{ mayName: ["workflow"], strict: true, uses: ["state"], answer: workflowRuns },
    example: "Which workflow runs failed?",
  },
  {
    name: "workflows",
    must: [["workflow"]],
    fits: ["my", ...asking],
    ...{ strict: true, uses: ["state"], answer: workflows },
    example: "How many workflows do we have?",
  },
  {
    name: "hosts",
    must: [["host"]],
    fits: ["runbook", ...asking],
    ...{ strict: true, uses: [], answer: platform.hosts },
    example: "Which hosts are there?",
  },
  {
    name: "collectors",
    must: [["collector"]],
    fits: ["telemetry", "health", ...asking],
    ...{ strict: true, uses: [], answer: platform.collectors },
    example: "Which collectors are there?",
  },
  {
    name: "telemetry",
    must: [["telemetry"]],
    fits: ["health", "log", "metric", "trace", "network", ...asking],
    ...{ strict: false, answer: platform.telemetry },
    example: "Which telemetry arrives?",
  },
  {
    name: "usage",
    must: [
      ["usage", "telemetry"],
      ["usage", "count"],
    ],
    fits: ["telemetry", "usage", "count", "my", "plan", "about", "list"],
    ...{ strict: false, uses: ["time"], answer: platform.usage },
    example: "How much telemetry did we send this month?",
  },
  {
    name: "plan",
    must: [["plan"]],
    fits: ["my", "usage", ...asking],
    ...{ strict: false, answer: platform.plan },
    example: "Which plan do we have?",
  },
  {
    name: "who_am_i",
    must: [["whoami"]],
    fits: ["my", "who", "about", "list", "plan"],
    ...{ strict: false, answer: platform.whoAmI },
    example: "Who am I?",
  },
  {
    name: "platform",
    must: [["platform"]],
    fits: ["health", "about", "list"],
    ...{ strict: false, answer: platform.platformHealth },
    example: "Is the platform healthy?",
  },
  {
    name: "help",
    must: [["help", "greeting"]],
    fits: ["help", "greeting", "my", "list", "about"],
    ...{ strict: false, answer: platform.help },
    example: "What can you do?",
  },
];
