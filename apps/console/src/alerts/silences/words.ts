import type { Silence } from "@opsplane/contract";

export const stateWords: Record<Silence["state"], string> = {
  scheduled: "Scheduled",
  active: "Active",
  ended: "Ended",
};
export const kindWords: Record<Silence["kind"], string> = { silence: "Silence", maintenance: "Maintenance window" };
