export type { LicenseClaims } from "./claims.ts";
export { BadLicenseRequest, issueLicense, type LicenseRequest } from "./issue.ts";
export {
  BadPublicKey,
  BadSigningKey,
  newSigningKey,
  type PublicKeys,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from "./keys.ts";
export { type LicenseState, licenseState } from "./license-state.ts";
export { type SubscriptionStatement, signStatement, verifyStatement } from "./statement.ts";
export {
  graceDaysOf,
  type Subscription,
  type SubscriptionState,
  subscriptionState,
  suspendsAt,
} from "./subscription-state.ts";
export { inspectLicense, type LicenseVerdict, verifyLicense } from "./verify.ts";
