import { IconGitMerge } from "@tabler/icons-react";
import { createRoute, redirect } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const chains = createRoute({
  getParentRoute: () => root,
  path: "/settings/approval-chains",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./definitions-page.tsx"), "DefinitionsPage"),
});

const chain = createRoute({
  getParentRoute: () => root,
  path: "/settings/approval-chains/$id",
  component: lazyPart(() => import("./definition-page.tsx"), "DefinitionPage"),
});

const formerChains = createRoute({
  getParentRoute: () => root,
  path: "/workflows/definitions",
  beforeLoad: () => {
    throw redirect({ to: "/settings/approval-chains" });
  },
});

const formerChain = createRoute({
  getParentRoute: () => root,
  path: "/workflows/definitions/$id",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/settings/approval-chains/$id", params });
  },
});

const changed = () => [{ queryKey: ["approvals"] }];

export const approvalsFeature = defineFeature({
  routes: [chains, chain, formerChains, formerChain],
  nav: [
    {
      to: "/settings/approval-chains",
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
