import { openRequestStatuses, type RequestStatus } from "@opsplane/contract";
import { duration } from "../time/format.ts";

export interface Target {
  tone: "bad" | "notice" | "quiet";
  words: string;
}

const soonMs = 4 * 3_600_000;

interface Promised {
  status: RequestStatus;
  target_at: string | null;
  breached: boolean;
}

/** The state of a request's target: `breached`, `due in 3h`, or nothing for finished requests and those without a target. */
export function targetOf({ status, target_at, breached }: Promised, now: number): Target | undefined {
  if (!target_at) return undefined;
  const open = openRequestStatuses.some((each) => each === status);
  const left = Date.parse(target_at) - now;
  if (breached || (open && left < 0))
    return { tone: "bad", words: open ? `breached ${duration(-left)} ago` : "breached" };
  if (!open) return undefined;
  return { tone: left < soonMs ? "notice" : "quiet", words: `due in ${duration(left)}` };
}
