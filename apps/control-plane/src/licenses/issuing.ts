import type { License, TenantSubscription } from "@opsplane/contract/control-plane";
import { issueLicense, type SigningKey } from "@opsplane/licensing";
import { hashToken, newId, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { assertPaid, graceDays, readOnlyDays } from "./rules.ts";
import { insertLicense } from "./store.ts";

interface Wanted {
  subscription: TenantSubscription;
  mode: License["deployment_mode"];
  days: number;
  /** The line that is renewed; absent for the first license of a line. */
  lineId?: string;
  key: SigningKey;
}

interface IssuedLicense {
  id: string;
  jwt: string;
  expiresAt: Date;
}

/** Signs a license with what the subscription includes now, and stores it sealed. */
export async function issue(
  { secrets }: Pick<Core, "secrets">,
  { db, now, actor }: WriteScope,
  { subscription, mode, days, lineId, key }: Wanted,
): Promise<IssuedLicense> {
  assertPaid(subscription);
  const id = newId();
  const { tenant_id: tenantId, plan_id: planId, addons } = subscription;
  const request = { tenantId, planId, addons, deploymentMode: mode, days, graceDays, readOnlyDays, licenseId: id };
  const { jwt, claims } = await issueLicense(request, key, now);
  await insertLicense(db, {
    ...{ id, tenantId, lineId: lineId ?? id, kid: key.kid, mode, planId, addons, issuedBy: actor },
    ...{ jwt: secrets.seal(jwt), jwtHash: hashToken(jwt), hint: jwt.slice(0, 12) },
    issuedAt: now,
    expiresAt: claims.expiresAt,
  });
  return { id, jwt, expiresAt: claims.expiresAt };
}
