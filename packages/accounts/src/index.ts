export { auditHandlers } from "./audit/handlers.ts";
export { type AuthServices, authHandlers } from "./auth/handlers.ts";
export {
  openPrincipals,
  type PermissionsOf,
  type PrincipalSources,
  type Principals,
  type TokenHolder,
  type TokenKind,
} from "./auth/principals.ts";
export { temporaryPasswordEnd } from "./auth/rules.ts";
export { countAttempt, forgetTokens } from "./auth/store.ts";
export { passwordThrottle } from "./auth/throttle.ts";
export { getTenant, type Tenant } from "./tenants/store.ts";
export { bootstrap, createTenant, type FirstAdmin, type NewTenant } from "./tenants/tenants.ts";
export { userHandlers } from "./users/handlers.ts";
export { invitationJobs } from "./users/jobs.ts";
export { assertCovers } from "./users/rules.ts";
export { countActive, directoryUsers, getUser, insertUser } from "./users/store.ts";
