import { IconNetwork } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { exploreSearch } from "../explore/range.ts";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { filterNames } from "./flow-filter.ts";

const network = createRoute({
  getParentRoute: () => root,
  path: "/network",
  validateSearch: exploreSearch(...filterNames, "measure", "by", "paths", "page"),
  component: lazyPart(() => import("./network-page.tsx"), "NetworkPage"),
});

export const networkFeature = defineFeature({
  routes: [network],
  nav: [
    {
      to: "/network",
      label: "Network",
      group: "Observe",
      icon: IconNetwork,
      keys: "g n",
      needs: "observability:read",
      module: "netflow",
      keepsRange: true,
    },
  ],
});
