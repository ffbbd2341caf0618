import { launchPlane } from "@opsplane/tenant-plane/testing/launch-plane";
import type { PlaneAccess } from "@opsplane/tenant-plane/testing/people";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    browserPlane: PlaneAccess;
    browserDatabaseUrl: string;
  }
}

/** One server for every browser test that does not stop it. */
export default async function providePlane(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, clickhouseUrl } = project.getProvidedContext();
  const { url, serviceSecret, tenantId, databaseUrl, close } = await launchPlane({
    postgresUrl,
    clickhouseUrl,
    // The receivers of webhooks are on loopback.
    env: { OUTBOUND_ALLOW_PRIVATE: "1" },
  });
  project.provide("browserPlane", { url, serviceSecret, tenantId });
  project.provide("browserDatabaseUrl", databaseUrl);
  return close;
}
