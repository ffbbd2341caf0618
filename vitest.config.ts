import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;

/** A test that opens PostgreSQL, ClickHouse, a server or a built program contains one of these. */
const usesEngines = /\/(plane|control-plane|customers|process)\.ts"|\binject\b|\bstart(Postgres|ClickHouse)\b|\/dist\//;

const testsUnder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
    .map((path) => `${folder}/${path}`);
const isServerTest = (path: string) => usesEngines.test(readFileSync(join(root, path), "utf8"));
const tests = [
  "packages",
  "apps/cli/src",
  "apps/console/src",
  "apps/control-plane/src",
  "apps/control-plane/test",
  "apps/tenant-plane/src",
  "apps/tenant-plane/test",
].flatMap(testsUnder);

/**
 * Three projects. `units` needs only Node and takes seconds. `server` shares one PostgreSQL and one ClickHouse; each file has its own
 * PostgreSQL database and tenants. `browser` adds one Chromium and one server for all its files.
 */
export default defineConfig({
  test: {
    // Files share a process, because loading and compiling the server for each file would take longer than most tests.
    isolate: false,
    // One more than cores, because tests often wait for processes and timers.
    maxWorkers: availableParallelism() + 1,
    // What a test waits for has its own, shorter limit; these only end a test that hangs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The engines take their time to stop on a busy machine.
    teardownTimeout: 120_000,
    // A busy machine may take seconds for anything, so conditions are polled for long.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: { name: "units", pool: "threads", include: tests.filter((path) => !isServerTest(path)) },
      },
      {
        extends: true,
        test: {
          name: "server",
          pool: "forks",
          include: tests.filter(isServerTest),
          globalSetup: ["apps/tenant-plane/test/engines.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          pool: "forks",
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["apps/tenant-plane/test/engines.ts", "e2e/shared-plane.ts"],
        },
      },
    ],
  },
});
