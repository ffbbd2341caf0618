import { IconArrowsExchange } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/changes",
  validateSearch: plainSearch("view", "status", "type", "risk", "assignee", "q", "sort", "at"),
  component: lazyPart(() => import("./changes-page.tsx"), "ChangesPage"),
});

const create = createRoute({
  getParentRoute: () => root,
  path: "/changes/new",
  validateSearch: plainSearch("ci", "incident"),
  component: lazyPart(() => import("./new-change-page.tsx"), "NewChangePage"),
});

const record = createRoute({
  getParentRoute: () => root,
  path: "/changes/$reference",
  component: lazyPart(() => import("./change-page.tsx"), "ChangePage"),
});

const changed = () => [{ queryKey: ["changes"] }];

export const changesFeature = defineFeature({
  routes: [list, create, record],
  nav: [
    {
      to: "/changes",
      label: "Changes",
      group: "Change & request",
      icon: IconArrowsExchange,
      keys: "g c",
      needs: "itsm:read",
      module: "itsm",
    },
  ],
  references: { CHG: "/changes/$reference" },
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "change.created": changed,
    "change.updated": changed,
    "change.commented": ({ subject_id }) => [{ queryKey: ["changes", "timeline", subject_id] }],
  },
});
