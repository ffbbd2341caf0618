import type { AlertPolicyContent } from "@opsplane/contract";
import { Failure, newId, openTurns, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { type AlertRow, fieldsOf, newAlert, sloKey, stateOf, summaryOf } from "../alert.ts";
import { itemsNamedBy } from "../named-items.ts";
import { type Firing, openFiring } from "../routing.ts";
import { durationMs } from "../signals/durations.ts";
import { observe } from "../signals/observe.ts";
import { type OpenSignals, readSignals, type SignalOutcome } from "../signals/read.ts";
import * as alertStore from "../store.ts";
import { idsOf } from "../subjects.ts";
import { announceUpdated, fireAlert, noteFlapping, noteRecovered, noteWorse } from "../writes.ts";
import { type Advanced, advance, type GroupState, type Timing, type Transition } from "./advance.ts";
import * as store from "./store.ts";

/** Evaluates policies of one tenant. */
export async function evaluateTogether(
  core: Core,
  openSignals: OpenSignals,
  tenantId: string,
  policies: readonly store.Claimed[],
  signal: AbortSignal,
): Promise<void> {
  const lately = alertsByPolicy(await alertStore.readLately(core.database.system, policies));
  const now = core.clock.now().getTime();
  const moments = policies.map(({ content }) => momentOf(content, now));
  const began = performance.now();
  const outcomes = await readAll(openSignals, tenantId, policies, moments, signal);
  const durationMs = Math.round((performance.now() - began) / policies.length);
  const quiet: store.Finished[] = [];
  const touches: alertStore.Touch[] = [];
  // A policy may have ten thousand groups, and a lot hundreds of policies.
  const turn = openTurns();
  for (const [index, policy] of policies.entries()) {
    await turn();
    const at = moments[index] ?? now;
    const rows = lately.get(policy.policyId) ?? [];
    const evaluated = evaluate(policy, rows, outcomes[index], at);
    await turn();
    const finished = { ...finishedBy(policy, evaluated, at, now), durationMs };
    if (evaluated.advanced.transitions.length === 0) {
      quiet.push(finished);
      touches.push(...touchesOf(policy, rows, evaluated.advanced));
      continue;
    }
    // One policy that cannot be stored does not keep the others from being stored.
    await apply(core, policy, rows, evaluated.advanced, at, finished).catch((error: unknown) => {
      core.log.error({ err: error, tenant: tenantId, policy: policy.policyId }, "an evaluation could not be stored");
      quiet.push({ ...finished, error: "Its alerts could not be stored. It is evaluated again." });
    });
  }
  await alertStore.touchAlerts(core.database.system, touches);
  await store.finishEvaluations(core.database.system, quiet);
}

function alertsByPolicy(rows: readonly alertStore.TenantAlert[]): Map<string | null, AlertRow[]> {
  const byPolicy = new Map<string | null, AlertRow[]>();
  for (const row of rows) {
    const its = byPolicy.get(row.policy_id);
    if (its) its.push(row);
    else byPolicy.set(row.policy_id, [row]);
  }
  return byPolicy;
}

/** The newest moment of the policy's interval, after its delay. Every instance comes to the same moments. */
function momentOf(content: AlertPolicyContent, now: number): number {
  const interval = durationMs(content.interval);
  return Math.floor((now - durationMs(content.delay)) / interval) * interval;
}

export function timingOf(content: AlertPolicyContent): Timing {
  return {
    forMs: durationMs(content.for),
    keepFiringMs: durationMs(content.keep_firing_for),
    severity: content.severity,
    noData: content.no_data,
  };
}

async function readAll(
  openSignals: OpenSignals,
  tenantId: string,
  policies: readonly store.Claimed[],
  moments: readonly number[],
  signal: AbortSignal,
): Promise<SignalOutcome[]> {
  const requests = policies.map(({ content }, index) => ({
    content,
    moments: { start: moments[index] ?? 0, step: durationMs(content.interval), points: 1 },
  }));
  try {
    return await readSignals(openSignals(tenantId, signal, "policy"), requests);
  } catch (error) {
    return policies.map(() => ({ error }));
  }
}

interface Evaluated {
  advanced: Advanced;
  groups: number;
  error: string | null;
}

function evaluate(
  { content }: store.Claimed,
  rows: readonly AlertRow[],
  outcome: SignalOutcome | undefined,
  at: number,
): Evaluated {
  const states = new Map(rows.map((row) => [row.group_key, stateOf(row)]));
  if (outcome === undefined || "error" in outcome)
    return { advanced: { states, transitions: [] }, groups: 0, error: reasonOf(outcome?.error) };
  const observed = observe(content, outcome.values, 0, states);
  return {
    advanced: advance(timingOf(content), states, observed, at),
    groups: [...observed.values()].filter(({ value }) => value !== null).length,
    error: null,
  };
}

/** A failure's message is for people; anything else is in the server's log. */
function reasonOf(error: unknown): string {
  return error instanceof Failure ? error.message : "The telemetry could not be read.";
}

function finishedBy(
  { tenantId, policyId, claim, content }: store.Claimed,
  { advanced, groups, error }: Evaluated,
  at: number,
  now: number,
): Omit<store.Finished, "durationMs"> {
  const states = [...advanced.states.values()];
  const count = (status: GroupState["status"]) => states.filter((state) => state.status === status).length;
  const nextAt = new Date(at + durationMs(content.delay) + durationMs(content.interval));
  return {
    ...{ tenantId, policyId, claim, groups, error, nextAt, at: new Date(now) },
    pending: count("pending"),
    firing: count("firing"),
  };
}

function touchesOf(
  { tenantId, policyId, claim }: store.Claimed,
  rows: readonly AlertRow[],
  { states }: Advanced,
): alertStore.Touch[] {
  return rows.flatMap((row) => {
    const state = states.get(row.group_key);
    if (state === undefined || state.status === "resolved") return [];
    const { value, recovering_at } = fieldsOf(state, 0);
    return [{ tenantId, id: row.id, policyId, claim, value, recoveringAt: recovering_at }];
  });
}

/** Stores what became of a policy's groups, with everything that follows from it, in one write. */
async function apply(
  core: Core,
  policy: store.Claimed,
  rows: readonly AlertRow[],
  { transitions }: Advanced,
  at: number,
  finished: store.Finished,
): Promise<void> {
  await core.asAutomation(policy.tenantId, "alerts.evaluate", async (write) => {
    // Another instance has taken over, or the policy was changed during the evaluation.
    if ((await store.finishEvaluations(write.db, [finished])) === 0) return false;
    const firing = openFiring(core, write);
    const saved = new Map(rows.map((row) => [row.group_key, row]));
    for (const transition of transitions) {
      const alert = await applyOne(core, firing, policy, saved.get(transition.key), transition, at);
      if (alert) saved.set(transition.key, alert);
    }
    const news = transitions.filter(({ kind }) => kind !== "pending" && kind !== "dropped");
    if (news.length > 0)
      write.audit({
        target: { type: "alert_policy", id: policy.policyId, name: policy.content.name },
        after: { alerts: news.slice(0, 50).map(({ kind, state }) => ({ kind, labels: state.labels })) },
      });
  });
}

async function applyOne(
  core: Core,
  firing: Firing,
  { policyId, content }: store.Claimed,
  before: AlertRow | undefined,
  { kind, key, state }: Transition,
  at: number,
): Promise<AlertRow | undefined> {
  if (kind === "dropped") {
    if (before) await alertStore.deleteAlert(firing.write.db, before.id);
    return undefined;
  }
  const alert: AlertRow = {
    ...(before ?? newAlert({ id: newId(), policy_id: policyId, group_key: key })),
    incident_key: content.signal === "slos" ? sloKey(content.condition.slo_id ?? "") : null,
    ...fieldsOf(state, at),
    source: content.name,
    name: content.name,
    labels: { ...content.labels, ...state.labels },
    summary: summaryOf(content, state),
    description: describe(core, policyId, content),
    escalation_policy_id: content.escalation_policy_id,
    auto_resolve: content.auto_resolve,
  };
  return steps[kind](firing, alert, content);
}

type Step = (firing: Firing, alert: AlertRow, content: AlertPolicyContent) => Promise<AlertRow>;

const steps: Record<Exclude<Transition["kind"], "dropped">, Step> = {
  pending: async ({ write }, alert) => saved(write, alert),
  fired: async (firing, alert, content) => {
    const named = await itemsNamedBy(firing.write.db, alert.labels, content.ci_labels);
    const ci_ids = [...new Set([...content.ci_ids, ...idsOf(named)])];
    return (await fireAlert(firing, { ...alert, fired_count: alert.fired_count + 1, ci_ids }, named)).alert;
  },
  worse: async ({ write }, alert) => {
    await noteWorse(write, alert);
    return saved(write, alert);
  },
  flapping: async ({ write }, alert) => {
    await noteFlapping(write, alert);
    return saved(write, alert);
  },
  resolved: async ({ write }, alert) => {
    const ended = await saved(write, { ...alert, muted: null });
    await noteRecovered(write, ended);
    return ended;
  },
};

async function saved(write: WriteScope, alert: AlertRow): Promise<AlertRow> {
  await alertStore.saveAlert(write.db, alert);
  announceUpdated(write, alert);
  return alert;
}

function describe({ publicUrl }: Core, policyId: string, content: AlertPolicyContent): string {
  const links = [`[Alert policy](${publicUrl()}/alerts/policies/${policyId})`];
  if (content.runbook_id !== null) links.push(`[Runbook](${publicUrl()}/runbooks/${content.runbook_id})`);
  return [content.description, links.join(" · ")].filter((part) => part !== "").join("\n\n");
}
