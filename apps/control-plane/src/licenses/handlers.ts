import { type controlOperations, type License, selfHostedModes } from "@opsplane/contract/control-plane";
import {
  actorTypeOf,
  type Db,
  difference,
  fail,
  type HandlersOf,
  type Origin,
  type ReadContext,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { licenseKey, renewalKey, usableKeys } from "../signing-keys/index.ts";
import { readSubscription } from "../subscriptions/index.ts";
import { getCustomer } from "../tenants/index.ts";
import { issue } from "./issuing.ts";
import { phoneHomeHandler } from "./phone-home.ts";
import { present } from "./rules.ts";
import * as store from "./store.ts";

const defaultDays = 365;

export function licenseHandlers(core: Core): HandlersOf<typeof controlOperations.licenses> {
  return {
    list: async ({ db, query, now }) => {
      const { items, ...total } = await store.listLicenses(db, query);
      return { items: items.map((license) => present(license, now)), ...total };
    },

    get: ({ db, params, now }) => read(db, params.id, now),

    issue: async (context) => {
      const { db, body, now, audit } = context;
      const customer = (await getCustomer(db, body.tenant_id)) ?? noCustomer(body.tenant_id);
      const own = selfHostedModes.find((mode) => mode === customer.mode);
      if (own === undefined)
        return fail("CONFLICT", `The customer '${customer.id}' is hosted, so it has a subscription and no license.`);
      const subscription = (await readSubscription(context, customer.id)) ?? noCustomer(customer.id);
      const key = await licenseKey(core, db);
      const mode = body.deployment_mode ?? own;
      const { id } = await issue(core, context, { subscription, mode, days: body.days ?? defaultDays, key });
      const license = await read(db, id, now);
      audit({ target: target(license), after: license });
      return license;
    },

    renew: async (context) => {
      const { db, params, body, now, audit } = context;
      const asked = (await store.getLicense(db, params.id)) ?? missing(params.id);
      await store.lockLine(db, asked.line_id);
      const before = (await store.newestOf(db, asked.line_id)) ?? missing(params.id);
      if (before.revoked_at !== null) fail("CONFLICT", "The license was revoked; issue a new one instead.");
      const subscription = (await readSubscription(context, before.tenant_id)) ?? noCustomer(before.tenant_id);
      const key = await renewalKey(core, db, before.kid);
      const { deployment_mode: mode, line_id: lineId } = before;
      const { id } = await issue(core, context, { subscription, mode, days: body.days ?? defaultDays, lineId, key });
      const license = await read(db, id, now);
      audit({ target: target(license), after: { renews: before.id, ...license } });
      return license;
    },

    revoke: async ({ db, params, body, now, audit }) => {
      const before = await read(db, params.id, now);
      await store.lockLine(db, before.line_id);
      if (before.revoked_at !== null) return before;
      await store.revokeLine(db, before.line_id, body.reason);
      const after = await read(db, params.id, now);
      audit({ target: target(after), ...difference(before, after) });
      return after;
    },

    download: async (context) => {
      const { db, params, principal, now } = context;
      const license = await read(db, params.id, now);
      const { jwt } = (await store.sealedJwt(db, params.id)) ?? missing(params.id);
      const text = core.secrets.open(jwt);
      const note = { target: target(license) };
      const write = async ({ audit }: { audit(given: typeof note): void }) => void audit(note);
      await core.asAutomation(principal.tenantId, "licenses.download", write, originOf(context));
      return {
        name: `license-${license.tenant_id}.jwt`,
        mediaType: "text/plain; charset=utf-8",
        chunks: oneChunk(`${text}\n`),
      };
    },

    publicKeys: async ({ database }) => {
      const keys = (await usableKeys(database.system)).map(({ kid, state, public_pem }) => ({
        kid,
        state,
        public_pem,
      }));
      return { keys, pem: keys.map(({ public_pem }) => `${public_pem.trim()}\n`).join("") };
    },

    phoneHome: phoneHomeHandler(core),
  };
}

async function* oneChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** The audit record of a read names the person, as that of a write does. */
function originOf({ principal, request }: ReadContext): Origin {
  return {
    ...{ actorType: actorTypeOf(principal), actorId: principal.id, actor: principal.label, address: request.ip },
    userAgent: request.headers["user-agent"]?.slice(0, 300) ?? null,
    traceId: request.id,
  };
}

async function read(db: Db, id: string, now: Date): Promise<License> {
  return present((await store.getLicense(db, id)) ?? missing(id), now);
}

function target({ id, tenant_id }: License) {
  return { type: "license", id, name: tenant_id };
}

function noCustomer(id: string): never {
  return fail("NOT_FOUND", `There is no customer '${id}'.`);
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no license ${id}.`);
}
