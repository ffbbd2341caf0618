import type { Module, Permission, Profile } from "@opsplane/contract";
import {
  type Icon,
  IconActivityHeartbeat,
  IconAntenna,
  IconArrowsExchange,
  IconChecklist,
  IconDatabase,
  IconGitMerge,
  IconHistory,
  IconInbox,
  IconKey,
  IconShieldLock,
  IconShoppingBag,
  IconTopologyStar3,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";

export interface Place {
  to:
    | "/incidents"
    | "/changes"
    | "/requests"
    | "/catalog"
    | "/approvals"
    | "/cmdb"
    | "/workflows/definitions"
    | `/settings/${"users" | "groups" | "roles" | "api-keys" | "collectors" | "telemetry" | "audit" | "profile"}`;
  label: string;
  group: "Work" | "Settings";
  keys: string;
  icon: Icon;
  needs?: Permission;
  module?: Module;
}

/** Where one can go: navigation, palette and `g` keys all come from this table. */
const places: readonly Place[] = [
  {
    to: "/incidents",
    label: "Incidents",
    group: "Work",
    keys: "g i",
    icon: IconActivityHeartbeat,
    needs: "incidents:read",
    module: "incidents",
  },
  {
    to: "/changes",
    label: "Changes",
    group: "Work",
    keys: "g c",
    icon: IconArrowsExchange,
    needs: "itsm:read",
    module: "itsm",
  },
  {
    to: "/requests",
    label: "Requests",
    group: "Work",
    keys: "g q",
    icon: IconInbox,
    needs: "itsm:read",
    module: "itsm",
  },
  {
    to: "/catalog",
    label: "Catalog",
    group: "Work",
    keys: "g s",
    icon: IconShoppingBag,
    needs: "itsm:read",
    module: "itsm",
  },
  {
    to: "/approvals",
    label: "Approvals",
    group: "Work",
    keys: "g v",
    icon: IconChecklist,
    needs: "workflows:read",
    module: "itsm",
  },
  {
    to: "/cmdb",
    label: "Configuration",
    group: "Work",
    keys: "g b",
    icon: IconTopologyStar3,
    needs: "cmdb:read",
    module: "cmdb",
  },
  {
    to: "/workflows/definitions",
    label: "Approval chains",
    group: "Settings",
    keys: "g w",
    icon: IconGitMerge,
    needs: "workflows:read",
    module: "itsm",
  },
  { to: "/settings/users", label: "Users", group: "Settings", keys: "g u", icon: IconUsers, needs: "admin:users" },
  {
    to: "/settings/groups",
    label: "Groups",
    group: "Settings",
    keys: "g o",
    icon: IconUsersGroup,
    needs: "admin:groups",
  },
  { to: "/settings/roles", label: "Roles", group: "Settings", keys: "g r", icon: IconShieldLock, needs: "admin:roles" },
  {
    to: "/settings/api-keys",
    label: "API keys",
    group: "Settings",
    keys: "g k",
    icon: IconKey,
    needs: "admin:api_keys",
  },
  {
    to: "/settings/collectors",
    label: "Collectors",
    group: "Settings",
    keys: "g e",
    icon: IconAntenna,
    needs: "admin:collectors",
    module: "observability",
  },
  {
    to: "/settings/telemetry",
    label: "Telemetry",
    group: "Settings",
    keys: "g y",
    icon: IconDatabase,
    needs: "admin:telemetry",
    module: "observability",
  },
  {
    to: "/settings/audit",
    label: "Audit log",
    group: "Settings",
    keys: "g a",
    icon: IconHistory,
    needs: "admin:audit",
  },
  { to: "/settings/profile", label: "Profile", group: "Settings", keys: "g p", icon: IconUserCircle },
];

export function placesFor({ user, modules }: Profile): Place[] {
  return places.filter(
    ({ needs, module }) => (!needs || user.permissions.includes(needs)) && (!module || modules.includes(module)),
  );
}
