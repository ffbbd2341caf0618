import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { Splash } from "../ui/splash.tsx";
import { CrashFace } from "./crash.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { plainSearch, readSearch, writeSearch } from "./search.ts";
import { Shell } from "./shell.tsx";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/incidents" });
  },
});

const incidents = createRoute({
  getParentRoute: () => root,
  path: "/incidents",
  validateSearch: plainSearch("status", "severity", "assignee", "q", "range", "sort"),
  component: lazyRouteComponent(() => import("../incidents/list-page.tsx"), "IncidentListPage"),
});

const incident = createRoute({
  getParentRoute: () => root,
  path: "/incidents/$reference",
  component: lazyRouteComponent(() => import("../incidents/incident-page.tsx"), "IncidentPage"),
});

const users = createRoute({
  getParentRoute: () => root,
  path: "/settings/users",
  validateSearch: plainSearch("q", "role", "status"),
  component: lazyRouteComponent(() => import("../settings/users/users-page.tsx"), "UsersPage"),
});

const groups = createRoute({
  getParentRoute: () => root,
  path: "/settings/groups",
  validateSearch: plainSearch("q"),
  component: lazyRouteComponent(() => import("../settings/groups/groups-page.tsx"), "GroupsPage"),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: "/settings/roles",
  validateSearch: plainSearch("role"),
  component: lazyRouteComponent(() => import("../settings/roles/roles-page.tsx"), "RolesPage"),
});

const apiKeys = createRoute({
  getParentRoute: () => root,
  path: "/settings/api-keys",
  validateSearch: plainSearch("q"),
  component: lazyRouteComponent(() => import("../settings/api-keys/api-keys-page.tsx"), "ApiKeysPage"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/settings/audit",
  validateSearch: plainSearch("actor", "action", "target_type", "target_id", "range", "entry"),
  component: lazyRouteComponent(() => import("../settings/audit/audit-page.tsx"), "AuditPage"),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: "/settings/profile",
  component: lazyRouteComponent(() => import("../settings/profile/profile-page.tsx"), "ProfilePage"),
});

export function createConsoleRouter() {
  const router = createRouter({
    routeTree: root.addChildren([home, incidents, incident, users, groups, roles, apiKeys, audit, profile]),
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
