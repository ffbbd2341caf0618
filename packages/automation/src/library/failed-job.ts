import { approval, asRoot, change, diagnosis, failureNotice, libraryRunbook, unitParameter } from "./parts.ts";

export const failedJob = libraryRunbook("failed-job", {
  name: "Failed job",
  description: "Shows why a scheduled systemd job failed and runs it again.",
  tags: ["systemd", "job", "backup", "linux"],
  ci_classes: ["server", "virtual_machine", "application"],
  notes: `## When to use
A backup, import or report that a systemd timer starts has failed.

## What it does
1. Shows the result of the last run, its messages, the timer, and free space and memory.
2. After approval, clears the failed state and runs the job again until it ends.

## How to undo
The job runs once more than planned. Approve only if it can run twice: read its messages for steps that were already done.`,
  parameters: [
    unitParameter("job", "The service unit of the job, such as backup.service"),
    { name: "lines", type: "integer", description: "How many messages to show", default: 100, min: 10, max: 1000 },
  ],
  lock_key: "job:{{ target.name }}:{{ parameters.job }}",
  steps: [
    diagnosis(
      "Show the last run",
      "systemctl show --property=Result --property=ExecMainStatus --property=ExecMainStartTimestamp --property=ExecMainExitTimestamp -- {{ parameters.job }}",
    ),
    diagnosis("Show its messages", "journalctl --no-pager --lines={{ parameters.lines }} --unit={{ parameters.job }}"),
    diagnosis("Show timers", "systemctl list-timers --all --no-pager | head -n 40"),
    diagnosis("Show space and memory", "df -P; grep -E '^(MemAvailable|SwapFree)' /proc/meminfo"),
    approval(
      "Approve another run",
      "{{ parameters.job }} on {{ target.name }} runs again.\n\n```\n{{ steps.show_its_messages.stdout }}\n```",
    ),
    change("Clear the failed state", asRoot("systemctl reset-failed -- {{ parameters.job }}"), {
      timeout_seconds: 30,
      safe_to_repeat: true,
      continue_on_failure: true,
    }),
    change("Run the job", asRoot("systemctl start --wait -- {{ parameters.job }}"), { timeout_seconds: 7200 }),
    diagnosis(
      "Check the result",
      '[ "$(systemctl show --property=Result --value -- {{ parameters.job }})" = success ]',
    ),
  ],
  on_failure: [
    failureNotice("The job failed again", "Read its messages and hand the incident to the owner of the job."),
  ],
  verification: {
    title: "The job logs no errors",
    query: {
      source: "logs",
      service: "{{ parameters.job }}",
      q: "level:>=error",
      window_seconds: 300,
      operator: "==",
      threshold: 0,
    },
    within_seconds: 600,
  },
});
