import { IconPhoneCall } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions } from "./palette.tsx";
import { RingProvider } from "./ring/ringer.tsx";

const now = createRoute({
  getParentRoute: () => root,
  path: "/oncall",
  validateSearch: plainSearch("override"),
  component: lazyPart(() => import("./now/now-page.tsx"), "NowPage"),
});

const schedules = createRoute({
  getParentRoute: () => root,
  path: "/oncall/schedules",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./schedules/schedules-page.tsx"), "SchedulesPage"),
});

const newSchedule = createRoute({
  getParentRoute: () => root,
  path: "/oncall/schedules/new",
  component: lazyPart(() => import("./editor/editor-pages.tsx"), "NewSchedulePage"),
});

const schedule = createRoute({
  getParentRoute: () => root,
  path: "/oncall/schedules/$id",
  validateSearch: plainSearch("span", "at", "view"),
  component: lazyPart(() => import("./schedules/schedule-page.tsx"), "SchedulePage"),
});

const editSchedule = createRoute({
  getParentRoute: () => root,
  path: "/oncall/schedules/$id/edit",
  component: lazyPart(() => import("./editor/editor-pages.tsx"), "EditSchedulePage"),
});

const policies = createRoute({
  getParentRoute: () => root,
  path: "/oncall/escalation-policies",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./policies/policies-page.tsx"), "PoliciesPage"),
});

const policy = createRoute({
  getParentRoute: () => root,
  path: "/oncall/escalation-policies/$id",
  component: lazyPart(() => import("./policies/policy-page.tsx"), "PolicyPage"),
});

const channels = createRoute({
  getParentRoute: () => root,
  path: "/oncall/channels",
  validateSearch: plainSearch("edit", "deliveries"),
  component: lazyPart(() => import("./channels/channels-page.tsx"), "ChannelsPage"),
});

export const oncallFeature = defineFeature({
  routes: [now, schedules, newSchedule, schedule, editSchedule, policies, policy, channels],
  nav: [
    {
      to: "/oncall",
      label: "On-call",
      group: "Respond",
      icon: IconPhoneCall,
      keys: "g x",
      needs: "oncall:read",
      module: "incidents",
    },
  ],
  palette: { useActions: usePaletteActions },
  Provider: RingProvider,
  staleAfter: {
    "page.updated": () => [{ queryKey: ["oncall"] }, { queryKey: ["escalation-policies"] }],
    "page.unreached": () => [{ queryKey: ["oncall"] }],
    "oncall_schedule.updated": () => [{ queryKey: ["oncall"] }],
    "escalation_policy.updated": () => [{ queryKey: ["escalation-policies"] }],
    "channel.updated": () => [{ queryKey: ["channels"] }],
  },
});
