import { IconReportAnalytics } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  validateSearch: plainSearch("type", "schedule", "q", "sort"),
  component: lazyPart(() => import("./reports-page.tsx"), "ReportsPage"),
});

const create = createRoute({
  getParentRoute: () => root,
  path: "/reports/new",
  validateSearch: plainSearch("start", "from"),
  component: lazyPart(() => import("./editor/editor-page.tsx"), "NewReportPage"),
});

const report = createRoute({
  getParentRoute: () => root,
  path: "/reports/$id",
  validateSearch: plainSearch("run"),
  component: lazyPart(() => import("./report/report-page.tsx"), "ReportPage"),
});

const edit = createRoute({
  getParentRoute: () => root,
  path: "/reports/$id/edit",
  component: lazyPart(() => import("./editor/editor-page.tsx"), "EditReportPage"),
});

const kpis = createRoute({
  getParentRoute: () => root,
  path: "/reports/kpis",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./kpis/kpis-page.tsx"), "KpisPage"),
});

const kpi = createRoute({
  getParentRoute: () => root,
  path: "/reports/kpis/$id",
  component: lazyPart(() => import("./kpis/kpi-page.tsx"), "KpiPage"),
});

const costs = createRoute({
  getParentRoute: () => root,
  path: "/reports/costs",
  validateSearch: plainSearch("by", "from", "to", "refresh", "edit"),
  component: lazyPart(() => import("./costs/costs-page.tsx"), "CostsPage"),
});

const compliance = createRoute({
  getParentRoute: () => root,
  path: "/reports/compliance",
  validateSearch: plainSearch("from", "to", "refresh", "control", "attest"),
  component: lazyPart(() => import("./compliance/compliance-page.tsx"), "CompliancePage"),
});

export const reportsFeature = defineFeature({
  routes: [list, create, kpis, kpi, costs, compliance, report, edit],
  nav: [
    {
      to: "/reports",
      label: "Reports",
      group: "Insight",
      icon: IconReportAnalytics,
      needs: "reports:read",
      module: "reports",
    },
  ],
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "report.updated": () => [{ queryKey: ["reports"] }],
    "report.ran": () => [{ queryKey: ["reports"] }],
    "kpi.updated": () => [{ queryKey: ["kpis"] }],
    "finops.updated": () => [{ queryKey: ["finops"] }],
    "compliance.attested": () => [{ queryKey: ["compliance"] }],
  },
});
