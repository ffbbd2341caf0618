import type { Core, FeatureOf } from "../core.ts";
import { channelHandlers } from "./channels/handlers.ts";
import { channelJobs } from "./channels/jobs.ts";
import type { VapidKeys } from "./channels/push/vapid.ts";
import { escalationHandlers } from "./escalation/handlers.ts";
import { oncallHandlers } from "./pages/handlers.ts";
import { pagingHealth } from "./pages/health.ts";
import { pageJobs } from "./pages/jobs.ts";
import { scheduleHandlers } from "./schedules/handlers.ts";

export { sendToChannel, usableChannel } from "./channels/message.ts";
export { openVapidKeys } from "./channels/push/keys.ts";
export { type PageInput, pageIncident } from "./pages/writes.ts";

type Groups = "oncall" | "oncallSchedules" | "escalationPolicies" | "channels";

/** Schedules, escalation policies, channels and pages. */
export function openOncall(core: Core, vapid: VapidKeys): FeatureOf<Groups> {
  const [channels, pages] = [channelJobs(core, vapid), pageJobs(core)];
  return {
    handlers: {
      oncall: oncallHandlers(core),
      oncallSchedules: scheduleHandlers,
      escalationPolicies: escalationHandlers(core),
      channels: channelHandlers(core, vapid),
    },
    health: () => pagingHealth(core),
    reactions: pages.reactions,
    workflows: [...channels.workflows, ...pages.workflows],
    schedules: [...channels.schedules, ...pages.schedules],
  };
}
