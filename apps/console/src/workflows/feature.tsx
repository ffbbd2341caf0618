import { IconSitemap } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/workflows",
  validateSearch: plainSearch("enabled", "q", "sort"),
  component: lazyPart(() => import("./workflows-page.tsx"), "WorkflowsPage"),
});

const create = createRoute({
  getParentRoute: () => root,
  path: "/workflows/new",
  validateSearch: plainSearch("form"),
  component: lazyPart(() => import("./builder/builder-page.tsx"), "NewWorkflowPage"),
});

const record = createRoute({
  getParentRoute: () => root,
  path: "/workflows/$id",
  validateSearch: plainSearch("form"),
  component: lazyPart(() => import("./builder/builder-page.tsx"), "WorkflowPage"),
});

const runs = createRoute({
  getParentRoute: () => root,
  path: "/workflows/runs",
  validateSearch: plainSearch("status", "workflow", "q", "sort"),
  component: lazyPart(() => import("./runs/runs-page.tsx"), "RunsPage"),
});

const run = createRoute({
  getParentRoute: () => root,
  path: "/workflows/runs/$reference",
  validateSearch: plainSearch("step"),
  component: lazyPart(() => import("./run/run-page.tsx"), "RunPage"),
});

export const workflowsFeature = defineFeature({
  routes: [list, create, runs, run, record],
  nav: [
    {
      to: "/workflows",
      label: "Workflows",
      group: "Automate",
      icon: IconSitemap,
      keys: "g z",
      needs: "automation:read",
      module: "automation",
    },
  ],
  references: { RUN: "/workflows/runs/$reference" },
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "workflow.updated": () => [{ queryKey: ["workflows"] }],
    "workflow_run.updated": () => [{ queryKey: ["workflow-runs"] }, { queryKey: ["workflows", "page"] }],
  },
});
