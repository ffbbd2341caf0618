import type { RunbookStepInput } from "@opsplane/contract";
import { diagnosis } from "../../library/parts.ts";
import { type FailureMode, fewLogs, task } from "../mode.ts";

const readsOnly: readonly RunbookStepInput[] = [
  diagnosis(
    "Show load and memory",
    "uptime; cat /proc/loadavg; grep -E '^(MemTotal|MemAvailable|SwapFree)' /proc/meminfo",
  ),
  diagnosis("Show space", "df -P; df -Pi"),
  diagnosis("List the busiest processes", "ps -eo pid,user,pcpu,rss,etime,comm --sort=-pcpu | head -n 15"),
  diagnosis("List failed services", "systemctl --failed --no-pager 2>/dev/null || true"),
  diagnosis(
    "Show recent errors",
    "journalctl --no-pager --priority=err --since=-30min 2>/dev/null | tail -n 60 || true",
  ),
  diagnosis("Show connections", "if command -v ss >/dev/null 2>&1; then ss -s; else cat /proc/net/sockstat; fi"),
];

/** For what matches no known failure: it only reads, and says so. */
export const triage: FailureMode = {
  key: "triage",
  name: "Triage",
  summary: "No known failure fits the description, so this runbook only collects facts.",
  when: "The cause is not known yet.",
  cues: [],
  ci_classes: [],
  recipes: [
    {
      technology: "linux",
      steps: {
        parameters: [],
        lock: "triage:{{ target.name }}",
        look: readsOnly,
        act: [
          task(
            "Decide what to do",
            "Read the results above. Look at recent changes, at the alerts of the affected items and at their logs. Write what you find into the incident, and choose or write a runbook for the cause. Complete this step when the next action is clear.",
          ),
        ],
        undo: "The runbook only reads, so nothing needs to be undone.",
        advice: "If the host cannot be reached, check its power, network and console.",
        verification: fewLogs("The host logs few errors", 'level:>=error host:"{{ target.name }}"', undefined, 10),
      },
    },
  ],
};

/** For what a text names and we have no commands for: steps for people, and those for its host if it runs on one that we reach. */
export function refusal(labels: readonly string[], onHost: boolean): FailureMode {
  const what = labels.length > 1 ? `${labels.slice(0, -1).join(", ")} and ${labels.at(-1)}` : (labels[0] ?? "");
  const none = `Opsplane has no commands for ${what} in this failure`;
  const hostSteps = onHost ? readsOnly : [];
  return {
    key: "triage",
    name: `Triage of ${what}`,
    summary: `${none}, so this runbook ${onHost ? "only collects facts about its host" : "has steps for people only"}.`,
    when: `The failure is in ${what}, and no runbook of your own fits. ${none}.`,
    cues: [],
    ci_classes: [],
    recipes: [
      {
        technology: onHost ? "linux" : "generic",
        steps: {
          parameters: [],
          lock: "triage:{{ target.name }}",
          look: [
            ...hostSteps,
            task(
              "Find out since when and for whom",
              `Open the metrics and logs of what runs on ${what}. Write into the incident since when it fails, for whom, and what changed before: deployments, changes, expired keys or certificates, more load.`,
            ),
            task(
              `Look at the state of ${what}`,
              `Use the own tools of ${what}: its status page or console, its error log, and how full its disks, memory, connections and queues are. Change nothing yet. Write what you find into the incident.`,
            ),
          ],
          act: [
            task(
              "Decide what to do",
              `Choose a runbook of your own for ${what}, or ask the team that owns it. Write down each command before you run it. Complete this step when the next action is clear.`,
            ),
          ],
          undo: "The runbook changes nothing itself, so nothing needs to be undone.",
          advice: `Ask the team that owns ${what}, or its vendor.`,
          verification: fewLogs("Few errors are logged", "level:>=error", undefined, 10),
        },
      },
    ],
  };
}
