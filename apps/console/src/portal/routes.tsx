import { createRoute } from "@tanstack/react-router";
import { plainSearch } from "../feature/search.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { HomePage } from "./frame/home-page.tsx";
import { root } from "./root.ts";

const getParentRoute = () => root;

/** The pages of customers and staff. What a person may open depends on their permissions. */
export const routes = [
  createRoute({ getParentRoute, path: "/", component: HomePage }),
  createRoute({
    getParentRoute,
    path: "/plan",
    component: lazyPart(() => import("./account/plan-page.tsx"), "PlanPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/payment",
    component: lazyPart(() => import("./billing/payment-page.tsx"), "PaymentPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/invoices",
    validateSearch: plainSearch("status", "overdue", "tenant"),
    component: lazyPart(() => import("./billing/invoices-page.tsx"), "InvoicesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/invoices/$id",
    component: lazyPart(() => import("./billing/invoice-page.tsx"), "InvoicePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/licenses",
    validateSearch: plainSearch("state", "within", "tenant"),
    component: lazyPart(() => import("./licenses/licenses-page.tsx"), "LicensesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/signing-keys",
    component: lazyPart(() => import("./licenses/signing-keys-page.tsx"), "SigningKeysPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/customers",
    validateSearch: plainSearch("q", "mode", "provisioning", "status", "deployment"),
    component: lazyPart(() => import("./customers/customers-page.tsx"), "CustomersPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/customers/$id",
    component: lazyPart(() => import("./customers/customer-page.tsx"), "CustomerPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/deployments",
    validateSearch: plainSearch("q", "mode", "health"),
    component: lazyPart(() => import("./deployments/deployments-page.tsx"), "DeploymentsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/releases",
    validateSearch: plainSearch("channel", "open"),
    component: lazyPart(() => import("./releases/releases-page.tsx"), "ReleasesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/rollouts",
    validateSearch: plainSearch("state"),
    component: lazyPart(() => import("./releases/rollouts-page.tsx"), "RolloutsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/rollouts/$id",
    component: lazyPart(() => import("./releases/rollout-page.tsx"), "RolloutPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/prices",
    component: lazyPart(() => import("./billing/prices-page.tsx"), "PricesPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/users",
    validateSearch: plainSearch("q", "role", "status"),
    component: lazyPart(() => import("./people/users-page.tsx"), "UsersPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/audit",
    validateSearch: plainSearch("actor", "action", "open"),
    component: lazyPart(() => import("./people/audit-page.tsx"), "AuditPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/profile",
    component: lazyPart(() => import("./people/profile-page.tsx"), "ProfilePage"),
  }),
] as const;
