import { IconLicense } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LicenseBanner } from "./license-banner.tsx";

const license = createRoute({
  getParentRoute: () => root,
  path: "/settings/license",
  component: lazyPart(() => import("./license-page.tsx"), "LicensePage"),
});

export const licenseFeature = defineFeature({
  routes: [license],
  nav: [
    {
      to: "/settings/license",
      label: "License & usage",
      group: "Organization",
      icon: IconLicense,
      needs: "admin:license",
    },
  ],
  Banner: LicenseBanner,
});
