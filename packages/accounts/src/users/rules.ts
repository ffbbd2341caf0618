import { covers } from "@opsplane/contract";
import { fail, type Principal } from "@opsplane/runtime";

/** People can only assign or remove roles whose permissions they hold. */
export function assertCovers(principal: Principal, role: string, permissions: readonly string[]): void {
  if (!covers(principal.permissions, permissions)) {
    fail("FORBIDDEN", `The role '${role}' has permissions that you do not have; ask someone who has all of them.`);
  }
}

export function assertNotSelf(principal: Principal, userId: string, doing: string): void {
  if (principal.userId === userId) fail("CONFLICT", `You cannot ${doing} yourself.`);
}

export function assertAdminLeft(otherActiveAdmins: number): void {
  if (otherActiveAdmins === 0) fail("CONFLICT", "This is the last active admin; make someone else admin first.");
}

export function assertRoom(activeUsers: number, limit: number | null): void {
  if (limit !== null && activeUsers >= limit)
    fail(
      "QUOTA_EXCEEDED",
      `Your plan allows ${limit} users, and ${activeUsers} are active. Disable one, or change the plan.`,
    );
}
