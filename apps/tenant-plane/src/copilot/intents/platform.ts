import { executions, findRunbooks, workflowRuns, workflows } from "../answers/automation.ts";
import * as platform from "../answers/platform.ts";
import { asking, type Intent } from "./intent.ts";

/** Automation, and the platform itself. */
export const platformIntents: readonly Intent[] = [
  {
    name: "runbooks",
    must: [["runbook"]],
    fits: ["service", "my", "top", "newest", "health", "slow", "error", ...asking],
    ...{
      mayName: ["item", "runbook"],
      takesText: true,
      uses: ["state"],
      states: ["draft", "published", "archived"],
      answer: findRunbooks,
    },
    example: "Which runbooks are there for checkout?",
  },
  {
    name: "executions",
    must: [
      ["execution", "run"],
      ["execution", "runbook"],
    ],
    fits: ["execution", "run", "runbook", "waiting", "error", ...asking],
    ...{ mayName: ["runbook"], uses: ["state"], states: ["succeeded", "failed", "cancelled"], answer: executions },
    example: "Which runbook executions failed?",
  },
  {
    name: "workflow.runs",
    must: [["workflow"], ["run", "execution"]],
    fits: ["execution", "waiting", "error", ...asking],
    ...{ mayName: ["workflow"], uses: ["state"], states: ["succeeded", "failed", "cancelled"], answer: workflowRuns },
    example: "Which workflow runs failed?",
  },
  {
    name: "workflows",
    must: [["workflow"]],
    fits: ["my", ...asking],
    ...{ uses: ["state"], states: ["enabled", "disabled", "open"], answer: workflows },
    example: "How many workflows do we have?",
  },
  {
    name: "hosts",
    must: [["host"]],
    fits: ["runbook", ...asking],
    ...{ uses: [], answer: platform.hosts },
    example: "Which hosts are there?",
  },
  {
    name: "collectors",
    must: [["collector"]],
    fits: ["telemetry", "health", ...asking],
    ...{ uses: [], answer: platform.collectors },
    example: "Which collectors are there?",
  },
  {
    name: "telemetry",
    must: [["telemetry"]],
    fits: ["health", "log", "metric", "trace", "network", ...asking],
    ...{ answer: platform.telemetry },
    example: "Which telemetry arrives?",
  },
  {
    name: "usage",
    must: [
      ["usage", "telemetry"],
      ["usage", "count"],
    ],
    fits: ["telemetry", "usage", "count", "my", "plan", "about", "list"],
    ...{ uses: ["time"], answer: platform.usage },
    example: "How much telemetry did we send this month?",
  },
  {
    name: "plan",
    must: [["plan"]],
    fits: ["my", "usage", ...asking],
    ...{ answer: platform.plan },
    example: "Which plan do we have?",
  },
  {
    name: "who_am_i",
    must: [["whoami"]],
    fits: ["my", "who", "about", "list", "plan"],
    ...{ answer: platform.whoAmI },
    example: "Who am I?",
  },
  {
    name: "platform",
    must: [["platform"]],
    fits: ["health", "about", "list"],
    ...{ answer: platform.platformHealth },
    example: "Is the platform healthy?",
  },
  {
    name: "help",
    must: [["help", "greeting"]],
    fits: ["help", "greeting", "my", "list", "about"],
    ...{ answer: platform.help },
    example: "What can you do?",
  },
];
