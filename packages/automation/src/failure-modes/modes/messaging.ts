import { asRoot, change, diagnosis, unitParameter } from "../../library/parts.ts";
import { queueBacklog } from "../../library/queue-backlog.ts";
import { type FailureMode, fewLogs, metric } from "../mode.ts";
import { kafkaParameters, number, wordParameter } from "../parameters.ts";

const vhost = {
  name: "vhost",
  type: "string" as const,
  description: "The virtual host",
  default: "/",
  pattern: "[A-Za-z0-9/_][A-Za-z0-9/_.-]{0,100}",
};
const queue = wordParameter("queue", "The queue");
const group = wordParameter("group", "The consumer group");
const topic = wordParameter("topic", "The topic");
const consumer = unitParameter("consumer", "The unit of the consumer");
const bootstrap = "--bootstrap-server {{ parameters.bootstrap }}";
const showGroup = `kafka-consumer-groups.sh ${bootstrap} --describe --group {{ parameters.group }}`;
const showQueue = diagnosis(
  "Show the queue",
  `${asRoot("rabbitmqctl --quiet list_queues --vhost {{ parameters.vhost }} name messages_ready messages_unacknowledged consumers state")} | awk -v queue={{ parameters.queue }} 'NR == 1 || $1 == queue'`,
);

