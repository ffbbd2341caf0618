import { IconGauge } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import type { StaleRule } from "../live/invalidation.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/slos",
  validateSearch: plainSearch("state", "service", "team", "q", "sort"),
  component: lazyPart(() => import("./slos-page.tsx"), "SlosPage"),
});

const newSlo = createRoute({
  getParentRoute: () => root,
  path: "/slos/new",
  validateSearch: plainSearch("service"),
  component: lazyPart(() => import("./editor/editor-page.tsx"), "NewSloPage"),
});

const slo = createRoute({
  getParentRoute: () => root,
  path: "/slos/$id",
  component: lazyPart(() => import("./slo-page.tsx"), "SloPage"),
});

const editSlo = createRoute({
  getParentRoute: () => root,
  path: "/slos/$id/edit",
  component: lazyPart(() => import("./editor/editor-page.tsx"), "EditSloPage"),
});

const slos: StaleRule = () => [{ queryKey: ["slos"] }];

/** Service-level objectives and their error budgets. */
export const slosFeature = defineFeature({
  routes: [list, newSlo, slo, editSlo],
  nav: [
    {
      to: "/slos",
      label: "SLOs",
      group: "Insight",
      icon: IconGauge,
      keys: "g g",
      needs: "slos:read",
      module: "observability",
    },
  ],
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "slo.updated": slos,
    "slo.state_changed": slos,
    // An objective shows which of its policies fire.
    "alert.updated": () => [{ queryKey: ["slos", "one"] }],
    "alert_policy.updated": () => [{ queryKey: ["slos", "one"] }],
  },
});
