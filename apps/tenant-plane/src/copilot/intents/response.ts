import { alerts, policies, silences } from "../answers/alerts.ts";
import { suggestRunbooks } from "../answers/automation.ts";
import * as incident from "../answers/incident.ts";
import * as times from "../answers/incident-times.ts";
import * as incidents from "../answers/incidents.ts";
import { myOnCall, nextOnCall, onCall, openPages } from "../answers/oncall.ts";
import { asking, type Intent } from "./intent.ts";

const groupings = ["bySeverity", "byStatus", "byService", "byTeam", "byAssignee", "bySource"] as const;
const filters = ["my", "unassigned", "assigned", "service", "team", "item", "waiting", "impact"] as const;
const allFilters = ["severity", "time", "grade", "state"] as const;
const mayName = ["item", "person", "team", "source"] as const;

/** Incidents, alerts and who is on call. */
export const responseIntents: readonly Intent[] = [
  {
    name: "incidents.count",
    label: "number of incidents",
    must: [["incident"], ["count"]],
    fits: [...groupings, ...filters, ...asking, "top"],
    ...{ mayName, takesText: true, uses: allFilters, isReadWhole: true, answer: incidents.countIncidents },
    example: "How many open incidents are there?",
  },
  {
    name: "incidents.group",
    label: "incidents, grouped",
    must: [["incident"], [...groupings, "top"]],
    fits: [...groupings, ...filters, ...asking],
    ...{ mayName, takesText: true, uses: allFilters, answer: incidents.groupIncidents },
    example: "Which service has the most incidents?",
  },
  {
    name: "incidents.list",
    label: "incidents",
    must: [["incident"]],
    fits: [...filters, ...asking, "oldest", "run", "similar"],
    ...{ mayName, takesText: true, uses: allFilters, isReadWhole: true, answer: incidents.listIncidents },
    example: "Show the open P1 incidents",
  },
  {
    name: "incidents.trend",
    label: "incidents over time",
    must: [["incident"], ["trend"]],
    fits: [...filters, ...asking, "schedule"],
    ...{ mayName, takesText: true, uses: allFilters, answer: incidents.incidentTrend },
    example: "What is the trend of incidents per day this week?",
  },
  {
    name: "incidents.mttr",
    label: "mean time to resolve",
    must: [["mttr"]],
    fits: ["incident", "mean", "bySeverity", "byService", "list", "service", "team", "my"],
    ...{ mayName, uses: ["severity", "time", "grade"], answer: times.meanTimeToResolve },
    example: "What is our MTTR?",
  },
  {
    name: "incidents.mtta",
    label: "mean time to acknowledge",
    must: [["mtta"]],
    fits: ["incident", "mean", "bySeverity", "byService", "list", "service", "team", "my"],
    ...{ mayName, uses: ["severity", "time", "grade"], answer: times.meanTimeToAcknowledge },
    example: "What is our MTTA this month?",
  },
  {
    name: "incident.similar",
    label: "similar incidents",
    must: [["similar"]],
    fits: ["incident", ...asking],
    ...{ reference: "incident", answer: incident.similarIncidents },
    example: "Have we seen something similar to INC-00000001?",
  },
  {
    name: "incident.cause",
    label: "root cause",
    must: [["rca", "why"]],
    fits: ["incident", "rca", "why", ...asking],
    ...{ reference: "incident", answer: incident.rootCause },
    example: "What is the root cause of INC-00000001?",
  },
  {
    name: "incident.changes",
    label: "changes before an incident",
    must: [["change", "deploy"]],
    fits: ["incident", "change", "deploy", ...asking],
    ...{ reference: "incident", operator: "before", answer: incident.changesBefore },
    example: "What changed before INC-00000001?",
  },
  {
    name: "incident.runbooks",
    label: "fitting runbooks",
    must: [["runbook"]],
    fits: ["incident", ...asking, "top"],
    ...{ reference: "incident", answer: suggestRunbooks },
    example: "Which runbooks fit INC-00000001?",
  },
  {
    name: "incident.get",
    label: "incident",
    must: [],
    fits: ["incident", "assigned", "owner", "health", "team", "mean", "impact", "list", "about", "newest", "who"],
    ...{ reference: "incident", answer: incident.getIncident },
    example: "Tell me about INC-00000001",
  },
  {
    name: "my.work",
    label: "assigned to you",
    must: [["my"], ["assigned", "waiting", "about"]],
    fits: ["list", "owner", "newest"],
    ...{ answer: incident.myWork },
    example: "What is assigned to me?",
  },
  {
    name: "alerts.list",
    label: "alerts",
    must: [["alert", "firing"]],
    fits: ["alert", "firing", "top", "my", "service", "run", "bySeverity", ...asking],
    ...{
      mayName: ["item"],
      uses: ["severity", "time", "state"],
      isReadWhole: true,
      states: ["open", "opened", "resolved", "pending"],
      answer: alerts,
    },
    example: "Which alerts are firing?",
  },
  {
    name: "alerts.policies",
    label: "alert policies",
    must: [["policy"]],
    fits: ["alert", "firing", "my", ...asking],
    ...{ uses: ["state"], states: ["enabled", "disabled"], answer: policies },
    example: "How many alert policies do we have?",
  },
  {
    name: "alerts.silences",
    label: "silences",
    must: [["silence"]],
    fits: ["alert", "upcoming", "run", ...asking],
    ...{ uses: ["state"], states: ["open"], answer: silences },
    example: "Which silences are active?",
  },
  {
    name: "oncall.mine",
    label: "your shifts",
    must: [["oncall", "shift"], ["my"]],
    fits: ["shift", "oncall", "next", "list", "about", "upcoming", "mean"],
    ...{ answer: myOnCall },
    example: "Am I on call?",
  },
  {
    name: "oncall.next",
    label: "next on call",
    must: [
      ["oncall", "shift"],
      ["shift", "next", "upcoming"],
    ],
    fits: ["oncall", "who", "list", "team", "newest"],
    ...{ mayName: ["schedule", "team"], answer: nextOnCall },
    example: "Who is next on call?",
  },
  {
    name: "oncall.now",
    label: "on call",
    must: [["oncall"]],
    fits: ["who", "list", "team", "service", "about", "member", "run", "my", "owner"],
    ...{ mayName: ["schedule", "team"], uses: ["time"], answer: onCall },
    example: "Who is on call now?",
  },
  {
    name: "oncall.pages",
    label: "pages",
    must: [["page"]],
    fits: ["who", "oncall", "incident", ...asking],
    ...{ uses: ["state"], states: ["open"], answer: openPages },
    example: "Are there active pages?",
  },
];
