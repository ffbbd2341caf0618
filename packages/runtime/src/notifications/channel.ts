import type { QueueSpec, WorkflowRun } from "../durable/workflow.ts";

/**
 * refused: for good, another try is useless. unreachable: the server is away. deferred: the server refuses this address for now, as it
 * also does with addresses that do not exist.
 */
export type Delivery = "accepted" | "refused" | "unreachable" | "deferred";

/** A notification channel. Email is the first; chat, push and webhooks have the same shape. */
export interface Channel<Message> {
  readonly kind: string;
  send(message: Message): Promise<Delivery>;
  close(): void;
}

export const messageQueue: QueueSpec = { name: "messages", concurrency: 20, share: 8 };

const maxPauseMs = 5 * 60_000;
const day = 24 * 3_600_000;
const giveUpAfterMs = { unreachable: 7 * day, deferred: day };

/** What the input of a message keeps of the tries before it. */
export interface Retried {
  readonly tries?: {
    readonly number: number;
    readonly waitedMs: number;
    /** The recipients that are left. */
    readonly left?: readonly string[];
  };
}

/** later: another job tries again. */
type Outcome = Delivery | undefined | "later";

export function isTemporary(outcome: Outcome): outcome is keyof typeof giveUpAfterMs {
  return outcome === "unreachable" || outcome === "deferred";
}

/**
 * One try. After a temporary failure the same workflow starts again, with growing pauses, which hold no place of its queue. An
 * attempt returns `undefined` when the message is no longer needed. The outcome is final unless it is `later`.
 */
export async function keepTrying(
  run: WorkflowRun,
  input: Retried,
  firstPauseMs: number,
  attempt: () => Promise<Delivery | undefined>,
): Promise<Outcome> {
  const outcome = await run.step("send", attempt);
  const { pauseMs, waitedMs, number } = nextTry(input, firstPauseMs);
  if (!isTemporary(outcome) || waitedMs > giveUpAfterMs[outcome]) return outcome;
  await run.again(pauseMs, { ...input, tries: { number, waitedMs } });
  return "later";
}

/** One message per recipient. Only those who could not be reached are tried again, and no one receives a message twice. */
export async function sendToEach<Recipient extends { id: string }>(
  run: WorkflowRun,
  input: Retried,
  firstPauseMs: number,
  recipients: readonly Recipient[],
  send: (recipient: Recipient) => Promise<Delivery | undefined>,
): Promise<void> {
  const before = input.tries?.left;
  const { pauseMs, waitedMs, number } = nextTry(input, firstPauseMs);
  const left: string[] = [];
  for (const recipient of recipients) {
    if (before && !before.includes(recipient.id)) continue;
    const outcome = await run.step(`send to ${recipient.id}`, () => send(recipient));
    if (isTemporary(outcome) && waitedMs <= giveUpAfterMs[outcome]) left.push(recipient.id);
  }
  if (left.length > 0) await run.again(pauseMs, { ...input, tries: { number, waitedMs, left } });
}

function nextTry({ tries }: Retried, firstPauseMs: number) {
  const { number, waitedMs } = tries ?? { number: 1, waitedMs: 0 };
  const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(number - 1, 20), maxPauseMs);
  return { pauseMs, waitedMs: waitedMs + pauseMs, number: number + 1 };
}
