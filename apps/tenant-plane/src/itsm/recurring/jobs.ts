import { recurringChangeEvents } from "@opsplane/contract";
import type { CronJob } from "@opsplane/runtime";
import { openChange } from "../changes/writes.ts";
import { windowOf } from "./rules.ts";
import { activeUser, cronKind, existingItems, lockRecurring, setLastChange } from "./store.ts";

/** Creates the change of one slot. Items and people that are gone by then are left out. */
export const recurringJob: CronJob = {
  kind: cronKind,
  run: async (write, { subjectId, slot }) => {
    const { db, now, announce } = write;
    const recurring = await lockRecurring(db, subjectId);
    if (!recurring) return false;
    const window = windowOf(slot, recurring.duration_minutes);
    // The server was down until after the window: there is nothing left to plan.
    if (Date.parse(window.requested_end) <= now.getTime()) return false;
    const { title, description, type, risk_level, implementation_plan, rollback_plan, test_plan } = recurring;
    const { assigned_to, ci_ids, workflow_definition_id, submit, created_by, author_ids } = recurring;
    const change = await openChange(
      write,
      {
        ...{ title, description, type, risk_level, implementation_plan, rollback_plan, test_plan },
        ...window,
        assigned_to: assigned_to && (await activeUser(db, assigned_to)),
        ci_ids: await existingItems(db, ci_ids),
        workflow_definition_id,
        ...(submit ? { status: "pending_approval" as const } : {}),
      },
      { label: created_by, userId: null },
      author_ids,
    );
    await setLastChange(db, recurring.id, change.id);
    announce(recurringChangeEvents.updated, recurring.id, { title });
    return undefined;
  },
};