/** What fails in queues and brokers. */
export const messagingModes: readonly FailureMode[] = [
  {
    key: "queue-backlog",
    name: "Queue grows",
    summary: "Messages arrive faster than consumers handle them.",
    when: "A queue or the lag of a consumer group grows.",
    cues: [
      [3, "queue enormous|huge|large|thousands|millions|drain|hours|late|delayed"],
      [
        4,
        "queue grow|depth|length|backlog|pile|long|full|behind|build|climb",
        "backlog",
        "messages pile|waiting|unprocessed|accumulate|ready|pending|queued",
        "consumer lag|group",
        "lag topic|kafka|partition|consumer",
      ],
      [2, "queue @up", "orders|emails|jobs|events queued|delayed|waiting|unprocessed|behind", "rabbitmq|kafka|sqs"],
      [1, "queue"],
    ],
    ci_classes: ["message_queue", "application"],
    recipes: [
      { technology: "rabbitmq", library: queueBacklog },
      {
        technology: "kafka",
        steps: {
          parameters: [...kafkaParameters, group, consumer],
          lock: "kafka:{{ parameters.group }}",
          look: [
            diagnosis("Show the lag", showGroup),
            diagnosis("Show the members", `${showGroup} --members --verbose`),
            diagnosis(
              "Show the consumer",
              "systemctl status --no-pager --lines=60 -- {{ parameters.consumer }} || true",
            ),
          ],
          confirm:
            "{{ parameters.consumer }} on {{ target.name }} is restarted. Messages after the last commit are read again.",
          act: [change("Restart the consumer", asRoot("systemctl restart -- {{ parameters.consumer }}"))],
          check: [diagnosis("Show the lag afterwards", `sleep 20; ${showGroup}`, { timeout_seconds: 120 })],
          undo: "Offsets are not changed, so no message is lost. Messages after the last commit are handled twice.",
          advice: "Add consumers up to the number of partitions, or find the slow call in the handler.",
          verification: metric(
            "The lag is short",
            "kafka.consumer_group.lag_sum",
            "group={{ parameters.group }}",
            { agg: "sum", operator: "<", threshold: 1000, when_empty: "pass" },
            1800,
          ),
        },
      },
    ],
  },
  {
    key: "dead-letters",
    name: "Messages end in the dead-letter queue",
    summary: "A consumer rejects messages, and they are set aside.",
    when: "The dead-letter queue fills, or a message makes the consumer fail each time.",
    cues: [
      [5, "dead letter", "dlq|dlx", "poison|poisonous", "message|messages reject|rejected|unparseable|malformed|same"],
      [2, "requeue|redelivered|redelivery"],
    ],
    ci_classes: ["message_queue", "application"],
    recipes: [
      {
        technology: "rabbitmq",
        steps: {
          parameters: [vhost, queue, wordParameter("target_queue", "The queue that gets the messages again"), consumer],
          lock: "queue:{{ parameters.vhost }}:{{ parameters.queue }}",
          look: [
            showQueue,
            diagnosis(
              "Show why the consumer rejects them",
              "journalctl --no-pager --lines=200 --unit={{ parameters.consumer }} | grep -iE 'error|reject|exception|invalid' | tail -n 40 || true",
            ),
          ],
          confirm:
            "All messages of {{ parameters.queue }} are moved to {{ parameters.target_queue }} and handled again. Approve only when the cause is fixed.",
          act: [
            change(
              "Move the messages back",
              asRoot(
                'rabbitmqctl --quiet set_parameter --vhost {{ parameters.vhost }} shovel opsplane-redrive "{\\"src-uri\\":\\"amqp://\\",\\"src-queue\\":\\"{{ parameters.queue }}\\",\\"dest-uri\\":\\"amqp://\\",\\"dest-queue\\":\\"{{ parameters.target_queue }}\\",\\"src-delete-after\\":\\"queue-length\\"}"',
              ),
              { timeout_seconds: 60 },
            ),
          ],
          check: [{ ...showQueue, title: "Show the queue afterwards" }],
          undo: "`rabbitmqctl clear_parameter shovel opsplane-redrive` stops the move. Messages that were handled cannot be taken back.",
          rollback: [
            change(
              "Stop the move",
              asRoot("rabbitmqctl --quiet clear_parameter --vhost {{ parameters.vhost }} shovel opsplane-redrive"),
              { timeout_seconds: 60, safe_to_repeat: true, continue_on_failure: true },
            ),
          ],
          advice: "The shovel plugin must be enabled. Fix the handler before you move messages back.",
          verification: metric(
            "The dead-letter queue is empty",
            "rabbitmq.message.current",
            "rabbitmq.queue.name={{ parameters.queue }}",
            { agg: "sum", operator: "<", threshold: 10, when_empty: "pass" },
            1800,
          ),
        },
      },
    ],
  },
  {
    key: "consumer-stuck",
    name: "Consumer is stuck",
    summary: "A consumer is connected but handles nothing, or its group rebalances without end.",
    when: "Messages are delivered but not acknowledged, or a group never becomes stable.",
    cues: [
      [
        5,
        "rebalance|rebalancing",
        "consumer stuck|stick|hang|idle|stopped|dead|gone|disconnect|freeze|die",
        "unacked|unacknowledged|acknowledge|ack",
        "worker|subscriber stuck|stick|hang|idle|freeze",
        "no consumers",
        "@consumer nothing|not process|consume|handle",
      ],
      [2, "heartbeat|session timeout consumer|group|kafka", "prefetch"],
    ],
    ci_classes: ["message_queue", "application"],
    recipes: [
      {
        technology: "kafka",
        steps: {
          parameters: [...kafkaParameters, group, consumer],
          lock: "kafka:{{ parameters.group }}",
          look: [
            diagnosis("Show the state of the group", `${showGroup} --state`),
            diagnosis("Show the members", `${showGroup} --members --verbose`),
            diagnosis(
              "Show the messages of the consumer",
              "journalctl --no-pager --lines=150 --unit={{ parameters.consumer }}",
            ),
          ],
          confirm: "{{ parameters.consumer }} on {{ target.name }} is restarted and joins its group again.",
          act: [change("Restart the consumer", asRoot("systemctl restart -- {{ parameters.consumer }}"))],
          check: [diagnosis("Show the state afterwards", `sleep 30; ${showGroup} --state`, { timeout_seconds: 120 })],
          undo: "Offsets are not changed. Messages after the last commit are handled twice.",
          advice: "Raise `max.poll.interval.ms` or let the handler take fewer records at once.",
          verification: metric(
            "The lag is short",
            "kafka.consumer_group.lag_sum",
            "group={{ parameters.group }}",
            { agg: "sum", operator: "<", threshold: 1000, when_empty: "pass" },
            1800,
          ),
        },
      },
      {
        technology: "rabbitmq",
        steps: {
          parameters: [vhost, queue, consumer],
          lock: "queue:{{ parameters.vhost }}:{{ parameters.queue }}",
          look: [
            showQueue,
            diagnosis(
              "Show the consumers",
              asRoot("rabbitmqctl --quiet list_consumers --vhost {{ parameters.vhost }}"),
            ),
            diagnosis(
              "Show the messages of the consumer",
              "journalctl --no-pager --lines=150 --unit={{ parameters.consumer }}",
            ),
          ],
          confirm:
            "{{ parameters.consumer }} on {{ target.name }} is restarted. Messages that it has not acknowledged are delivered again.",
          act: [change("Restart the consumer", asRoot("systemctl restart -- {{ parameters.consumer }}"))],
          check: [{ ...showQueue, title: "Show the queue afterwards" }],
          undo: "Unacknowledged messages return to the queue, so a restart loses none.",
          advice: "Find the call in the handler that never returns, and give it a timeout.",
          verification: metric(
            "The queue is short",
            "rabbitmq.message.current",
            "rabbitmq.queue.name={{ parameters.queue }}",
            { agg: "sum", operator: "<", threshold: 1000, when_empty: "pass" },
            1800,
          ),
        },
      },
    ],
  },
  {
    key: "broker-alarm",
    name: "Broker blocks publishers",
    summary: "RabbitMQ has a memory or disk alarm and stops all publishers.",
    when: "Publishers hang, and the broker reports an alarm or a partition.",
    cues: [
      [
        5,
        "memory alarm",
        "disk alarm",
        "alarm broker|rabbitmq",
        "publisher|publishers|publish|producers block|blocked|hang|refused|stop",
        "watermark rabbitmq|broker|memory",
        "broker memory|alarm|flow|block|down",
      ],
      [2, "rabbitmq @down|partition|node|cluster"],
    ],
    ci_classes: ["message_queue"],
    recipes: [
      {
        technology: "rabbitmq",
        steps: {
          parameters: [
            vhost,
            number("watermark_percent", "The share of memory at which the broker blocks", 60, 20, 80),
          ],
          lock: "rabbitmq:{{ target.name }}",
          look: [
            diagnosis("Show alarms", asRoot("rabbitmq-diagnostics --quiet alarms")),
            diagnosis("Show memory by kind", asRoot("rabbitmq-diagnostics --quiet memory_breakdown")),
            diagnosis(
              "Show the largest queues",
              `${asRoot("rabbitmqctl --quiet list_queues --vhost {{ parameters.vhost }} messages memory name")} | sort -rn | head -n 15`,
            ),
            diagnosis("Show space", "df -P /var/lib/rabbitmq 2>/dev/null || df -P"),
          ],
          confirm:
            "The memory limit of the broker on {{ target.name }} is raised until its next restart, so that publishers can go on.",
          act: [
            change(
              "Raise the memory limit",
              asRoot('rabbitmqctl --quiet set_vm_memory_high_watermark "0.{{ parameters.watermark_percent }}"'),
              { timeout_seconds: 60, safe_to_repeat: true },
            ),
          ],
          check: [diagnosis("Show alarms afterwards", asRoot("rabbitmq-diagnostics --quiet alarms"))],
          undo: "The limit returns to its configured value at the next restart of the broker, or with `set_vm_memory_high_watermark 0.4`.",
          rollback: [
            change("Set the usual memory limit", asRoot("rabbitmqctl --quiet set_vm_memory_high_watermark 0.4"), {
              timeout_seconds: 60,
              safe_to_repeat: true,
              continue_on_failure: true,
            }),
          ],
          advice: "Let consumers catch up, or free space when the disk alarm is on.",
          verification: fewLogs(
            "The broker reports no alarm",
            '"memory resource limit alarm set" OR "disk resource limit alarm set"',
            undefined,
            1,
          ),
        },
      },
    ],
  },
  {
    key: "kafka-replication",
    name: "Kafka partitions without enough replicas",
    summary: "Brokers are missing or behind, so that partitions are under-replicated or have no leader.",
    when: "Kafka reports under-replicated or offline partitions, or producers get NOT_ENOUGH_REPLICAS.",
    cues: [
      [
        5,
        "under replicated|replica",
        "underreplicated",
        "isr",
        "offline partition",
        '"not enough replicas"',
        "no leader partition|topic",
        "leader election|imbalance|partition kafka|broker",
      ],
      [3, "kafka broker @down", "broker @down|gone|lost|missing|left"],
    ],
    ci_classes: ["message_queue"],
    recipes: [
      {
        technology: "kafka",
        steps: {
          parameters: [...kafkaParameters, topic],
          lock: "kafka:{{ parameters.topic }}",
          look: [
            diagnosis(
              "List under-replicated partitions",
              `kafka-topics.sh ${bootstrap} --describe --under-replicated-partitions`,
            ),
            diagnosis(
              "List partitions without a leader",
              `kafka-topics.sh ${bootstrap} --describe --unavailable-partitions`,
            ),
            diagnosis("Show the topic", `kafka-topics.sh ${bootstrap} --describe --topic {{ parameters.topic }}`),
            diagnosis("Show the broker", "systemctl status --no-pager --lines=40 kafka || true; df -P"),
          ],
          confirm:
            "The preferred leaders of {{ parameters.topic }} are elected again. Clients reconnect to the new leaders.",
          act: [
            change(
              "Elect the preferred leaders",
              `for partition in 0 1 2; do kafka-leader-election.sh ${bootstrap} --election-type preferred --topic {{ parameters.topic }} --partition "$partition" || true; done`,
              { timeout_seconds: 180, safe_to_repeat: true },
            ),
          ],
          check: [
            diagnosis(
              "List under-replicated partitions afterwards",
              `sleep 20; kafka-topics.sh ${bootstrap} --describe --under-replicated-partitions`,
              { timeout_seconds: 120 },
            ),
          ],
          undo: "Leaders move by themselves when a broker leaves, so nothing needs to be undone. Never elect unclean leaders without a decision: it loses messages.",
          advice: "Bring the missing broker back, and look at its disk and its log.",
          verification: metric(
            "All partitions have their replicas",
            "kafka.partition.replicas_in_sync",
            "topic={{ parameters.topic }}",
            { agg: "min", operator: ">", threshold: 1, when_empty: "pass" },
            1800,
          ),
        },
      },
    ],
  },
];
