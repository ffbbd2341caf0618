import { createRouter } from "@tanstack/react-router";
import { readSearch, writeSearch } from "../feature/search.ts";
import { CrashFace } from "../ui/crash.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { NotFound } from "../ui/not-found.tsx";
import { Splash } from "../ui/splash.tsx";
import { Shell } from "./frame/shell.tsx";
import { root } from "./root.ts";
import { routes } from "./routes.tsx";

export function createPortalRouter() {
  root.update({ component: Shell, notFoundComponent: NotFoundPage });
  const router = createRouter({
    routeTree: root.addChildren(routes),
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

function NotFoundPage() {
  return (
    <NotFound title="Page not found">
      <ButtonLink to="/">Go home</ButtonLink>
    </NotFound>
  );
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
