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

const recurring = createRoute({
  getParentRoute: () => root,
  path: "/changes/recurring",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./recurring/recurring-page.tsx"), "RecurringPage"),
});

const newRecurring = createRoute({
  getParentRoute: () => root,
  path: "/changes/recurring/new",
  component: lazyPart(() => import("./recurring/recurring-form-page.tsx"), "NewRecurringPage"),
});

const editRecurring = createRoute({
  getParentRoute: () => root,
  path: "/changes/recurring/$id",
  component: lazyPart(() => import("./recurring/recurring-form-page.tsx"), "RecurringChangePage"),
});

const record = createRoute({
  getParentRoute: () => root,
  path: "/changes/$reference",
  component: lazyPart(() => import("./change-page.tsx"), "ChangePage"),
});

const changed = () => [{ queryKey: ["changes"] }];

export const changesFeature = defineFeature({
  routes: [list, create, recurring, newRecurring, editRecurring, record],
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
    "recurring_change.updated": () => [{ queryKey: ["recurring-changes"] }],
    "change.commented": ({ subject_id }) => [{ queryKey: ["changes", "timeline", subject_id] }],
  },
});
