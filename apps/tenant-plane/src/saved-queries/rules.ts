import type { SavedQuery } from "@opsplane/contract";
import { fail, type Principal } from "@opsplane/runtime";

/** Your own queries, and the shared ones. */
export function canSee({ owner_id, shared }: SavedQuery, { userId }: Principal): boolean {
  return shared || (owner_id !== null && owner_id === userId);
}

/** Your own queries. A shared one belongs to the tenant, so that people who manage telemetry can change it too. */
export function assertMayChange({ owner_id, shared }: SavedQuery, principal: Principal): void {
  const isOwn = owner_id !== null && owner_id === principal.userId;
  if (!isOwn && !(shared && canShare(principal)))
    fail("FORBIDDEN", "Only its owner, or someone with the permission observability:write, can change this query.");
}

export function assertMayShare(principal: Principal): void {
  if (!canShare(principal)) fail("FORBIDDEN", "Sharing a query needs the permission observability:write.");
}

/** A key that acts for no user has no private queries. */
export function assertHasPlace(shared: boolean, { userId }: Principal): void {
  if (!shared && userId === null)
    fail("VALIDATION_ERROR", "A key without a user can save shared queries only; send `shared: true`.");
}

function canShare({ permissions }: Principal): boolean {
  return permissions.has("observability:write");
}
