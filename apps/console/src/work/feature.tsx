import { IconProgressAlert } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useSetAsideCount } from "./queries.ts";

const work = createRoute({
  getParentRoute: () => root,
  path: "/settings/work",
  validateSearch: plainSearch("only"),
  component: lazyPart(() => import("./work-page.tsx"), "WorkPage"),
});

export const workFeature = defineFeature({
  routes: [work],
  nav: [
    {
      to: "/settings/work",
      label: "Failed work",
      group: "Process",
      icon: IconProgressAlert,
      needs: "admin:work",
      useCount: useSetAsideCount,
      countWord: "set aside",
    },
  ],
  staleAfter: { "work.changed": () => [{ queryKey: ["work"] }] },
});
