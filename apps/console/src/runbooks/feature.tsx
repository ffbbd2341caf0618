import { IconBook2, IconPlayerPlay } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { usePaletteActions, usePaletteRecords } from "./palette.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/runbooks",
  validateSearch: plainSearch("status", "tag", "q", "sort"),
  component: lazyPart(() => import("./runbooks-page.tsx"), "RunbooksPage"),
});

const library = createRoute({
  getParentRoute: () => root,
  path: "/runbooks/library",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./library-page.tsx"), "LibraryPage"),
});

const record = createRoute({
  getParentRoute: () => root,
  path: "/runbooks/$id",
  // The reference of the dry run beside the editor.
  validateSearch: plainSearch("dry"),
  component: lazyPart(() => import("./editor/runbook-page.tsx"), "RunbookPage"),
});

const executions = createRoute({
  getParentRoute: () => root,
  path: "/executions",
  validateSearch: plainSearch("status", "runbook", "dry", "q", "sort"),
  component: lazyPart(() => import("./executions/executions-page.tsx"), "ExecutionsPage"),
});

const execution = createRoute({
  getParentRoute: () => root,
  path: "/executions/$reference",
  component: lazyPart(() => import("./executions/execution-page.tsx"), "ExecutionPage"),
});

const shared = { group: "Automate", needs: "runbooks:read", module: "runbooks" } as const;

export const runbooksFeature = defineFeature({
  routes: [list, library, record, executions, execution],
  nav: [
    { to: "/runbooks", label: "Runbooks", icon: IconBook2, keys: "g j", ...shared },
    { to: "/executions", label: "Executions", icon: IconPlayerPlay, ...shared },
  ],
  references: { EXE: "/executions/$reference" },
  palette: { useActions: usePaletteActions, useRecords: usePaletteRecords },
  staleAfter: {
    "runbook.updated": () => [{ queryKey: ["runbooks"] }],
    // Statistics of runbooks, and the execution that fulfills a request.
    "execution.updated": () => [
      { queryKey: ["executions"] },
      { queryKey: ["runbooks"] },
      { queryKey: ["requests", "one"] },
    ],
    "notification.sent": ({ data }) => (data.incident_reference ? [{ queryKey: ["incidents", "timeline"] }] : []),
  },
});
