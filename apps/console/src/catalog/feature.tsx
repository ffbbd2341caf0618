import { IconShoppingBag } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/catalog",
  validateSearch: plainSearch("q", "category"),
  component: lazyPart(() => import("./catalog-page.tsx"), "CatalogPage"),
});

const request = createRoute({
  getParentRoute: () => root,
  path: "/catalog/$id",
  component: lazyPart(() => import("./request-form-page.tsx"), "RequestFormPage"),
});

const editor = createRoute({
  getParentRoute: () => root,
  path: "/catalog/$id/edit",
  component: lazyPart(() => import("./editor-page.tsx"), "CatalogEditorPage"),
});

const changed = () => [{ queryKey: ["catalog"] }];

export const catalogFeature = defineFeature({
  routes: [list, request, editor],
  nav: [
    {
      to: "/catalog",
      label: "Catalog",
      group: "Change & request",
      icon: IconShoppingBag,
      keys: "g s",
      needs: "itsm:read",
      module: "itsm",
    },
  ],
  // Catalog items show the names of their approval chains.
  staleAfter: { "catalog.updated": changed, "definition.updated": changed },
});
