import type { operations } from "@opsplane/contract";
import { isId } from "@opsplane/contract";
import { fail, type HandlersOf, invalid, parseRange } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { namedIncident } from "../records/references.ts";
import * as store from "./store.ts";
import { endAlert } from "./writes.ts";

export function alertHandlers({ clock }: Core): HandlersOf<typeof operations.alerts> {
  return {
    list: async ({ db, query }) => {
      const { limit = 50, next, label = [], incident_id, from, to, ...filter } = query;
      if (next !== undefined && !isId(next)) invalid("next", "is not a cursor of this list");
      const incident = await namedIncident(db, incident_id ?? null);
      const range = parseRange({ ...(from && { from }), ...(to && { to }) }, clock.now());
      const wanted = { ...filter, ...(incident && { incident_id: incident.id }), labels: labelsOf(label), range };
      return store.listAlerts(db, wanted, limit, next);
    },

    get: async ({ db, params }) => (await store.getAlert(db, params.id)) ?? missing(params.id),

    counts: async ({ db }) => (await store.countAlerts(db)) ?? { pending: 0, firing: 0, muted: 0, flapping: 0 },

    resolve: async (write) => {
      const { db, params, audit, principal } = write;
      const alert = (await store.lockAlert(db, params.id)) ?? missing(params.id);
      if (alert.policy_id !== null)
        fail("CONFLICT", "The alert of a policy ends when its condition does; silence it instead.");
      if (alert.status === "resolved") fail("CONFLICT", "The alert is resolved already.");
      await endAlert(write, alert, `${principal.label} resolved it.`);
      audit({ target: { type: "alert", id: alert.id, name: alert.name }, after: { status: "resolved" } });
      return (await store.getAlert(db, alert.id)) ?? missing(alert.id);
    },
  };
}

function labelsOf(written: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    written.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1) invalid("label", `'${pair}' is not of the form name=value`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no alert ${id}.`);
}
