import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { root } from "../feature/root.ts";
import { readSearch, writeSearch } from "../feature/search.ts";
import { Splash } from "../ui/splash.tsx";
import { CrashFace } from "./crash.tsx";
import { routes } from "./features.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { Shell } from "./shell.tsx";

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/incidents" });
  },
});

export function createConsoleRouter() {
  root.update({ component: Shell, notFoundComponent: NotFoundPage });
  const router = createRouter({
    routeTree: root.addChildren([home, ...routes]),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultPendingComponent: Splash,
    defaultErrorComponent: ({ error }) => (
      <CrashFace fault={error instanceof Error ? error : new Error(String(error))} />
    ),
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
  // Fetches the page's code while the profile is still on its way.
  void router.load();
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
