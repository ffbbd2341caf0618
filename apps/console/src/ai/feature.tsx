import { IconSparkles } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings/ai",
  component: lazyPart(() => import("./ai-page.tsx"), "AiPage"),
});

export const aiFeature = defineFeature({
  routes: [settings],
  nav: [
    { to: "/settings/ai", label: "AI", group: "Integrations", icon: IconSparkles, needs: "admin:ai", module: "ai" },
  ],
});
