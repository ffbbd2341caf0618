import type { Execution, RunbookStepInput, WorkflowRun } from "@opsplane/contract";
import { vi } from "vitest";
import type { Api, Person } from "./plane.ts";
import type { Sshd } from "./sshd.ts";

let counter = 0;
export const unique = (word: string) => `${word}-${++counter}`;

/** A host that runs commands on an SSH server of this test, with its key trusted. */
export async function aHost({ api }: Pick<Person, "api">, sshd: Sshd, fields: { ci_id?: string } = {}) {
  const secret = await api.secrets.create({ body: { name: unique("key"), value: sshd.privateKey } });
  const { id } = await api.hosts.create({
    body: {
      name: unique("host"),
      address: "127.0.0.1",
      port: sshd.port,
      username: sshd.username,
      secret_id: secret.id,
      ...fields,
    },
  });
  return api.hosts.addKey({ params: { id }, body: { fingerprint: sshd.hostKey() } });
}

type RunbookBody = Parameters<Api["runbooks"]["create"]>[0]["body"];

/** A published runbook. */
export function aRunbook({ api }: Pick<Person, "api">, steps: RunbookStepInput[], fields: Partial<RunbookBody> = {}) {
  return api.runbooks.create({ body: { name: unique("runbook"), status: "published", ...fields, steps } });
}

const isOver = ({ status }: { status: string }) => ["succeeded", "failed", "cancelled"].includes(status);

/** Waits until an execution is as wanted; by default until it has ended. */
export async function executionWhen(
  { api }: Pick<Person, "api">,
  id: string,
  isReady: (execution: Execution) => boolean = isOver,
): Promise<Execution> {
  return vi.waitFor(
    async () => {
      const execution = await api.executions.get({ params: { id } });
      if (!isReady(execution)) throw new Error(`${execution.status}: ${JSON.stringify(execution.steps)}`);
      return execution;
    },
    { timeout: 180_000, interval: 50 },
  );
}

export async function runWhen(
  { api }: Pick<Person, "api">,
  id: string,
  isReady: (run: WorkflowRun) => boolean = isOver,
): Promise<WorkflowRun> {
  return vi.waitFor(
    async () => {
      const run = await api.workflows.getRun({ params: { id } });
      if (!isReady(run)) throw new Error(`${run.status}: ${JSON.stringify(run.steps)}`);
      return run;
    },
    { timeout: 180_000, interval: 50 },
  );
}

/** Everything that an execution wrote. */
export async function outputOf({ api }: Pick<Person, "api">, id: string): Promise<string> {
  const { items } = await api.executions.output({ params: { id }, query: { limit: 1000 } });
  return items.map(({ text }) => text).join("");
}
