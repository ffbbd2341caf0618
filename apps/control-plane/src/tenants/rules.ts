import { invalid } from "@opsplane/runtime";

const reserved: readonly string[] = [
  ...["staff", "admin", "administrator", "root", "system", "internal", "default", "opsplane", "support", "billing"],
  ...[
    "api",
    "app",
    "www",
    "mail",
    "status",
    "docs",
    "help",
    "portal",
    "login",
    "signup",
    "console",
    "security",
    "test",
  ],
];

/** Words that could be taken for a part of the service. */
export function assertNotReserved(field: string, id: string): void {
  if (reserved.includes(id)) invalid(field, `'${id}' is reserved; choose another`);
}

const minute = 60_000;
const maxAttempts = 20;

/** The wait before the next attempt; undefined when it is time to give up. Together the attempts take about a day. */
export function attemptWait(attempts: number, firstMs: number): number | undefined {
  if (attempts >= maxAttempts) return undefined;
  return Math.min(firstMs * 2 ** attempts, 90 * minute);
}
