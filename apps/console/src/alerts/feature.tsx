import { IconBell } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import type { StaleRule } from "../live/invalidation.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";
import { useFiringCount } from "./queries.ts";
import { SilenceProvider } from "./silences/silence-provider.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/alerts",
  validateSearch: plainSearch("view", "severity", "policy", "label", "q", "range", "alert"),
  component: lazyPart(() => import("./list/alerts-page.tsx"), "AlertsPage"),
});

const policies = createRoute({
  getParentRoute: () => root,
  path: "/alerts/policies",
  validateSearch: plainSearch("signal", "enabled", "q", "sort"),
  component: lazyPart(() => import("./policies/policies-page.tsx"), "PoliciesPage"),
});

const newPolicy = createRoute({
  getParentRoute: () => root,
  path: "/alerts/policies/new",
  validateSearch: plainSearch("from"),
  component: lazyPart(() => import("./editor/editor-page.tsx"), "NewPolicyPage"),
});

const policy = createRoute({
  getParentRoute: () => root,
  path: "/alerts/policies/$id",
  component: lazyPart(() => import("./policies/policy-page.tsx"), "PolicyPage"),
});

const editPolicy = createRoute({
  getParentRoute: () => root,
  path: "/alerts/policies/$id/edit",
  component: lazyPart(() => import("./editor/editor-page.tsx"), "EditPolicyPage"),
});

const silences = createRoute({
  getParentRoute: () => root,
  path: "/alerts/silences",
  validateSearch: plainSearch("state", "kind", "q", "edit"),
  component: lazyPart(() => import("./silences/silences-page.tsx"), "SilencesPage"),
});

const alerts: StaleRule = () => [{ queryKey: ["alerts"] }];

/** Alerts, their policies and silences. */
export const alertsFeature = defineFeature({
  routes: [list, policies, newPolicy, editPolicy, policy, silences],
  nav: [
    {
      to: "/alerts",
      label: "Alerts",
      group: "Respond",
      icon: IconBell,
      keys: "g a",
      needs: "alerts:read",
      module: "incidents",
      useCount: useFiringCount,
      countWord: "firing",
    },
  ],
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "alert.fired": alerts,
    "alert.updated": () => [{ queryKey: ["alerts"] }, { queryKey: ["alert-policies", "page"] }],
    "alert_policy.updated": () => [{ queryKey: ["alert-policies"] }],
    // A silence mutes alerts, and its list counts them.
    "silence.updated": () => [{ queryKey: ["silences"] }, { queryKey: ["alerts"] }],
    // An alert shows who has its incident.
    "incident.updated": () => [{ queryKey: ["alerts", "list"] }, { queryKey: ["alerts", "one"] }],
  },
  Provider: SilenceProvider,
});
