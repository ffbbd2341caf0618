import { expect, test } from "vitest";
import { controlOperations } from "./control-plane/index.ts";
import { eventSpecs } from "./events.ts";
import type { OperationSpec } from "./operation.ts";
import { operations } from "./operations.ts";

type Groups = Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>;

const all = (groups: Groups) =>
  Object.entries(groups).flatMap(([group, specs]) =>
    Object.entries(specs).map(([name, spec]) => ({ id: `${group}.${name}`, ...spec })),
  );

/** The operations by each access that is no permission. */
function withoutPermission(groups: Groups): Record<string, string[]> {
  const found: Record<string, string[]> = { public: [], service: [], signed_in: [] };
  for (const { id, access } of all(groups)) found[access]?.push(id);
  return found;
}

// Servers check what an operation states, and the walks read it too. Only this list notices a permission that is removed.
test("only these operations of the Tenant Plane need no permission", () => {
  expect(withoutPermission(operations)).toEqual({
    public: [
      "auth.token",
      "auth.refresh",
      "alertIntegrations.receive",
      "alertIntegrations.enqueue",
      "alertIntegrations.enqueueChange",
      "oncall.calendar",
      "oncall.readLink",
      "oncall.followLink",
      "workflows.hook",
      "reportSubscriptions.unsubscribe",
      "dashboards.shared",
      "dashboards.sharedData",
      "system.health",
      "system.subscription",
    ],
    service: ["system.migrate", "system.createTenant"],
    signed_in: [
      "auth.logout",
      "auth.password",
      "auth.me",
      "auth.updateMe",
      "auth.sessions",
      "auth.endSession",
      "channels.pushKey",
      "ai.usage",
      "notice.get",
      "events.stream",
    ],
  });
});

test("only these operations of the Control Plane need no permission", () => {
  expect(withoutPermission(controlOperations)).toEqual({
    public: [
      "auth.token",
      "auth.refresh",
      "billing.webhook",
      "releases.latest",
      "system.health",
      "plans.list",
      "signup.create",
      "signup.verify",
      "licenses.publicKeys",
      "licenses.phoneHome",
    ],
    service: [],
    signed_in: [
      "auth.logout",
      "auth.password",
      "auth.me",
      "auth.updateMe",
      "auth.sessions",
      "auth.endSession",
      "releases.list",
      "releases.get",
    ],
  });
});

test("a permission to read writes only what is a person's own", () => {
  const writes = all(operations).filter(({ effect, access }) => effect === "write" && access.endsWith(":read"));
  expect(writes.map(({ id }) => id)).toEqual([
    "oncall.feed",
    "oncall.removeFeed",
    "savedQueries.create",
    "savedQueries.update",
    "savedQueries.remove",
  ]);
});

test("every event but the notice's needs a permission", () => {
  expect(eventSpecs.filter(({ access }) => access === "signed_in").map(({ type }) => type)).toEqual(["notice.updated"]);
});
