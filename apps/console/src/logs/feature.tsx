import { IconAlignLeft } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { exploreSearch } from "../explore/range.ts";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const logs = createRoute({
  getParentRoute: () => root,
  path: "/logs",
  validateSearch: exploreSearch("q", "service", "level", "columns", "wrap", "record", "live", "tab", "find", "sort"),
  component: lazyPart(() => import("./logs-page.tsx"), "LogsPage"),
});

export const logsFeature = defineFeature({
  routes: [logs],
  nav: [
    {
      to: "/logs",
      label: "Logs",
      group: "Observe",
      icon: IconAlignLeft,
      keys: "g l",
      needs: "observability:read",
      module: "observability",
      keepsRange: true,
    },
  ],
  staleAfter: { "saved_query.updated": () => [{ queryKey: ["saved-queries"] }] },
});
