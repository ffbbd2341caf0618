import type { QueueSpec, WorkflowRun } from "../durable/workflow.ts";

/** refused: permanent, a retry is useless. unreachable: temporary. */
export type Delivery = "accepted" | "refused" | "unreachable";

/** A notification channel. Email is the first; chat, push and webhooks have the same shape. */
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
 * Repeats attempts with growing pauses, across crashes and restarts, until the result is not `unreachable` or a week has passed.
 * An attempt returns `undefined` when the message is no longer needed.
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

/** One message per recipient. Only unreachable recipients are retried, and no one receives a message twice. */
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
