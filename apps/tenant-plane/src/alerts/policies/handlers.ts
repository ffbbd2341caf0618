import type { operations } from "@opsplane/contract";
import { difference, fail, type HandlersOf } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import { boundedRange, signalOf } from "../../telemetry/index.ts";
import { backtest } from "../backtest/backtest.ts";
import type { OpenSignals } from "../signals/read.ts";
import { contentOf } from "./content.ts";
import * as store from "./store.ts";
import { assertUsable, changePolicy, createPolicy, deletePolicy, storedContent } from "./writes.ts";

export function policyHandlers(core: Core, openSignals: OpenSignals): HandlersOf<typeof operations.alertPolicies> {
  const interval = `${Math.round(core.config.alertEvalMs / 1000)}s`;
  return {
    list: ({ db, query: { limit = 50, offset = 0, ...filter } }) =>
      store.listPolicies(db, { ...filter, limit, offset }),

    get: async ({ db, params }) => (await store.getPolicy(db, params.id)) ?? missing(params.id),

    create: async (write) => {
      const made = await createPolicy(write, contentOf(write.body, interval));
      write.audit({ target: target(made), after: storedContent(made) });
      return made;
    },

    update: async (write) => {
      const { db, params, body, audit, assertUnchanged } = write;
      const before = (await store.lockPolicy(db, params.id)) ?? missing(params.id);
      assertUnchanged(before);
      const after = await changePolicy(write, before, body);
      audit({ target: target(before), ...difference(storedContent(before), storedContent(after)) });
      return after;
    },

    remove: async (write) => {
      const before = (await store.lockPolicy(write.db, write.params.id)) ?? missing(write.params.id);
      await deletePolicy(write, before);
      write.audit({ target: target(before), before: storedContent(before) });
      return undefined;
    },

    versions: async ({ db, params, query }) => {
      const { id } = (await store.getPolicy(db, params.id)) ?? missing(params.id);
      return store.listVersions(db, id, query);
    },

    evaluations: async ({ db, params, query }) => {
      const { id } = (await store.getPolicy(db, params.id)) ?? missing(params.id);
      return store.listEvaluations(db, id, query);
    },

    backtest: async ({ db, body: { policy, ...range }, principal, reply }) => {
      const content = contentOf(policy, interval);
      await assertUsable(db, content);
      const reads = openSignals(principal.tenantId, signalOf(reply), "person");
      return backtest(db, reads, content, boundedRange(range, core.clock.now(), 24));
    },
  };
}

function target({ id, name }: { id: string; name: string }) {
  return { type: "alert_policy", id, name };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no alert policy ${id}.`);
}
