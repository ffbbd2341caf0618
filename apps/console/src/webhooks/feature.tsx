import { IconWebhook } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const webhooks = createRoute({
  getParentRoute: () => root,
  path: "/settings/webhooks",
  validateSearch: plainSearch("q", "edit", "deliveries"),
  component: lazyPart(() => import("./webhooks-page.tsx"), "WebhooksPage"),
});

export const webhooksFeature = defineFeature({
  routes: [webhooks],
  nav: [
    { to: "/settings/webhooks", label: "Webhooks", group: "Integrations", icon: IconWebhook, needs: "admin:webhooks" },
  ],
  staleAfter: {
    "webhook.updated": () => [{ queryKey: ["webhooks"] }],
    "webhook.disabled": () => [{ queryKey: ["webhooks"] }],
  },
});
