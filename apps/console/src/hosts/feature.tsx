import { IconServer } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const hosts = createRoute({
  getParentRoute: () => root,
  path: "/settings/hosts",
  validateSearch: plainSearch("q", "edit", "host"),
  component: lazyPart(() => import("./hosts-page.tsx"), "HostsPage"),
});

export const hostsFeature = defineFeature({
  routes: [hosts],
  nav: [
    {
      to: "/settings/hosts",
      label: "Hosts",
      group: "Integrations",
      icon: IconServer,
      needs: "admin:hosts",
      module: "runbooks",
    },
  ],
  staleAfter: { "host.updated": () => [{ queryKey: ["hosts"] }] },
});
