import { approval, asRoot, change, diagnosis, failureNotice, libraryRunbook, unitParameter } from "./parts.ts";

export const serviceRestart = libraryRunbook("service-restart", {
  name: "Restart a service",
  description: "Shows the state and the last messages of a systemd service, restarts it, and waits until it is active.",
  tags: ["systemd", "linux", "restart"],
  ci_classes: ["server", "virtual_machine", "application"],
  notes: `## When to use
A service hangs, leaks memory or does not answer, and a restart is the known remedy.

## What it does
1. Shows the status and the last hundred messages, so that the cause is not lost.
2. After approval, restarts the service and checks that it stays active.

## How to undo
A restart cannot be undone. If the service does not start, read its messages and roll back the last change of its configuration.`,
  parameters: [
    unitParameter("service", "The systemd unit, such as nginx"),
    {
      name: "settle_seconds",
      type: "integer",
      description: "How long the service must stay active",
      default: 15,
      min: 1,
      max: 300,
    },
  ],
  lock_key: "service:{{ target.name }}:{{ parameters.service }}",
  steps: [
    diagnosis("Show the status", "systemctl status --no-pager --lines=0 -- {{ parameters.service }} || true"),
    diagnosis("Show the last messages", "journalctl --no-pager --lines=100 --unit={{ parameters.service }}"),
    approval(
      "Approve the restart",
      "{{ parameters.service }} on {{ target.name }} is restarted. Requests in progress are lost.\n\n```\n{{ steps.show_the_status.stdout }}\n```",
    ),
    change("Restart the service", asRoot("systemctl restart -- {{ parameters.service }}")),
    diagnosis(
      "Check that it stays active",
      "sleep {{ parameters.settle_seconds }} && systemctl is-active -- {{ parameters.service }}",
      {
        timeout_seconds: 400,
        retries: 2,
        retry_delay_seconds: 10,
      },
    ),
  ],
  on_failure: [
    failureNotice(
      "The restart failed",
      "Read the messages with `journalctl -u` and roll back the last change of the configuration.",
    ),
  ],
  verification: {
    title: "The service logs no more errors than usual",
    query: {
      source: "logs",
      service: "{{ parameters.service }}",
      q: "level:>=error",
      window_seconds: 120,
      operator: "<",
      threshold: 5,
    },
    within_seconds: 300,
  },
});
