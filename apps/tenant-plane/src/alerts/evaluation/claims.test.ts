import { createLog, type Db, newId, openDatabase, sql } from "@opsplane/runtime";
import { expect, test } from "vitest";
import { sharedPlane } from "../../../test/plane.ts";
import type { Core } from "../../core.ts";
import { touchAlerts } from "../store.ts";
import { evaluateDue } from "./rounds.ts";
import { claimDue } from "./store.ts";

class Undone extends Error {}

/** Runs the work in a transaction that is undone, so that the plane's own evaluation sees nothing of it. */
async function undone(work: (tx: Db, tenantId: string, policies: readonly string[]) => Promise<void>): Promise<void> {
  const plane = await sharedPlane();
  const { api, tokens } = await plane.tenant();
  const policies: string[] = [];
  for (const name of ["one", "two", "three"]) {
    const condition = {
      type: "threshold",
      metric_name: name,
      operator: ">",
      threshold: 1,
      window: "1h",
      agg: "max",
    } as const;
    const { id } = await api.alertPolicies.create({
      body: { name, signal: "metrics", severity: "P3", interval: "30m", condition },
    });
    policies.push(id);
  }
  const log = createLog("fatal");
  const database = openDatabase({ url: plane.databaseUrl, log, tenantConnections: 1, systemConnections: 1 });
  const ending = database.inSystem(async (tx) => {
    await work(tx, tokens.user.tenant_id, policies);
    throw new Undone();
  });
  await expect(ending.finally(() => database.close())).rejects.toThrow(Undone);
}

/** The policies of the tenant that one claim takes. */
async function claimed(tx: Db, tenantId: string): Promise<string[]> {
  const all = await claimDue(tx, 1_000, []);
  return all.filter((each) => each.tenantId === tenantId).map(({ policyId }) => policyId);
}

test("policies with more open alerts than memory should hold are not evaluated together", async () => {
  await undone(async (tx, tenantId, [one = "", two = "", three = ""]) => {
    const due = (id: string, firing: number, minutes: number) =>
      tx.run(sql`
        update alert_evaluation_states
        set firing = ${firing}, error = null, next_at = app_now() - make_interval(mins => ${minutes}), evaluated_at = app_now() - interval '1 hour'
        where tenant_id = ${tenantId} and policy_id = ${id}`);
    await due(one, 15_000, 50);
    await due(two, 15_000, 40);
    await due(three, 1, 30);
    expect(await claimed(tx, tenantId)).toEqual([one]);
    expect((await claimed(tx, tenantId)).toSorted()).toEqual([two, three].toSorted());
  });
});

test("an evaluation whose claim another one took changes no alert", async () => {
  await undone(async (tx, tenantId, [policyId = ""]) => {
    const id = newId();
    await tx.run(sql`
      insert into alerts (tenant_id, id, policy_id, source, group_key, incident_key, name, status, severity, labels, summary, description, started_at, last_seen_at, value)
      values (${tenantId}, ${id}, ${policyId}, 'metrics', 'host=a', 'a', 'a', 'pending', 'P3', '{}', 'a', '', app_now(), app_now(), 1)`);
    const state = await tx.first<{ claim: number }>(
      sql`select claim::int as claim from alert_evaluation_states where tenant_id = ${tenantId} and policy_id = ${policyId}`,
    );
    const claim = state?.claim ?? 0;
    const valueAfter = async (ofClaim: number, value: number) => {
      await touchAlerts(tx, [{ tenantId, id, policyId, claim: ofClaim, value, recoveringAt: null }]);
      return (
        await tx.first<{ value: number }>(sql`select value from alerts where tenant_id = ${tenantId} and id = ${id}`)
      )?.value;
    };
    expect(await valueAfter(claim, 2)).toBe(2);
    expect(await valueAfter(claim - 1, 3)).toBe(2);
  });
});

test("an evaluation that fails makes its round fail", async () => {
  await undone(async (tx, tenantId) => {
    await tx.run(
      sql`update alert_evaluation_states set next_at = app_now() - interval '1 minute' where tenant_id = ${tenantId}`,
    );
    const entitlementsOf = () => Promise.reject(new Error("The license cannot be read."));
    // A round reads no more of the core until it knows that the tenant may write.
    const core = { database: { system: tx }, entitlementsOf } as unknown as Core;
    const never = () => {
      throw new Error("Nothing is evaluated.");
    };
    await expect(evaluateDue(core, never, new AbortController().signal)).rejects.toThrow("The license cannot be read.");
  });
});
