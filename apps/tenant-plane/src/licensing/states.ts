import type { DirectoryUser } from "@opsplane/contract";
import {
  defineWorkflow,
  type EntitlementState,
  type Letter,
  messageQueue,
  type Retried,
  type Schedule,
  sendToEach,
  type Workflow,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import type { EntitlementSource } from "./entitlements.ts";
import { nobodyPaged, statusAt, whileWords } from "./rules.ts";
import * as store from "./store.ts";

interface StateServices extends Pick<Core, "database" | "mailer" | "publicUrl" | "asAutomation" | "enqueue"> {
  entitlements: EntitlementSource;
}

interface StateChange extends Retried {
  tenantId: string;
  state: EntitlementState;
  changes: number;
}

const sendState = defineWorkflow<StateChange>("send-entitlement-state", messageQueue);

const lookMs = 60_000;
const maxTenants = 500;
const maxAdmins = 20;

/** Writes to the admins when alerts stop being evaluated, and when they are evaluated again: once for each change. */
export function stateJobs(services: StateServices): { workflows: Workflow[]; schedules: Schedule[] } {
  const { mailer, database, publicUrl } = services;
  const look: Schedule = {
    name: "licensing.states",
    everyMs: lookMs,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (const tenantId of await store.tenantsToCheck(database.system, maxTenants)) {
        signal.throwIfAborted();
        await noteState(services, tenantId);
      }
    },
  };
  if (!mailer) return { workflows: [], schedules: [look] };
  const send = sendState.implement(async (change, run) => {
    const { tenantId } = change;
    const admins = await run.step("who", () => store.adminsOf(database.tenant(tenantId), maxAdmins));
    await sendToEach(run, change, mailer.retryMs, admins, async (admin) => {
      const { state, reason } = await currentStatus(services, tenantId);
      if (state !== change.state) return undefined;
      return mailer.send(stateLetter(publicUrl(), change, reason, admin));
    });
  });
  return { workflows: [send], schedules: [look] };
}

async function currentStatus({ entitlements }: StateServices, tenantId: string) {
  return statusAt(await entitlements.sourceOf(tenantId), entitlements.clock.now());
}

async function noteState(services: StateServices, tenantId: string): Promise<void> {
  const { state } = await currentStatus(services, tenantId);
  const { database, asAutomation, enqueue, mailer } = services;
  const before = await store.checkState(database.system, tenantId);
  if (before === state) return;
  await asAutomation(tenantId, "licensing.state", async ({ db, audit }) => {
    const changes = await store.saveState(db, tenantId, state);
    // Another instance was faster.
    if (changes === undefined) return false;
    audit({ target: { type: "entitlements", id: tenantId, name: state }, before: { state: before }, after: { state } });
    if (mailer)
      await enqueue(db, sendState.job(`entitlement-state-${tenantId}-${changes}`, { tenantId, state, changes }));
    return undefined;
  });
}

function stateLetter(
  baseUrl: string,
  { tenantId, state, changes }: StateChange,
  reason: string | undefined,
  { id, name, email }: DirectoryUser,
): Letter {
  const isBack = state === "active";
  return {
    to: { name, address: email },
    messageId: `<entitlements-${tenantId}-${changes}-${id}@opsplane>`,
    subject: isBack ? "People are paged again" : `Nobody is paged while ${whileWords[state]}`,
    lines: isBack
      ? ["Alerts are evaluated and received again, and their incidents page people."]
      : [nobodyPaged(state), ...(reason === undefined ? [] : [reason])],
    facts: [["Organization", tenantId]],
    action: { label: "License & usage", url: `${baseUrl}/settings/license` },
  };
}
