import type { QueueSpec, WorkflowRun } from "../durable/workflow.ts";

/** refused: for good; trying again is of no use. unreachable: not now. */
export type Delivery = "accepted" | "refused" | "unreachable";

/** A way to reach people. Email is the first; chat, push and webhooks follow the same shape. */
export interface Channel<Message> {
  readonly kind: string;
  send(message: Message): Promise<Delivery>;
  close(): void;
}

/** Messages wait here while their receiver is away, so that other work goes on. */
export const messageQueue: QueueSpec = { name: "messages", concurrency: 20 };

const maxPauseMs = 5 * 60_000;
const giveUpAfterMs = 7 * 24 * 3_600_000;

/**
 * Attempts with growing pauses, across crashes and restarts, until one is not `unreachable` or a week has passed. `undefined`
 * from an attempt means that there is nothing to say any more.
 */
export async function keepTrying(
  run: WorkflowRun,
  firstPauseMs: number,
  attempt: (number: number) => Promise<Delivery | undefined>,
): Promise<Delivery | undefined> {
  let waited = 0;
  for (let number = 1; ; number++) {
    const outcome = await attempt(number);
    if (outcome !== "unreachable") return outcome;
    const pause = Math.min(firstPauseMs * 2 ** Math.min(number - 1, 20), maxPauseMs);
    if (waited + pause > giveUpAfterMs) return outcome;
    waited += pause;
    await run.sleep(pause);
  }
}

/** One message a recipient. Only those that could not be reached are tried again; nobody is written to twice. */
export async function sendToEach<Recipient extends { id: string }>(
  run: WorkflowRun,
  firstPauseMs: number,
  recipients: readonly Recipient[],
  send: (recipient: Recipient) => Promise<Delivery | undefined>,
): Promise<void> {
  let waiting = recipients;
  await keepTrying(run, firstPauseMs, async (attempt) => {
    const unreached: Recipient[] = [];
    for (const recipient of waiting) {
      const outcome = await run.step(`send ${attempt} to ${recipient.id}`, () => send(recipient));
      if (outcome === "unreachable") unreached.push(recipient);
    }
    waiting = unreached;
    return unreached.length === 0 ? "accepted" : "unreachable";
  });
}
