import type { TestProject } from "vitest/node";
import type { LaunchedPlane } from "./launch-plane.ts";
import { offer } from "./main-process.ts";
import type { PlaneAccess } from "./people.ts";

declare module "vitest" {
  export interface ProvidedContext {
    sharedPlane: string;
  }
}

export interface SharedPlaneAccess extends PlaneAccess {
  databaseUrl: string;
}

interface SharedThing {
  made: Promise<unknown>;
  settle(value: unknown, problem: string | undefined): void;
}

function sharedThing(): SharedThing {
  let settle: SharedThing["settle"] = () => undefined;
  const made = new Promise((resolve, reject) => {
    settle = (value, problem) => (problem === undefined ? resolve(value) : reject(new Error(problem)));
  });
  // Without other files that wait, nobody needs to know of a failure.
  made.catch(() => undefined);
  return { made, settle };
}

/** One plane for all files that need no settings of their own and do not move the clock. It starts when a file asks for it. */
export default async function providePlane(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, clickhouseUrl } = project.getProvidedContext();
  let launched: Promise<LaunchedPlane> | undefined;
  const launch = async () => {
    const { launchPlane, untilTelemetry } = await import("./launch-plane.ts");
    const plane = await launchPlane({
      postgresUrl,
      clickhouseUrl,
      // Receivers, models and senders of tests are on loopback. Several files use the plane at once.
      env: { OUTBOUND_ALLOW_PRIVATE: "127.0.0.1/32", DATABASE_CONNECTIONS: "40" },
    });
    if (project.getProvidedContext().clickhouseProblem === "") await untilTelemetry(plane.url);
    return plane;
  };
  const opened = () => {
    launched ??= launch();
    return launched;
  };
  const things = new Map<string, SharedThing>();
  const { url, close } = await offer({
    // The first file that asks for a thing makes it; the others wait for it.
    claim: async (name) => {
      const claimed = things.get(name);
      if (claimed) return { made: await claimed.made };
      things.set(name, sharedThing());
      return {};
    },
    settle: async (argument) => {
      const { name, value, problem } = JSON.parse(argument);
      things.get(name)?.settle(value, problem);
    },
    access: async () => {
      const { url, serviceSecret, tenantId, databaseUrl } = await opened();
      return { url, serviceSecret, tenantId, databaseUrl } satisfies SharedPlaneAccess;
    },
    runNow: async (name) => (await opened()).schedules.runNow(name),
  });
  project.provide("sharedPlane", url);
  return async () => {
    await close();
    await (await launched)?.close();
  };
}
