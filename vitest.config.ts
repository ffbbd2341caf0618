import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

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

/** Seconds of each file that takes one or more, from the last `npm run test:durations`. */
const durations: Record<string, number> = JSON.parse(readFileSync(join(root, "scripts/test-durations.json"), "utf8"));

/** The longest file first, so that no long one is left for the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => durations[relative(root, moduleId)] ?? 0;
    const order = (file: TestSpecification) => file.project.config.sequence.groupOrder;
    return files.toSorted((a, b) => order(a) - order(b) || seconds(b) - seconds(a));
  }
}

// A busy machine may take seconds for anything, so tests wait long. Where many tests are meant to fail, a shorter wait saves hours.
const waitMs = Number(process.env.OPSPLANE_TEST_WAIT_SECONDS ?? 180) * 1000;

/**
 * Two projects. `units` needs only Node and takes seconds. `engines` shares one PostgreSQL, one ClickHouse and one plane; a file that
 * needs its own settings starts its own plane. The files of `e2e` also share the Chromium of their worker.
 */
export default defineConfig({
  test: {
    // Files share a process, because loading and compiling the server for each file would take longer than most tests.
    isolate: false,
    // One more than cores, because tests often wait for processes and timers. More would only make each slower.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // What a test waits for has its own, shorter limit; these only end a test that hangs.
    testTimeout: 3 * waitMs + 60_000,
    hookTimeout: 3 * waitMs + 60_000,
    // The engines take their time to stop on a busy machine.
    teardownTimeout: 120_000,
    expect: { poll: { timeout: waitMs } },
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          pool: "threads",
          sequence: { groupOrder: 0 },
          include: tests.filter((path) => !isServerTest(path)),
        },
      },
      {
        extends: true,
        test: {
          name: "engines",
          pool: "forks",
          sequence: { groupOrder: 1 },
          include: [...tests.filter(isServerTest), "e2e/**/*.test.ts"],
          globalSetup: ["apps/tenant-plane/test/engines.ts", "apps/tenant-plane/test/shared-plane.ts"],
        },
      },
    ],
  },
});
