import * as telemetry from "../answers/telemetry.ts";
import { whySlow } from "../answers/why-slow.ts";
import { asking, type Intent } from "./intent.ts";

/** Logs, services, traces, metrics and flows. */
export const telemetryIntents: readonly Intent[] = [
  {
    name: "logs.count",
    label: "number of log lines",
    must: [["log", "error"], ["count"]],
    fits: ["log", "error", "service", "byService", "list", "newest"],
    ...{ mayName: ["item"], takesText: true, uses: ["time", "level"], answer: telemetry.countLogs },
    example: "How many error logs did we have today?",
  },
  {
    name: "services.list",
    label: "services",
    must: [["service"], ["health", "slow", "rate", "error", "top"]],
    fits: ["health", "slow", "rate", "error", "top", "trace", "log", "byService", ...asking],
    ...{ without: ["item"], uses: ["time", "state"], states: ["failed"], answer: telemetry.services },
    example: "Which service has the most errors?",
  },
  {
    name: "logs.errors",
    label: "top errors",
    must: [["error"], ["top", "log", "about", "list", "error"]],
    fits: ["top", "log", "service", "newest", "health", "about", "list"],
    ...{ mayName: ["item"], uses: ["time", "level"], answer: telemetry.topErrors },
    example: "What are the top errors?",
  },
  {
    name: "logs.search",
    label: "log lines",
    must: [["log"]],
    fits: ["error", "service", "newest", "about", "list"],
    ...{ mayName: ["item"], takesText: true, uses: ["time", "level"], answer: telemetry.searchLogs },
    example: 'Find logs containing "timeout"',
  },
  {
    name: "service.health",
    label: "health of a service",
    must: [["health", "rate", "slow", "about"]],
    fits: ["health", "rate", "slow", "error", "service", "mean", "trace", "top", "network", ...asking],
    ...{ names: ["item"], uses: ["time"], answer: telemetry.serviceHealth },
    example: "How is checkout doing?",
  },
  {
    name: "service.why",
    label: "why a service is slow",
    must: [["why", "rca"]],
    fits: ["slow", "error", "health", "rca", "service", "mean", "impact", "about", "list"],
    ...{ names: ["item"], uses: ["time"], answer: whySlow },
    example: "Why is checkout slow?",
  },
  {
    name: "service.operations",
    label: "operations of a service",
    must: [["operation"]],
    fits: ["slow", "service", "top", "mean", "error", "health", ...asking],
    ...{ names: ["item"], uses: ["time"], answer: telemetry.slowestOperations },
    example: "What are the slowest operations of checkout?",
  },
  {
    name: "traces",
    label: "traces",
    must: [["trace"]],
    fits: ["error", "slow", "service", "top", "newest", "list", "about"],
    ...{ mayName: ["item"], uses: ["time", "state"], states: ["failed"], answer: telemetry.traces },
    example: "Show traces with errors of checkout",
  },
  {
    name: "metrics",
    label: "metrics",
    must: [["metric", "resource"]],
    fits: ["metric", "resource", "mean", "top", "service", "usage", "host", "about", "list", "count", "byService"],
    ...{ mayName: ["item"], takesText: true, uses: ["time"], answer: telemetry.metricValue },
    example: "Which metrics are there about memory?",
  },
  {
    name: "network",
    label: "top talkers",
    must: [["network"]],
    fits: ["top", "usage", "rate", "who", "count", "list", "newest"],
    ...{ uses: ["time"], answer: telemetry.topTalkers },
    example: "Who are the top talkers?",
  },
];
