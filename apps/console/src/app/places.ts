import type { Module, Permission, Profile } from "@opsplane/contract";
import {
  type Icon,
  IconActivityHeartbeat,
  IconHistory,
  IconKey,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";

export interface Place {
  to: "/incidents" | `/settings/${"users" | "groups" | "roles" | "api-keys" | "audit" | "profile"}`;
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
