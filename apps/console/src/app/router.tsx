import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { lazyPart } from "../ui/lazy-part.tsx";
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
  component: lazyPart(() => import("../incidents/list-page.tsx"), "IncidentListPage"),
});

const incident = createRoute({
  getParentRoute: () => root,
  path: "/incidents/$reference",
  component: lazyPart(() => import("../incidents/incident-page.tsx"), "IncidentPage"),
});

const cmdb = createRoute({
  getParentRoute: () => root,
  path: "/cmdb",
  validateSearch: plainSearch("class", "environment", "criticality", "tag", "owner", "attribute", "q", "sort"),
  component: lazyPart(() => import("../cmdb/list-page.tsx"), "CmdbListPage"),
});

const configItem = createRoute({
  getParentRoute: () => root,
  path: "/cmdb/$id",
  validateSearch: plainSearch("tab", "direction", "depth"),
  component: lazyPart(() => import("../cmdb/item-page.tsx"), "ConfigItemPage"),
});

const changes = createRoute({
  getParentRoute: () => root,
  path: "/changes",
  validateSearch: plainSearch("view", "status", "type", "risk", "assignee", "q", "sort", "at"),
  component: lazyPart(() => import("../changes/changes-page.tsx"), "ChangesPage"),
});

const newChange = createRoute({
  getParentRoute: () => root,
  path: "/changes/new",
  validateSearch: plainSearch("ci", "incident"),
  component: lazyPart(() => import("../changes/new-change-page.tsx"), "NewChangePage"),
});

const change = createRoute({
  getParentRoute: () => root,
  path: "/changes/$reference",
  component: lazyPart(() => import("../changes/change-page.tsx"), "ChangePage"),
});

const catalog = createRoute({
  getParentRoute: () => root,
  path: "/catalog",
  validateSearch: plainSearch("q", "category"),
  component: lazyPart(() => import("../catalog/catalog-page.tsx"), "CatalogPage"),
});

const catalogItem = createRoute({
  getParentRoute: () => root,
  path: "/catalog/$id",
  component: lazyPart(() => import("../catalog/request-form-page.tsx"), "RequestFormPage"),
});

const catalogEditor = createRoute({
  getParentRoute: () => root,
  path: "/catalog/$id/edit",
  component: lazyPart(() => import("../catalog/editor-page.tsx"), "CatalogEditorPage"),
});

const requests = createRoute({
  getParentRoute: () => root,
  path: "/requests",
  validateSearch: plainSearch("scope", "status", "q", "sort"),
  component: lazyPart(() => import("../requests/requests-page.tsx"), "RequestsPage"),
});

const request = createRoute({
  getParentRoute: () => root,
  path: "/requests/$reference",
  component: lazyPart(() => import("../requests/request-page.tsx"), "RequestPage"),
});

const approvals = createRoute({
  getParentRoute: () => root,
  path: "/approvals",
  validateSearch: plainSearch("show"),
  component: lazyPart(() => import("../approvals/inbox-page.tsx"), "ApprovalsPage"),
});

const definitions = createRoute({
  getParentRoute: () => root,
  path: "/workflows/definitions",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("../approvals/definitions-page.tsx"), "DefinitionsPage"),
});

const definition = createRoute({
  getParentRoute: () => root,
  path: "/workflows/definitions/$id",
  component: lazyPart(() => import("../approvals/definition-page.tsx"), "DefinitionPage"),
});

const users = createRoute({
  getParentRoute: () => root,
  path: "/settings/users",
  validateSearch: plainSearch("q", "role", "status"),
  component: lazyPart(() => import("../settings/users/users-page.tsx"), "UsersPage"),
});

const groups = createRoute({
  getParentRoute: () => root,
  path: "/settings/groups",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("../settings/groups/groups-page.tsx"), "GroupsPage"),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: "/settings/roles",
  validateSearch: plainSearch("role"),
  component: lazyPart(() => import("../settings/roles/roles-page.tsx"), "RolesPage"),
});

const apiKeys = createRoute({
  getParentRoute: () => root,
  path: "/settings/api-keys",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("../settings/api-keys/api-keys-page.tsx"), "ApiKeysPage"),
});

const collectors = createRoute({
  getParentRoute: () => root,
  path: "/settings/collectors",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("../settings/collectors/collectors-page.tsx"), "CollectorsPage"),
});

const telemetry = createRoute({
  getParentRoute: () => root,
  path: "/settings/telemetry",
  validateSearch: plainSearch("from", "to", "refresh", "view"),
  component: lazyPart(() => import("../settings/telemetry/telemetry-page.tsx"), "TelemetryPage"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/settings/audit",
  validateSearch: plainSearch("actor", "action", "include", "target_type", "target_id", "range", "entry"),
  component: lazyPart(() => import("../settings/audit/audit-page.tsx"), "AuditPage"),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: "/settings/profile",
  component: lazyPart(() => import("../settings/profile/profile-page.tsx"), "ProfilePage"),
});

export function createConsoleRouter() {
  const router = createRouter({
    routeTree: root.addChildren([
      home,
      incidents,
      incident,
      cmdb,
      configItem,
      changes,
      newChange,
      change,
      catalog,
      catalogItem,
      catalogEditor,
      requests,
      request,
      approvals,
      definitions,
      definition,
      users,
      groups,
      roles,
      apiKeys,
      collectors,
      telemetry,
      audit,
      profile,
    ]),
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
