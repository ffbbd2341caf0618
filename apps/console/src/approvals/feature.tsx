import { IconChecklist, IconGitMerge } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useWaitingCount } from "./queries.ts";

const inbox = createRoute({
  getParentRoute: () => root,
  path: "/approvals",
  validateSearch: plainSearch("show"),
  component: lazyPart(() => import("./inbox-page.tsx"), "ApprovalsPage"),
});

const chains = createRoute({
  getParentRoute: () => root,
  path: "/workflows/definitions",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./definitions-page.tsx"), "DefinitionsPage"),
});

const chain = createRoute({
  getParentRoute: () => root,
  path: "/workflows/definitions/$id",
  component: lazyPart(() => import("./definition-page.tsx"), "DefinitionPage"),
});

const changed = () => [{ queryKey: ["approvals"] }];

export const approvalsFeature = defineFeature({
  routes: [inbox, chains, chain],
  nav: [
    {
      to: "/approvals",
      label: "Approvals",
      group: "Change & request",
      icon: IconChecklist,
      keys: "g v",
      needs: "workflows:read",
      module: "itsm",
      onPhone: true,
      useCount: useWaitingCount,
    },
    {
      to: "/workflows/definitions",
      label: "Approval chains",
      group: "Process",
      icon: IconGitMerge,
      keys: "g w",
      needs: "workflows:read",
      module: "itsm",
    },
  ],
  staleAfter: {
    "definition.updated": () => [{ queryKey: ["definitions"] }],
    "approval.turn": changed,
    "approval.updated": changed,
    "approval.settled": changed,
    "approval.blocked": changed,
  },
});
