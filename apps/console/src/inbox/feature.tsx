import { IconChecklist } from "@tabler/icons-react";
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

export const inboxFeature = defineFeature({
  routes: [inbox],
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
  ],
});
