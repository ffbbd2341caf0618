import type { StepOf } from "../world/world.ts";
import { closeSpan, openSpan } from "./records.ts";
import { isReachable, serve } from "./requests.ts";
import type { Done, Running, Serving } from "./running.ts";
import type { BrokerState, Message } from "./states.ts";

const maxTries = 3;
const threadsOfConsumer = 2;

/** Sends a message to a broker. The consumer works on it later, and nobody waits for that. */
export function publish(running: Running, serving: Serving, step: StepOf<"publish">, done: Done): void {
  const { trace, by, span } = serving;
  if (trace.isMessage) {
    done(undefined);
    return;
  }
  const broker = running.brokers[step.broker] as BrokerState;
  const { name } = broker;
  const producer = openSpan(running, trace, by, {
    operation: "publish",
    kind: "producer",
    parent: span.id,
    peer: name,
  });
  running.in(isAvailable(broker) ? running.random.lognormal(broker.ms, 0.4) : 2, () => {
    const problem = isAvailable(broker) ? undefined : `broker ${name} is not available`;
    closeSpan(running, producer, problem);
    if (problem === undefined) {
      queueOf(broker, step.consumer).push({ ...trace, isMessage: true, parent: producer.id, tries: 0 });
      broker.published += 1;
      consume(running, broker, step.consumer);
    }
    done(problem);
  });
}

function isAvailable({ isUp, host }: BrokerState): boolean {
  return isUp && host.isUp;
}

function queueOf({ queues }: BrokerState, consumer: number): Message[] {
  const known = queues.get(consumer);
  if (known) return known;
  const made: Message[] = [];
  queues.set(consumer, made);
  return made;
}

/** Consumers look for messages every second, because one that was down must find those that came until then. */
export function startConsumers(running: Running): void {
  for (const broker of running.brokers)
    running.every(1_000, () => {
      for (const consumer of broker.queues.keys()) consume(running, broker, consumer);
    });
}

/** Idle instances of a consumer take the next messages. */
function consume(running: Running, broker: BrokerState, consumer: number): void {
  const queue = queueOf(broker, consumer);
  const service = running.services[consumer];
  if (service === undefined) return;
  for (const instance of service.instances) {
    if (!isReachable(instance)) continue;
    while (queue.length > 0 && instance.busy < Math.max(0, threadsOfConsumer - instance.stuck)) {
      const message = queue.shift() as Message;
      const operation = running.random.whole(0, service.operations.length - 1);
      serve(running, message, instance, "consumer", { operation, parent: message.parent }, (problem) => {
        broker.consumed += 1;
        if (problem !== undefined && message.tries < maxTries) queue.push({ ...message, tries: message.tries + 1 });
        consume(running, broker, consumer);
      });
    }
  }
}
