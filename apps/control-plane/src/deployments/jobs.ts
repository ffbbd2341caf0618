import { Failure, OutboundFailure, type Schedule } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { readVersion } from "./rules.ts";
import { type Checked, type Checkup, hostedAfter, saveCheckup } from "./store.ts";

const timeoutMs = 10_000;
/** Asked at the same time. One that does not answer delays only the others of its batch. */
const batch = 20;

/** Asks every hosted deployment for its health and version. */
export function healthChecks(core: Pick<Core, "database" | "http">): Schedule {
  return {
    name: "deployments.health",
    everyMs: 60_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      const { system } = core.database;
      for (let last = ""; ; ) {
        signal.throwIfAborted();
        const due = await hostedAfter(system, last, batch);
        await Promise.all(
          due.map(async (each) => {
            const result = await checkup(core, each, signal);
            if (result) await saveCheckup(system, each.id, result);
          }),
        );
        if (due.length < batch) return;
        last = due.at(-1)?.id ?? "";
      }
    },
  };
}

/** Undefined when this instance has too many requests open, which says nothing about the deployment. */
async function checkup(
  { http }: Pick<Core, "http">,
  { id, url }: Checked,
  signal: AbortSignal,
): Promise<Checkup | undefined> {
  try {
    const asked = { url: `${url}/api/health`, timeoutMs, maxBytes: 64 * 1024, signal };
    const { status, body } = await http.request(id, asked);
    return read(status, body.toString("utf8"));
  } catch (error) {
    if (error instanceof OutboundFailure) return unreachable(error.message);
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const healths = ["ok", "degraded", "down"] as const;

function read(status: number, text: string): Checkup {
  const answer = parsed(text);
  const health = healths.find((each) => each === answer.status);
  if (health === undefined) return unreachable(`The answer (${status}) is not a health report.`);
  return { health, message: null, tpVersion: readVersion(answer.version) };
}

function parsed(text: string): { status?: unknown; version?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function unreachable(message: string): Checkup {
  return { health: "unreachable", message, tpVersion: null };
}
