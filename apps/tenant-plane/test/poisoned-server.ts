import { type Closer, createLog, stopper } from "@opsplane/runtime";
import { startTenantPlane } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import type { StepRunner } from "../src/runs/index.ts";

// The server, with HTTP steps that are poison when their address says so.

const poisons: Record<string, () => void> = {
  "/poison/blocks": () => {
    for (;;);
  },
  "/poison/ends": () => process.kill(process.pid, "SIGKILL"),
};

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const closers: Closer[] = [];
const stop = stopper(closers, log, config);
const plane = await startTenantPlane({
  config,
  engines: {
    postgresUrl: config.databaseUrl ?? "",
    ownsPostgres: false,
    clickhouseUrl: config.clickhouseUrl,
    clickhouseState: () => undefined,
    dataDir: undefined,
  },
  log,
  onFatal: () => void stop(1),
  testing: { runners: ({ http, ...others }) => ({ ...others, ...(http && { http: poisoned(http) }) }) },
});
closers.push(() => plane.close());
console.log(`ready at ${plane.address}`);

function poisoned(real: StepRunner): StepRunner {
  return {
    ...real,
    run: async (context) => {
      poisons[new URL(String(context.node.config.url)).pathname]?.();
      return real.run(context);
    },
  };
}
