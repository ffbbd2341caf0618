import { IconInbox } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const list = createRoute({
  getParentRoute: () => root,
  path: "/requests",
  validateSearch: plainSearch("scope", "status", "q", "sort"),
  component: lazyPart(() => import("./requests-page.tsx"), "RequestsPage"),
});

const record = createRoute({
  getParentRoute: () => root,
  path: "/requests/$reference",
  component: lazyPart(() => import("./request-page.tsx"), "RequestPage"),
});

const changed = () => [{ queryKey: ["requests"] }];

export const requestsFeature = defineFeature({
  routes: [list, record],
  nav: [
    {
      to: "/requests",
      label: "Requests",
      group: "Change & request",
      icon: IconInbox,
      keys: "g q",
      needs: "itsm:read",
      module: "itsm",
    },
  ],
  references: { REQ: "/requests/$reference" },
  staleAfter: {
    "request.created": changed,
    "request.updated": changed,
    "request.approved": changed,
    "request.fulfillment": changed,
    "request.breached": changed,
    "request.commented": ({ subject_id }) => [{ queryKey: ["requests", "timeline", subject_id] }],
  },
});
