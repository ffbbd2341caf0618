import { IconLayoutDashboard } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";
import { boardSearch } from "./search.ts";

const list = createRoute({
  getParentRoute: () => root,
  path: "/reports/dashboards",
  validateSearch: plainSearch("q", "mine", "new", "import"),
  component: lazyPart(() => import("./list/dashboards-page.tsx"), "DashboardsPage"),
});
const one = createRoute({
  getParentRoute: () => root,
  path: "/reports/dashboards/$id",
  validateSearch: boardSearch,
  component: lazyPart(() => import("./dashboard-page.tsx"), "DashboardPage"),
});

const ofKinds = (...kinds: string[]) => [...kinds, "stat", "table", "gauge", "context"].map(dataOfKind);
const dataOfKind = (kind: string) => ({ queryKey: ["dashboards", "data", kind] });
const incidentsChanged = () => ofKinds("incident_list");
const changesChanged = () => ofKinds("change_calendar");

export const dashboardsFeature = defineFeature({
  routes: [list, one],
  nav: [
    {
      to: "/reports/dashboards",
      label: "Dashboards",
      group: "Observe",
      icon: IconLayoutDashboard,
      keys: "g d",
      needs: "dashboards:read",
      module: "reports",
    },
  ],
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "dashboard.updated": () => [
      { queryKey: ["dashboards", "list"] },
      { queryKey: ["dashboards", "one"] },
      { queryKey: ["dashboards", "links"] },
    ],
    "incident.created": incidentsChanged,
    "incident.updated": incidentsChanged,
    "change.created": changesChanged,
    "change.updated": changesChanged,
    "oncall_schedule.updated": () => [dataOfKind("on_call")],
  },
});
