import { maxReceivedBytes } from "@opsplane/contract";
import { Failure, fail, hashToken, newId, type OpenContext, rateLimiter, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { openFiring } from "../routing.ts";
import * as log from "./event-log.ts";
import { isFields, Unusable } from "./formats/incoming.ts";
import { readPagerDutyChange } from "./formats/pagerduty.ts";
import { readAlerts } from "./formats/read.ts";
import { excerpt, type Parsed } from "./received-body.ts";
import { applyAndRecord, type Outcome, recordChange, refusedEvent } from "./recording.ts";
import * as store from "./store.ts";

export type Context = OpenContext & { body: Buffer };

/** Takes the requests of senders. */
export function openReceiver(core: Core) {
  const { refusals, database, asAutomation, config } = core;
  const assertRate = rateLimiter(config.requestsPerMinute);

  /** Whose key it is. An unknown key counts against the address. */
  const holderOf = async (
    { request, now, assertEntitled }: Context,
    key: string | undefined,
  ): Promise<store.KeyHolder> => {
    refusals.assertAllowed(request.ip);
    const holder = key === undefined ? undefined : await store.findByKey(database.system, hashToken(key));
    if (!holder) {
      refusals.count(request.ip);
      return fail("UNAUTHORIZED", "This is not the key of an alert integration.");
    }
    assertRate(holder.id, now.getTime());
    await assertEntitled(holder.tenantId);
    return holder;
  };

  const write = (
    context: Context,
    { tenantId, name }: store.KeyHolder,
    work: (write: WriteScope) => Promise<undefined | false>,
  ) => {
    const action = context.request.routeOptions.config.operation ?? "alertIntegrations.receive";
    return asAutomation(tenantId, action, work, { ...context.origin, actor: `integration:${name}` });
  };

  /** Keeps what was refused in the log, and refuses it. */
  const refuse = async (context: Context, holder: store.KeyHolder, failure: Failure): Promise<never> => {
    await write(context, holder, async ({ db, now }) => {
      if (!(await store.lockIntegration(db, holder.id))) return false;
      const event = {
        ...refusedEvent,
        reason: failure.message,
        payload: excerpt(context.body),
        occurred_at: now.toISOString(),
      };
      await log.insertEvents(db, holder.id, [event]);
      await store.noteRequest(db, holder.id, failure.message);
      return false;
    });
    throw failure;
  };

  /** Runs the work of a request in one transaction. What it refuses leaves only an entry in the log. */
  const inOneWrite = async (
    context: Context,
    holder: store.KeyHolder,
    work: (write: WriteScope, integration: store.StoredIntegration) => Promise<undefined | false>,
  ): Promise<void> => {
    try {
      if (context.body.length > maxReceivedBytes)
        fail("VALIDATION_ERROR", `The body is larger than ${maxReceivedBytes / 1024 / 1024} MiB.`, { status: 413 });
      await write(context, holder, async (scope) => {
        const integration =
          (await store.lockIntegration(scope.db, holder.id)) ?? fail("UNAUTHORIZED", "The integration was deleted.");
        if (!integration.enabled) fail("FORBIDDEN", `The integration '${integration.name}' is disabled.`);
        return work(scope, integration);
      });
    } catch (error) {
      const failure = error instanceof Unusable ? unusableFailure(error) : error;
      if (failure instanceof Failure && failure.status < 500 && failure.code !== "UNAUTHORIZED")
        return refuse(context, holder, failure);
      throw error;
    }
  };

  return {
    holderOf,

    accept: async (
      context: Context,
      holder: store.KeyHolder,
      body: Parsed,
      isExpected?: (body: unknown) => boolean,
    ) => {
      let events: Outcome[] = [];
      await inOneWrite(context, holder, async (scope, integration) => {
        if (body.problem !== undefined) fail("VALIDATION_ERROR", body.problem);
        if (isExpected && !isExpected(body.value))
          throw new Unusable([{ path: "event_action", message: "must be trigger, acknowledge or resolve" }]);
        const format = {
          type: isExpected ? ("pagerduty" as const) : integration.type,
          mapping: integration.settings.mapping,
        };
        const received = readAlerts(format, body.value, newId());
        const all = received.flatMap(({ problems }) => problems);
        if (received.length > 0 && received.every(({ alert }) => alert === null)) throw new Unusable(all.slice(0, 20));
        events = await applyAndRecord(openFiring(core, scope), integration, received);
        const news = events.filter(isNews);
        if (news.length === 0) return false;
        const alerts = news.slice(0, 50).map(({ name, outcome, dedup_key }) => ({ name, outcome, dedup_key }));
        scope.audit({ target: target(integration), after: { alerts } });
        return undefined;
      });
      return { received: events.length, events };
    },

    acceptChange: (context: Context, holder: store.KeyHolder, body: Parsed) =>
      inOneWrite(context, holder, async (scope, integration) => {
        if (body.problem !== undefined) fail("VALIDATION_ERROR", body.problem);
        const received = readPagerDutyChange(isFields(body.value) ? body.value : {});
        if (received.alert === null) throw new Unusable(received.problems);
        await recordChange(scope, integration, received.alert, received.source);
        scope.audit({ target: target(integration), after: { change: received.alert.name } });
        return undefined;
      }),
  };
}

function target({ id, name }: store.StoredIntegration) {
  return { type: "alert_integration", id, name };
}

/** An update with a reason is one that is worse, or flaps. */
function isNews({ outcome, reason }: Outcome): boolean {
  if (outcome === "updated") return reason !== "";
  return ["opened", "joined", "muted", "acknowledged", "resolved"].includes(outcome);
}

function unusableFailure({ message, problems }: Unusable): Failure {
  return new Failure("VALIDATION_ERROR", message, { details: [...problems] });
}
