import type { AutomationWriter, Database, Log } from "@opsplane/runtime";
import { addEntriesOf } from "../timeline.ts";
import { findDue, markBreached } from "./store.ts";

const everyMs = 5_000;
const maxAtOnce = 500;

/** Marks requests whose target time has passed, once. Any instance may do it: the row is the lock. */
export function watchTargets(database: Database, asAutomation: AutomationWriter, log: Log): () => void {
  let looking = false;
  const look = async () => {
    for (const { tenant_id, ids } of await findDue(database.system, maxAtOnce))
      await mark(asAutomation, tenant_id, ids);
  };
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    look()
      .catch((error: unknown) => log.warn({ error: String(error) }, "looking for overdue requests failed"))
      .finally(() => {
        looking = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function mark(asAutomation: AutomationWriter, tenantId: string, ids: readonly string[]): Promise<void> {
  return asAutomation(tenantId, "requests.breach", async ({ db, audit, announce }) => {
    const breached = await markBreached(db, ids);
    if (breached.length === 0) return false;
    await addEntriesOf(
      db,
      "request",
      breached.map(({ id, target_at }) => ({
        subjectId: id,
        kind: "breached",
        actor: "automation",
        body: "The target time has passed.",
        changes: { target_at: { from: target_at, to: null } },
      })),
    );
    for (const { id, reference, title, target_at } of breached)
      announce({ type: "request.breached", subjectId: id, data: { reference, title, target_at } });
    audit({
      target: {
        type: "requests",
        id: breached.map(({ id }) => id).join(","),
        name: breached.map(({ reference }) => reference).join(", "),
      },
      after: { breached: true },
    });
    return undefined;
  });
}
