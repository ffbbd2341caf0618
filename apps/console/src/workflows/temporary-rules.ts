import type { StaleRule } from "../live/invalidation.ts";

const nothing: StaleRule = () => [];

/** Events of features that another branch builds. */
export const temporaryRules = {
  "runbook.updated": nothing,
  "execution.updated": nothing,
  "notification.sent": nothing,
  "host.updated": nothing,
  "alert.fired": nothing,
};
