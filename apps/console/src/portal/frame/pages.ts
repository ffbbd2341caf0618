import type { Profile } from "@opsplane/contract";
import { type ControlPermission, staffTenant } from "@opsplane/contract/control-plane";
import {
  type Icon,
  IconBuilding,
  IconCertificate,
  IconCoin,
  IconCreditCard,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconKey,
  IconPackage,
  IconReceipt,
  IconRocket,
  IconServer,
  IconStack2,
  IconUsers,
} from "@tabler/icons-react";

type Path =
  | "/"
  | "/plan"
  | "/payment"
  | "/invoices"
  | "/licenses"
  | "/signing-keys"
  | "/customers"
  | "/deployments"
  | "/releases"
  | "/rollouts"
  | "/prices"
  | "/users"
  | "/audit";

interface PortalLink {
  to: Path;
  label: string;
  icon: Icon;
  needs: ControlPermission;
  /** The sequence that opens the page. */
  keys: string;
}

/** The navigation of a customer's account. */
const customerPages: readonly PortalLink[] = [
  { to: "/", label: "Overview", icon: IconHome, needs: "tenants:read", keys: "g h" },
  { to: "/plan", label: "Plan", icon: IconStack2, needs: "subscriptions:read", keys: "g p" },
  { to: "/invoices", label: "Invoices", icon: IconReceipt, needs: "invoices:read", keys: "g i" },
  { to: "/payment", label: "Payment", icon: IconCreditCard, needs: "invoices:read", keys: "g m" },
  { to: "/licenses", label: "Licenses", icon: IconCertificate, needs: "licenses:read", keys: "g l" },
  { to: "/users", label: "Users", icon: IconUsers, needs: "admin:users", keys: "g u" },
  { to: "/audit", label: "Audit log", icon: IconHistory, needs: "admin:audit", keys: "g a" },
];

/** The navigation of the staff, who see all customers. */
const staffPages: readonly PortalLink[] = [
  { to: "/", label: "Fleet", icon: IconHeartbeat, needs: "fleet:read", keys: "g h" },
  { to: "/customers", label: "Customers", icon: IconBuilding, needs: "tenants:read", keys: "g c" },
  { to: "/licenses", label: "Licenses", icon: IconCertificate, needs: "licenses:read", keys: "g l" },
  { to: "/invoices", label: "Invoices", icon: IconReceipt, needs: "invoices:read", keys: "g i" },
  { to: "/deployments", label: "Deployments", icon: IconServer, needs: "deployments:read", keys: "g d" },
  { to: "/releases", label: "Releases", icon: IconPackage, needs: "rollouts:read", keys: "g r" },
  { to: "/rollouts", label: "Rollouts", icon: IconRocket, needs: "rollouts:read", keys: "g o" },
  { to: "/prices", label: "Prices", icon: IconCoin, needs: "prices:read", keys: "g e" },
  { to: "/signing-keys", label: "Signing keys", icon: IconKey, needs: "license-keys:read", keys: "g k" },
  { to: "/users", label: "Staff", icon: IconUsers, needs: "admin:users", keys: "g u" },
  { to: "/audit", label: "Audit log", icon: IconHistory, needs: "admin:audit", keys: "g a" },
];

export function visiblePages({ user, tenant }: Pick<Profile, "tenant" | "user">): readonly PortalLink[] {
  const pages = tenant.id === staffTenant ? staffPages : customerPages;
  return pages.filter(({ needs }) => user.permissions.includes(needs));
}
