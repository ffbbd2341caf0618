import { IconSpeakerphone } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { NoticeBanner } from "./notice-banner.tsx";

const notice = createRoute({
  getParentRoute: () => root,
  path: "/settings/notice",
  component: lazyPart(() => import("./notice-page.tsx"), "NoticePage"),
});

export const noticeFeature = defineFeature({
  routes: [notice],
  nav: [{ to: "/settings/notice", label: "Notice", group: "Process", icon: IconSpeakerphone, needs: "admin:notice" }],
  Banner: NoticeBanner,
  staleAfter: { "notice.updated": () => [{ queryKey: ["notice"] }] },
});
