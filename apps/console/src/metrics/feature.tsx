import { IconChartLine } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { exploreSearch } from "../explore/range.ts";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { letters } from "./lines.ts";

const metrics = createRoute({
  getParentRoute: () => root,
  path: "/metrics",
  validateSearch: exploreSearch(...letters, "draw", "view", "compare", "sort", "browse"),
  component: lazyPart(() => import("./metrics-page.tsx"), "MetricsPage"),
});

export const metricsFeature = defineFeature({
  routes: [metrics],
  nav: [
    {
      to: "/metrics",
      label: "Metrics",
      group: "Observe",
      icon: IconChartLine,
      keys: "g m",
      needs: "observability:read",
      module: "observability",
      keepsRange: true,
    },
  ],
});
