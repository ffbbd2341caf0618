import { approval, asRoot, change, diagnosis, failureNotice, libraryRunbook, unitParameter } from "./parts.ts";

export const queueBacklog = libraryRunbook("queue-backlog", {
  name: "Queue backlog",
  description: "Shows why a RabbitMQ queue grows and restarts its consumer.",
  tags: ["rabbitmq", "queue"],
  ci_classes: ["message_queue", "server"],
  notes: `## When to use
Messages of a queue pile up: consumers are gone, stuck or too slow.

## What it does
1. Shows the queue, its consumers, alarms of the broker, and the messages of the consumer's service.
2. After approval, restarts the consumer. No message is removed.

## How to undo
Unacknowledged messages return to the queue, so a restart loses none. If the consumer fails on one message, move that message to a
dead-letter queue.`,
  parameters: [
    { name: "vhost", type: "string", default: "/", pattern: "[A-Za-z0-9/_][A-Za-z0-9/_.-]{0,100}" },
    { name: "queue", type: "string", required: true, pattern: "[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,254}" },
    unitParameter("consumer", "The unit of the consumer"),
  ],
  lock_key: "queue:{{ parameters.vhost }}:{{ parameters.queue }}",
  steps: [
    diagnosis(
      "Show the queue",
      `${asRoot("rabbitmqctl --quiet list_queues --vhost {{ parameters.vhost }} name messages_ready messages_unacknowledged consumers state")} | awk -v queue={{ parameters.queue }} 'NR == 1 || $1 == queue'`,
    ),
    diagnosis("Show alarms", asRoot("rabbitmq-diagnostics --quiet alarms")),
    diagnosis(
      "Show the consumer",
      "systemctl status --no-pager --lines=0 -- {{ parameters.consumer }} || true; journalctl --no-pager --lines=60 --unit={{ parameters.consumer }}",
    ),
    approval(
      "Approve the restart of the consumer",
      "{{ parameters.consumer }} is restarted. Messages that it has not acknowledged are delivered again.\n\n```\n{{ steps.show_the_queue.stdout }}\n```",
    ),
    change("Restart the consumer", asRoot("systemctl restart -- {{ parameters.consumer }}")),
    diagnosis("Check that it is active", "sleep 10 && systemctl is-active -- {{ parameters.consumer }}", {
      retries: 2,
    }),
  ],
  on_failure: [
    failureNotice(
      "The consumer was not restarted",
      "Start another consumer, and slow the producers down if the broker has a memory or disk alarm.",
    ),
  ],
  verification: {
    title: "The queue is short",
    query: {
      source: "metrics",
      metric_name: "rabbitmq.message.current",
      match: ["rabbitmq.queue.name={{ parameters.queue }}"],
      agg: "sum",
      operator: "<",
      threshold: 1000,
    },
    within_seconds: 1800,
  },
});
