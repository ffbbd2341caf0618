import { IconHome } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyPart(() => import("./home-page.tsx"), "HomePage"),
});

const incidentsChanged = () => [{ queryKey: ["home", "incidents"] }];
const changesChanged = () => [{ queryKey: ["home", "changes"] }];

export const homeFeature = defineFeature({
  routes: [home],
  nav: [{ to: "/", label: "Home", group: "Home", icon: IconHome, keys: "g h", onPhone: true }],
  staleAfter: {
    "incident.created": incidentsChanged,
    "incident.updated": incidentsChanged,
    "change.created": changesChanged,
    "change.updated": changesChanged,
  },
});
