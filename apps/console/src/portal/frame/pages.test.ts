import { permissionsOf } from "@opsplane/contract/control-plane";
import { expect, test } from "vitest";
import { visiblePages } from "./pages.ts";

function pagesOf(tenantId: string, role: string) {
  const user = {
    id: "1",
    email: "a@example.com",
    name: "A",
    role,
    tenant_id: tenantId,
    permissions: [...(permissionsOf(tenantId, role) ?? [])],
    must_change_password: false,
  };
  return visiblePages({ user, tenant: { id: tenantId, name: tenantId, plan_id: null, plan_name: "" } });
}

const labelsOf = (tenantId: string, role: string) => pagesOf(tenantId, role).map(({ label }) => label);

test("a billing user of a customer sees plan and payment, but neither users nor the fleet", () => {
  expect(labelsOf("acme", "billing")).toEqual(["Overview", "Plan", "Invoices", "Payment", "Licenses"]);
});

test("the admin of a customer also manages users and reads the audit log", () => {
  expect(labelsOf("acme", "admin")).toEqual([...labelsOf("acme", "billing"), "Users", "Audit log"]);
});

test("support sees the fleet and all records, but manages no staff", () => {
  const labels = labelsOf("staff", "support");
  expect(labels).toContain("Fleet");
  expect(labels).not.toContain("Plan");
  expect(labels).not.toContain("Staff");
});

test.each(["acme", "staff"])("each shortcut of the account %s opens one page", (tenantId) => {
  const keys = pagesOf(tenantId, "admin").map((page) => page.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
