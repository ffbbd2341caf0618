import { type ControlId, complianceEvents, controlIds, controls, type operations } from "@opsplane/contract";
import { fail, type HandlersOf, invalid, newId } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { boundedRange } from "../telemetry/index.ts";
import { checkControls } from "./controls.ts";
import * as store from "./store.ts";

const usualHours = 90 * 24;
const validDays = 90;

export function complianceHandlers({
  entitlementsOf,
}: Pick<Core, "entitlementsOf">): HandlersOf<typeof operations.compliance> {
  return {
    controls: async ({ db, query, principal, now }) => {
      const period = boundedRange(query, now, usualHours);
      const entitlements = await entitlementsOf(principal.tenantId);
      const items = await checkControls({ db, period, now, entitlements });
      return { items, total: items.length };
    },

    attestations: ({ db, query: { control, limit = 50, offset = 0 } }) =>
      store.listAttestations(db, { ...(control ? { control } : {}), limit, offset }),

    attest: async ({ db, body, actor, now, audit, announce }) => {
      const control = attestable(body.control);
      const validUntil = new Date(now.getTime() + validDays * 86_400_000);
      const wanted = { id: newId(), control, statement: body.statement, validUntil };
      const made =
        (await store.insertAttestation(db, wanted, actor)) ?? fail("ERROR", "The attestation could not be stored.");
      audit({ target: { type: "attestation", id: made.id, name: controls[control].name }, after: made });
      announce(complianceEvents.attested, made.id, {});
      return made;
    },
  };
}

function attestable(written: string): ControlId {
  const known = controlIds.filter((id) => controls[id].attested);
  return known.find((id) => id === written) ?? invalid("control", `must be one of: ${known.join(", ")}`);
}
