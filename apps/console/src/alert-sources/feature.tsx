import { IconBellRinging } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/settings/alert-sources",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./alert-sources-page.tsx"), "AlertSourcesPage"),
});

const source = createRoute({
  getParentRoute: () => root,
  path: "/settings/alert-sources/$id",
  validateSearch: plainSearch("tab", "outcome"),
  component: lazyPart(() => import("./source-page.tsx"), "SourcePage"),
});

/** Other tools that send alerts. */
export const alertSourcesFeature = defineFeature({
  routes: [list, source],
  nav: [
    {
      to: "/settings/alert-sources",
      label: "Alert sources",
      group: "Integrations",
      icon: IconBellRinging,
      needs: "admin:integrations",
      module: "incidents",
    },
  ],
  staleAfter: { "alert_integration.updated": () => [{ queryKey: ["alert-sources"] }] },
});
