import type { controlOperations } from "@opsplane/contract/control-plane";
import { inspectLicense, readPublicKeys, verifyLicense } from "@opsplane/licensing";
import { addressGroup, fail, type Handler, hashToken, rateLimiter, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { readVersion } from "../deployments/index.ts";
import { keyByKid, renewalKey } from "../signing-keys/index.ts";
import { readSubscription } from "../subscriptions/index.ts";
import { issue } from "./issuing.ts";
import { assertPaid, mayRenew, renewedDays } from "./rules.ts";
import * as store from "./store.ts";

type PhoneHome = Handler<typeof controlOperations.licenses.phoneHome>;
type Renewed = Awaited<ReturnType<PhoneHome>>;

/** Exchanges a license that this Control Plane issued for the newest of its line, or for a new one. */
export function phoneHomeHandler(core: Core): PhoneHome {
  const { database, asAutomation, refusals, config } = core;
  const countCall = rateLimiter(config.phoneHomesPerMinute);
  return async ({ body, request, origin, now }) => {
    countCall(addressGroup(request.ip), now.getTime());
    refusals.assertAllowed(request.ip);
    const presented = await recognized(core, body.license, now);
    if ("problem" in presented) {
      refusals.count(request.ip);
      return fail("LICENSE_INVALID", presented.problem);
    }
    const key = await renewalKey(core, database.system, presented.kid);
    let renewed: Renewed | undefined;
    const exchange = async (write: WriteScope): Promise<undefined | false> => {
      const { db } = write;
      await store.lockLine(db, presented.line_id);
      const newest = (await store.newestOf(db, presented.line_id)) ?? fail("LICENSE_INVALID", unknown);
      if (newest.revoked_at !== null) fail("LICENSE_INVALID", "The license was revoked; ask for a new one.");
      const subscription =
        (await readSubscription(write, presented.tenant_id)) ?? fail("LICENSE_INVALID", "There is no subscription.");
      assertPaid(subscription);
      const isRenewed = mayRenew(newest, presented.id, now);
      const mode = newest.deployment_mode;
      const made = isRenewed
        ? await issue(core, write, { subscription, mode, days: renewedDays, lineId: presented.line_id, key })
        : { id: newest.id, jwt: await jwtOf(core, write, newest.id), expiresAt: new Date(newest.expires_at) };
      await store.notePhoneHome(db, made.id, readVersion(body.tp_version));
      renewed = { license: made.jwt, expires_at: made.expiresAt.toISOString() };
      if (!isRenewed) return false;
      write.audit({
        target: { type: "license", id: made.id, name: presented.tenant_id },
        after: { renews: presented.id, plan_id: subscription.plan_id, expires_at: renewed.expires_at },
      });
      return undefined;
    };
    await asAutomation(presented.tenant_id, "licenses.phoneHome", exchange, { ...origin, actor: "phone-home" });
    return renewed ?? fail("ERROR", "The license could not be renewed.");
  };
}

const unknown = "The license is not known here; it was not issued by this Control Plane.";

interface Recognized {
  id: string;
  tenant_id: string;
  line_id: string;
  kid: string;
}

/** The signature is checked first, so that the id of a license alone says nothing. Retired keys still prove old licenses. */
async function recognized({ database }: Core, jwt: string, now: Date): Promise<Recognized | { problem: string }> {
  const read = inspectLicense(jwt);
  if ("problem" in read) return read;
  const { kid } = read.header;
  const key = typeof kid === "string" ? await keyByKid(database.system, kid) : undefined;
  if (!key) return { problem: "The license was signed with a key that is not known here." };
  const verdict = await verifyLicense(jwt, await readPublicKeys(key.public_pem), null, now);
  if (!verdict.ok) return { problem: verdict.problem };
  const { licenseId } = verdict.claims;
  const known = licenseId === null ? undefined : await store.knownLicense(database.system, licenseId, hashToken(jwt));
  return known ?? { problem: unknown };
}

async function jwtOf({ secrets }: Core, { db }: WriteScope, id: string): Promise<string> {
  const stored = (await store.sealedJwt(db, id)) ?? fail("LICENSE_INVALID", unknown);
  return secrets.open(stored.jwt);
}
