import { covers } from "@opsplane/contract";
import { fail, type Principal } from "@opsplane/runtime";

/** Nobody hands out, or takes away from, a role that can do more than they can. */
export function assertCovers(principal: Principal, role: string, permissions: readonly string[]): void {
  if (!covers(principal.permissions, permissions)) {
    fail("FORBIDDEN", `The role '${role}' can do more than you; somebody who has all of its permissions must do this.`);
  }
}

export function assertNotSelf(principal: Principal, userId: string, doing: string): void {
  if (principal.userId === userId) fail("CONFLICT", `You cannot ${doing} yourself.`);
}

export function assertAdminLeft(otherActiveAdmins: number): void {
  if (otherActiveAdmins === 0) fail("CONFLICT", "This is the last active admin; make somebody else admin first.");
}

export function assertRoom(activeUsers: number, limit: number | null): void {
  if (limit !== null && activeUsers >= limit)
    fail("QUOTA_EXCEEDED", `The plan allows ${limit} users, and all of them are in use.`);
}
