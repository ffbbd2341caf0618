import {
  IconAntenna,
  IconDatabase,
  IconHistory,
  IconKey,
  IconLock,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import { createRoute, redirect } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const users = createRoute({
  getParentRoute: () => root,
  path: "/settings/users",
  validateSearch: plainSearch("q", "role", "status"),
  component: lazyPart(() => import("./users/users-page.tsx"), "UsersPage"),
});

const groups = createRoute({
  getParentRoute: () => root,
  path: "/settings/groups",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./groups/groups-page.tsx"), "GroupsPage"),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: "/settings/roles",
  validateSearch: plainSearch("role"),
  component: lazyPart(() => import("./roles/roles-page.tsx"), "RolesPage"),
});

const apiKeys = createRoute({
  getParentRoute: () => root,
  path: "/settings/api-keys",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./api-keys/api-keys-page.tsx"), "ApiKeysPage"),
});

const collectors = createRoute({
  getParentRoute: () => root,
  path: "/settings/collectors",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./collectors/collectors-page.tsx"), "CollectorsPage"),
});

const secrets = createRoute({
  getParentRoute: () => root,
  path: "/settings/secrets",
  validateSearch: plainSearch("q"),
  component: lazyPart(() => import("./secrets/secrets-page.tsx"), "SecretsPage"),
});

const telemetry = createRoute({
  getParentRoute: () => root,
  path: "/settings/telemetry",
  validateSearch: plainSearch("from", "to", "refresh", "view"),
  component: lazyPart(() => import("./telemetry/telemetry-page.tsx"), "TelemetryPage"),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: "/settings/audit",
  validateSearch: plainSearch("actor", "action", "include", "target_type", "target_id", "range", "entry"),
  component: lazyPart(() => import("./audit/audit-page.tsx"), "AuditPage"),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: "/profile",
  component: lazyPart(() => import("./profile/profile-page.tsx"), "ProfilePage"),
});

const formerProfile = createRoute({
  getParentRoute: () => root,
  path: "/settings/profile",
  beforeLoad: () => {
    throw redirect({ to: "/profile" });
  },
});

const peopleChanged = () => [{ queryKey: ["users"] }, { queryKey: ["directory"] }, { queryKey: ["profile"] }];

export const settingsFeature = defineFeature({
  routes: [users, groups, roles, apiKeys, collectors, secrets, telemetry, audit, profile, formerProfile],
  nav: [
    { to: "/settings/users", label: "Users", group: "People", icon: IconUsers, keys: "g u", needs: "admin:users" },
    {
      to: "/settings/groups",
      label: "Groups",
      group: "People",
      icon: IconUsersGroup,
      keys: "g o",
      needs: "admin:groups",
    },
    { to: "/settings/roles", label: "Roles", group: "People", icon: IconShieldLock, keys: "g r", needs: "admin:roles" },
    {
      to: "/settings/api-keys",
      label: "API keys",
      group: "Access",
      icon: IconKey,
      keys: "g k",
      needs: "admin:api_keys",
    },
    {
      to: "/settings/collectors",
      label: "Collectors",
      group: "Access",
      icon: IconAntenna,
      keys: "g e",
      needs: "admin:collectors",
      module: "observability",
    },
    { to: "/settings/secrets", label: "Secrets", group: "Access", icon: IconLock, needs: "admin:secrets" },
    {
      to: "/settings/telemetry",
      label: "Telemetry",
      group: "Data",
      icon: IconDatabase,
      keys: "g y",
      needs: "admin:telemetry",
      module: "observability",
    },
    { to: "/settings/audit", label: "Audit log", group: "Audit log", icon: IconHistory, needs: "admin:audit" },
    { to: "/profile", label: "Profile", group: "Account", icon: IconUserCircle, keys: "g p" },
  ],
  staleAfter: {
    "user.invited": peopleChanged,
    "user.updated": peopleChanged,
    "group.updated": () => [{ queryKey: ["groups"] }],
    "role.updated": () => [{ queryKey: ["roles"] }, { queryKey: ["profile"] }],
    "api_key.updated": () => [{ queryKey: ["api-keys"] }],
    "collector.updated": () => [{ queryKey: ["collectors"] }],
    "secret.updated": () => [{ queryKey: ["secrets"] }],
    "telemetry.updated": () => [{ queryKey: ["telemetry-settings"] }],
  },
});
