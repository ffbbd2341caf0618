// The Tenant Plane with steps that are poison, for the test that needs it.
import { bundle, tenantPlane } from "./bundle.mjs";

await bundle("apps/tenant-plane/dist-poisoned", {
  ...tenantPlane,
  server: "apps/tenant-plane/test/poisoned-server.ts",
});
