import {
  contentProblems,
  type Dashboard,
  type DashboardLayout,
  type DashboardSummary,
  type DashboardVisibility,
  dashboardSchemaVersion,
  maxLinkDays,
  type Needs,
  needsOf,
} from "@opsplane/contract";
import { fail, invalid, type Principal } from "@opsplane/runtime";
import type { StoredDashboard, StoredSummary } from "./store.ts";

/** Your own dashboards, and with the permission those that others share with you. */
export function canEdit({ visibility, owner_id }: StoredSummary | StoredDashboard, principal: Principal): boolean {
  if (!principal.permissions.has("dashboards:write")) return false;
  return visibility !== "private" || isOwn(owner_id, principal);
}

function isOwn(ownerId: string | null, { userId }: Principal): boolean {
  return ownerId !== null && ownerId === userId;
}

export function shownSummary(stored: StoredSummary, principal: Principal): DashboardSummary {
  return { ...stored, can_edit: canEdit(stored, principal) };
}

export function shown(stored: StoredDashboard, principal: Principal): Dashboard {
  return { ...stored, can_edit: canEdit(stored, principal) };
}

/** A key without a user has no private dashboards. */
export function firstVisibility({ userId }: Principal): DashboardVisibility {
  return userId === null ? "everyone" : "private";
}

type Sharing = Pick<StoredDashboard, "visibility" | "group_ids">;

/** Checks who will see it. Only its owner can hide it from the others. */
export function assertSharing(
  { visibility, group_ids }: Sharing,
  before: { visibility: DashboardVisibility | undefined; ownerId: string | null },
  principal: Principal,
): void {
  if (visibility === "team" && group_ids.length === 0) invalid("group_ids", "needs at least one group for a team");
  if (visibility !== "private" || before.visibility === "private") return;
  if (principal.userId === null) invalid("visibility", "cannot be private, because this key belongs to no user");
  if (!isOwn(before.ownerId, principal)) fail("FORBIDDEN", "Only the person who created it can make it private.");
}

export function assertLayout(layout: DashboardLayout, now: Date): void {
  const details = contentProblems(layout, now);
  const [first] = details;
  if (first) fail("VALIDATION_ERROR", `${first.path}: ${first.message}`, { details });
}

/**
 * People add and change only what they can see themselves, because a public link shows the widgets with the permissions of
 * its creator.
 */
export function assertMayPlace(
  layout: DashboardLayout,
  before: DashboardLayout | undefined,
  { permissions }: Principal,
): void {
  const parts = (from: DashboardLayout | undefined) => [...(from?.widgets ?? []), ...(from?.variables ?? [])];
  const known = new Set(parts(before).map(contentKey));
  const added = parts(layout).filter((part) => !known.has(contentKey(part)));
  const missing = added.flatMap(partNeeds).find(({ access }) => !permissions.has(access));
  if (missing)
    fail("FORBIDDEN", `Widgets that you add or change need the permission ${missing.access}, which your role lacks.`);
}

type Part = DashboardLayout["widgets"][number] | DashboardLayout["variables"][number];

/** What a part shows, without its place. */
function contentKey(part: Part): string {
  return JSON.stringify("kind" in part ? [part.kind, part.options] : { ...part, label: "" });
}

const ofVariable: Needs = { access: "observability:read", module: "observability" };

function partNeeds(part: Part): Needs[] {
  if ("kind" in part) return needsOf(part);
  return part.type === "list" ? [] : [ofVariable];
}

export function assertSchemaVersion(version: number): void {
  if (version !== dashboardSchemaVersion)
    invalid("schema_version", `is ${version}; this release reads version ${dashboardSchemaVersion}`);
}

const day = 86_400_000;

/** The end of a link as it is stored. */
export function expiryOf(written: string, now: Date): string {
  const ahead = Date.parse(written) - now.getTime();
  if (!(ahead > 0)) invalid("expires_at", "must be in the future");
  if (ahead > maxLinkDays * day) invalid("expires_at", `must be within ${maxLinkDays} days`);
  return new Date(written).toISOString();
}
