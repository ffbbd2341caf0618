import { defineConfig } from "vitest/config";

/** Tests run against real engines: one PostgreSQL and one ClickHouse for the whole run, a database of its own for each file. */
export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // How long a condition is waited for: on a busy machine a second says nothing about the product.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: "units", include: ["packages/*/src/**/*.test.ts", "apps/console/src/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["apps/tenant-plane/src/**/*.test.ts", "apps/tenant-plane/test/**/*.test.ts", "e2e/**/*.test.ts"],
          globalSetup: ["apps/tenant-plane/test/engines.ts"],
        },
      },
    ],
  },
});
