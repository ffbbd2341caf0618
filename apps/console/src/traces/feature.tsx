import { IconTimeline } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { exploreSearch } from "../explore/range.ts";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteRecords } from "./palette.tsx";

const search = createRoute({
  getParentRoute: () => root,
  path: "/traces",
  validateSearch: exploreSearch(
    "service",
    "not_service",
    "operation",
    "not_operation",
    "status",
    "kind",
    "min",
    "max",
    "attr",
    "scope",
    "tab",
    "sel_from",
    "sel_to",
    "sel_min",
    "sel_max",
    "sel_status",
  ),
  component: lazyPart(() => import("./search/search-page.tsx"), "TraceSearchPage"),
});

const trace = createRoute({
  getParentRoute: () => root,
  path: "/traces/$traceId",
  validateSearch: plainSearch("span", "q", "service", "errors", "hide", "zoom"),
  component: lazyPart(() => import("./trace/trace-page.tsx"), "TracePage"),
});

export const tracesFeature = defineFeature({
  routes: [search, trace],
  nav: [
    {
      to: "/traces",
      label: "Traces",
      group: "Observe",
      icon: IconTimeline,
      keys: "g t",
      needs: "observability:read",
      module: "observability",
      keepsRange: true,
    },
  ],
  palette: { useRecords: usePaletteRecords },
});
