import { diagnosis } from "../../library/parts.ts";
import { type FailureMode, fewLogs, task } from "../mode.ts";

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
        look: [
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
          diagnosis(
            "Show connections",
            "if command -v ss >/dev/null 2>&1; then ss -s; else cat /proc/net/sockstat; fi",
          ),
        ],
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
