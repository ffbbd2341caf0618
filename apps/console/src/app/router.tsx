import { createRoute, createRouter } from "@tanstack/react-router";
import { root } from "../feature/root.ts";
import { readSearch, writeSearch } from "../feature/search.ts";
import { CrashFace } from "../ui/crash.tsx";
import { Splash } from "../ui/splash.tsx";
import { routes } from "./features.ts";
import { NotFoundPage } from "./not-found-page.tsx";
import { SettingsHomePage } from "./settings-home-page.tsx";
import { Shell } from "./shell.tsx";

const settings = createRoute({ getParentRoute: () => root, path: "/settings", component: SettingsHomePage });

export function createConsoleRouter() {
  root.update({ component: Shell, notFoundComponent: NotFoundPage });
  const router = createRouter({
    routeTree: root.addChildren([settings, ...routes]),
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
  // Loads the code of the page at this address.
  void router.load();
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
