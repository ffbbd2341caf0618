import type { Core, FeatureOf } from "../core.ts";
import { channelHandlers } from "./channels/handlers.ts";
import { channelJobs } from "./channels/jobs.ts";
import { escalationHandlers } from "./escalation/handlers.ts";
import { oncallHandlers } from "./pages/handlers.ts";
import { pageJobs } from "./pages/jobs.ts";
import { scheduleHandlers } from "./schedules/handlers.ts";

export { sendToChannel, usableChannel } from "./channels/message.ts";
export { type PageInput, pageIncident } from "./pages/writes.ts";

type Groups = "oncall" | "oncallSchedules" | "escalationPolicies" | "channels";

/** Schedules, escalation policies, channels and pages. */
export function openOncall(core: Core): FeatureOf<Groups> {
  const [channels, pages] = [channelJobs(core), pageJobs(core)];
  return {
    handlers: {
      oncall: oncallHandlers(core),
      oncallSchedules: scheduleHandlers,
      escalationPolicies: escalationHandlers,
      channels: channelHandlers(core),
    },
    reactions: pages.reactions,
    workflows: [...channels.workflows, ...pages.workflows],
    schedules: [...channels.schedules, ...pages.schedules],
  };
}
