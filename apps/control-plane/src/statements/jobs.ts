import { signStatement } from "@opsplane/licensing";
import { defineWorkflow, Failure, newId, OutboundFailure, type Schedule } from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import { connectionOf } from "../deployments/index.ts";
import { statementKey } from "../signing-keys/index.ts";
import { leasePush, savePushed, savePushProblem, statementOf, takeDuePushes } from "../subscriptions/index.ts";

interface Push {
  tenantId: string;
  serial: number;
  /** Failed attempts before this one. */
  failures: number;
}

const push = defineWorkflow<Push>("push-statement", { name: "statements", concurrency: 20, share: 20 });

export function statementJobs(core: Core): Required<Pick<Feature, "workflows" | "schedules">> {
  return {
    schedules: [duePushes(core)],
    workflows: [
      push.implement(async (input, run) => {
        await run.step("send", () => send(core, input));
      }),
    ],
  };
}

const batch = 200;
const maxWaitMs = 3_600_000;

/** Retries without end: a deployment that is back must learn the newest state. */
function duePushes({ database, enqueue }: Core): Schedule {
  return {
    name: "statements.push",
    everyMs: 2_000,
    runsOn: "one-worker",
    run: async () => {
      await database.inSystem(async (tx) => {
        for (const due of await takeDuePushes(tx, batch)) {
          await leasePush(tx, due);
          const { tenant_id: tenantId, serial, attempts: failures } = due;
          await enqueue(tx, push.job(`statement-${tenantId}-${serial}-${newId()}`, { tenantId, serial, failures }));
        }
      });
    },
  };
}

/** Only the newest statement is sent: a newer change has its own push. */
async function send(core: Core, { tenantId, serial, failures }: Push): Promise<void> {
  const { system } = core.database;
  const statement = await statementOf(system, tenantId, core.clock.now());
  if (statement?.serial !== serial) return;
  const jwt = await signStatement(statement, await statementKey(core, system));
  const problem = await deliver(core, statement.deploymentId, jwt);
  if (problem === undefined) return savePushed(system, tenantId, serial);
  const waitMs = Math.min(core.config.deploymentRetryMs * 2 ** Math.min(failures, 20), maxWaitMs);
  await savePushProblem(system, tenantId, serial, { problem, waitMs });
}

async function deliver({ database, http, secrets }: Core, deploymentId: string, jwt: string) {
  const connection = await connectionOf(database.system, deploymentId);
  if (!connection) return "The deployment has no address or service secret.";
  try {
    const { status } = await http.request(deploymentId, {
      url: `${connection.url}/api/internal/subscriptions`,
      method: "POST",
      headers: { "content-type": "application/json", "x-service-secret": secrets.open(connection.service_secret) },
      body: JSON.stringify({ statement: jwt }),
      ...{ timeoutMs: 15_000, keepBytes: 1024, maxRedirects: 0 },
    });
    return status >= 200 && status < 300 ? undefined : `The deployment answered ${status}.`;
  } catch (error) {
    if (error instanceof OutboundFailure || error instanceof Failure) return error.message;
    throw error;
  }
}
