import { IconAffiliate } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { exploreSearch } from "../explore/range.ts";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/services",
  validateSearch: exploreSearch("q", "view", "sort"),
  component: lazyPart(() => import("./services-page.tsx"), "ServicesPage"),
});

const service = createRoute({
  getParentRoute: () => root,
  path: "/services/$service",
  validateSearch: exploreSearch(),
  component: lazyPart(() => import("./service-page.tsx"), "ServicePage"),
});

export const servicesFeature = defineFeature({
  routes: [list, service],
  nav: [
    {
      to: "/services",
      label: "Services",
      group: "Services",
      icon: IconAffiliate,
      keys: "g f",
      needs: "observability:read",
      module: "observability",
      keepsRange: true,
    },
  ],
});
