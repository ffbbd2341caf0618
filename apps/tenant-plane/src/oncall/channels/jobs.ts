import { defineWorkflow, type Job, type Schedule, sql, type Transaction, type WriteScope } from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { addIncidentEntry } from "../../incidents/index.ts";
import { peopleOf } from "../people.ts";
import type { Dispatch, NewNotification } from "./deliveries.ts";
import * as deliveries from "./deliveries.ts";
import type { VapidKeys } from "./push/vapid.ts";
import { type Attempt, type FinishedAttempt, nextWait } from "./rules.ts";
import { send } from "./send.ts";
import { noteResult } from "./store.ts";

/** One attempt to send a message. Retries wait in the table, because a workflow that sleeps would hold a place of the queue. */
const attempt = defineWorkflow<Dispatch>("oncall-notification", { name: "oncall", concurrency: 60, share: 20 });

export function channelJobs(core: Core, vapid: VapidKeys): Required<Pick<Feature, "workflows" | "schedules">> {
  return {
    workflows: [
      attempt.implement(async (dispatch, run) => {
        const made = await run.step("send", () =>
          send({ ...core, vapid }, core.database.tenant(dispatch.tenantId), dispatch),
        );
        await run.step("record", () => record(core, dispatch, made));
      }),
    ],
    schedules: [dueDeliveries(core), retention(core)],
  };
}

function attemptJob(dispatch: Dispatch): Job {
  return attempt.job(`notification-${dispatch.notificationId}-${dispatch.number}`, dispatch);
}

/** Stores messages and starts those that are due. Returns the ids of those that were not stored before. */
export async function notify(
  { enqueue }: Pick<Core, "enqueue">,
  db: Transaction,
  tenantId: string,
  notifications: readonly NewNotification[],
): Promise<string[]> {
  const { stored, sending } = await deliveries.insertNotifications(db, notifications);
  for (const notificationId of sending) await enqueue(db, attemptJob({ tenantId, notificationId, number: 1 }));
  return stored;
}

const busyWaitMs = 2_000;

/** Stores how the attempt ended. A page that reached no one is on the incident's timeline. */
async function record({ asAutomation }: Core, dispatch: Dispatch, made: Attempt): Promise<void> {
  await asAutomation(dispatch.tenantId, "oncall.notify", async (write) => {
    const sending = await deliveries.lockSending(write.db, dispatch);
    if (!sending) return false;
    if (made.result === "delivered" || made.result === "failed") return finish(write, sending, made);
    if (made.result === "busy") await deliveries.postpone(write.db, sending.id, busyWaitMs);
    else await deliveries.cancelOpen(write.db, sql`id = ${sending.id}`, "The person or the channel is disabled.");
    return false;
  });
}

type Sending = NonNullable<Awaited<ReturnType<typeof deliveries.lockSending>>>;

async function finish(write: WriteScope, sending: Sending, made: FinishedAttempt): Promise<undefined | false> {
  const { db } = write;
  const { id, kind, attempts, channel_id, incident_id } = sending;
  const isDone = made.result === "delivered" || made.final;
  const wait = isDone ? undefined : nextWait(kind, attempts + 1, Math.random());
  if (channel_id !== null) await noteResult(db, channel_id, { ...made, isOver: wait === undefined });
  await deliveries.saveAttempt(db, id, wait === undefined ? made.result : "pending", wait, made);
  if (made.result === "delivered" || wait !== undefined || kind !== "page" || incident_id === null) return false;
  const person = (await peopleOf(db, [sending.user_id])).get(sending.user_id ?? "");
  const whom = person ? `${person.name} by ${sending.channel_name}` : sending.channel_name;
  await addIncidentEntry(write, incident_id, {
    kind: "page",
    body: `Could not page ${whom}: ${made.error}`,
    changes: {},
  });
  return undefined;
}

const maxDispatches = 200;

function dueDeliveries({ database, enqueue }: Core): Schedule {
  return {
    name: "oncall.deliveries",
    everyMs: 1_000,
    runsOn: "one-worker",
    run: async () => {
      await database.inSystem(async (tx) => {
        for (const dispatch of await deliveries.takeDue(tx, maxDispatches)) await enqueue(tx, attemptJob(dispatch));
      });
    },
  };
}

const batch = 2_000;

function retention({ database }: Core): Schedule {
  return {
    name: "oncall.retention",
    everyMs: 10 * 60_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      while ((await deliveries.deleteOld(database.system, batch)) === batch) signal.throwIfAborted();
    },
  };
}
