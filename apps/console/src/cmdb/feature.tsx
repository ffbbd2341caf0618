import { IconTopologyStar3 } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteRecords } from "./palette.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/cmdb",
  validateSearch: plainSearch("class", "environment", "criticality", "tag", "owner", "attribute", "q", "sort"),
  component: lazyPart(() => import("./list-page.tsx"), "CmdbListPage"),
});

const item = createRoute({
  getParentRoute: () => root,
  path: "/cmdb/$id",
  validateSearch: plainSearch("tab", "direction", "depth"),
  component: lazyPart(() => import("./item-page.tsx"), "ConfigItemPage"),
});

const changed = () => [{ queryKey: ["cmdb"] }];

export const cmdbFeature = defineFeature({
  routes: [list, item],
  nav: [
    {
      to: "/cmdb",
      label: "CMDB",
      group: "Services",
      icon: IconTopologyStar3,
      keys: "g b",
      needs: "cmdb:read",
      module: "cmdb",
    },
  ],
  palette: { useRecords: usePaletteRecords },
  staleAfter: {
    "ci.created": changed,
    "ci.updated": changed,
    "ci.removed": changed,
    "ci.related": changed,
    "ci_class.updated": changed,
    // Items show their open incidents and running changes.
    "incident.created": changed,
    "incident.updated": changed,
    "change.created": changed,
    "change.updated": changed,
  },
});
