import { signedHeaders } from "@opsplane/runtime";
import { vi } from "vitest";
import type { Examples } from "./examples.ts";
import type { Person, Plane } from "./plane.ts";
import { startSshServer } from "./ssh-server.ts";

// Examples of the operations of runbooks, workflows, hosts and agents.

let counter = 0;
const unique = (word: string) => `${word}-${++counter}`;

/** One server for all examples that connect. */
let sshServer: ReturnType<typeof startSshServer> | undefined;
const aFingerprint = `SHA256:${"k".repeat(43)}`;

async function aHost({ api }: Person) {
  sshServer ??= startSshServer();
  const { port, username } = await sshServer;
  const { id: secret_id } = await api.secrets.create({ body: { name: unique("host secret"), value: "open sesame" } });
  return { name: unique("host"), address: "127.0.0.1", port, username, authentication: "password", secret_id } as const;
}

async function newHostKey(owner: Person) {
  const { id } = await newHost(owner);
  return owner.api.hosts.addKey({ params: { id }, body: { type: "ssh-ed25519", fingerprint: aFingerprint } });
}

async function newReference({ api }: Person) {
  return (await api.incidents.create({ body: { title: unique("incident") } })).reference;
}

async function newHost(owner: Person) {
  return owner.api.hosts.create({ body: await aHost(owner) });
}

async function newRunbook(owner: Person, status: "draft" | "published" = "published") {
  return owner.api.runbooks.create({
    body: {
      name: unique("runbook"),
      steps: [{ type: "manual", title: "Look", instructions: "Look at the dashboard." }],
      status,
    },
  });
}

/** It waits for a person, so no job changes it. */
async function newExecution(owner: Person) {
  const execution = await owner.api.executions.execute({ params: { id: (await newRunbook(owner)).id } });
  const params = { id: execution.id };
  await until(async () => (await owner.api.executions.get({ params })).status === "waiting");
  return execution;
}

async function failedExecution(owner: Person) {
  const { id } = await newExecution(owner);
  await owner.api.executions.decide({ params: { id }, body: { decision: "rejected" } });
  return id;
}

const aWorkflow = () => ({
  name: unique("workflow"),
  steps: [
    { id: "ask", type: "approval" as const, config: { approver_type: "any", allow_self_approval: true } },
    { id: "say", type: "notification" as const, config: { message: "It is done." } },
  ],
  triggers: [{ type: "manual" as const }, { type: "webhook" as const }],
});

async function newWorkflow(owner: Person) {
  return owner.api.workflows.create({ body: aWorkflow() });
}

async function newWorkflowRun(owner: Person) {
  const run = await owner.api.workflows.run({ params: { id: (await newWorkflow(owner)).id } });
  const params = { id: run.id };
  await until(async () => (await owner.api.workflows.getRun({ params })).status === "waiting");
  return run;
}

async function failedWorkflowRun(owner: Person) {
  const { id } = await newWorkflowRun(owner);
  await owner.api.workflows.decide({ params: { id }, body: { decision: "rejected" } });
  return id;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: 180_000, interval: 50 });
}

/** An agent with its token. */
async function newAgent(owner: Person) {
  const agent = unique("agent");
  const { token } = await owner.api.collectors.create({ body: { name: agent, capabilities: ["command"] } });
  return { agent, headers: { authorization: `Bearer ${token}` } };
}

/** A job that an agent has taken. */
async function claimedJob(plane: Plane, owner: Person) {
  const { agent, headers } = await newAgent(owner);
  const { api } = owner;
  const { agentJobs } = plane.api({ ...owner.headers, ...headers });
  const host = await api.hosts.create({ body: { name: agent, connection: "agent", agent } });
  const runbook = await api.runbooks.create({
    body: { name: unique("runbook"), status: "published", steps: [{ type: "command", title: "Run", command: "true" }] },
  });
  await api.executions.execute({ params: { id: runbook.id }, body: { targets: [host.id] } });
  const claim = { agent, capabilities: ["command" as const] };
  let jobs = await agentJobs.claim({ body: claim });
  await until(async () => {
    if (jobs.length === 0) jobs = await agentJobs.claim({ body: claim });
    return jobs.length > 0;
  });
  return { id: jobs[0]?.id ?? "", claim: jobs[0]?.claim ?? "", headers };
}

type Group = "runbooks" | "executions" | "workflows" | "agentJobs" | "hosts";

export const automationExamples: Pick<Examples, Group> = {
  runbooks: {
    list: async () => ({}),
    library: async () => ({}),
    create: async () => ({
      body: { name: unique("runbook"), steps: [{ type: "wait", title: "Wait", seconds: 5 }], tags: ["night"] },
    }),
    get: async ({ owner }) => ({ params: { id: (await newRunbook(owner)).id } }),
    update: async ({ owner }) => ({
      params: { id: (await newRunbook(owner, "draft")).id },
      body: { description: "changed" },
    }),
    remove: async ({ owner }) => ({ params: { id: (await newRunbook(owner, "draft")).id } }),
    publish: async ({ owner }) => ({ params: { id: (await newRunbook(owner)).id }, body: { comment: "better" } }),
    archive: async ({ owner }) => ({ params: { id: (await newRunbook(owner)).id } }),
    versions: async ({ owner }) => ({ params: { id: (await newRunbook(owner)).id } }),
    steps: async ({ owner }) => ({ params: { id: (await newRunbook(owner)).id } }),
  },
  executions: {
    execute: async ({ owner }) => ({
      params: { id: (await newRunbook(owner)).id },
      body: { incident_id: await newReference(owner), dry_run: true },
    }),
    list: async () => ({}),
    get: async ({ owner }) => ({ params: { id: (await newExecution(owner)).id } }),
    output: async ({ owner }) => ({ params: { id: (await newExecution(owner)).id } }),
    stream: async ({ owner }) => ({ params: { id: (await newExecution(owner)).id } }),
    decide: async ({ owner }) => ({
      params: { id: (await newExecution(owner)).id },
      body: { comment: "done", decision: "approved" },
    }),
    cancel: async ({ owner }) => ({ params: { id: (await newExecution(owner)).id }, body: { reason: "not needed" } }),
    retry: async ({ owner }) => ({ params: { id: await failedExecution(owner) }, body: { reason: "once more" } }),
  },
  workflows: {
    list: async () => ({}),
    create: async () => ({ body: aWorkflow() }),
    get: async ({ owner }) => ({ params: { id: (await newWorkflow(owner)).id } }),
    update: async ({ owner }) => ({ params: { id: (await newWorkflow(owner)).id }, body: { description: "changed" } }),
    remove: async ({ owner }) => ({ params: { id: (await newWorkflow(owner)).id } }),
    versions: async ({ owner }) => ({ params: { id: (await newWorkflow(owner)).id } }),
    newSecret: async ({ owner }) => ({ params: { id: (await newWorkflow(owner)).id } }),
    run: async ({ owner }) => ({
      params: { id: (await newWorkflow(owner)).id },
      body: { incident_id: await newReference(owner), input: {} },
    }),
    hook: async ({ owner }) => {
      const { id } = await newWorkflow(owner);
      const { secret } = await owner.api.workflows.newSecret({ params: { id } });
      const body = JSON.stringify({ host: "web-1" });
      const headers = signedHeaders([secret], { id: unique("message"), body, now: new Date() });
      return { params: { id }, bytes: Buffer.from(body), headers };
    },
    runs: async () => ({}),
    getRun: async ({ owner }) => ({ params: { id: (await newWorkflowRun(owner)).id } }),
    streamRun: async ({ owner }) => ({ params: { id: (await newWorkflowRun(owner)).id } }),
    decide: async ({ owner }) => ({
      params: { id: (await newWorkflowRun(owner)).id },
      body: { comment: "fine", decision: "approved" },
    }),
    cancel: async ({ owner }) => ({ params: { id: (await newWorkflowRun(owner)).id }, body: { reason: "not needed" } }),
    retry: async ({ owner }) => ({ params: { id: await failedWorkflowRun(owner) }, body: { reason: "once more" } }),
  },
  agentJobs: {
    claim: async ({ owner }) => {
      const { agent, headers } = await newAgent(owner);
      return { headers, body: { agent, capabilities: ["command"] } };
    },
    heartbeat: async ({ plane, owner }) => {
      const { id, claim, headers } = await claimedJob(plane, owner);
      return { headers, params: { id }, body: { claim } };
    },
    output: async ({ plane, owner }) => {
      const { id, claim, headers } = await claimedJob(plane, owner);
      return { headers, params: { id }, body: { claim, seq: 1, chunks: [{ stream: "stdout", text: "a line\n" }] } };
    },
    result: async ({ plane, owner }) => {
      const { id, claim, headers } = await claimedJob(plane, owner);
      return { headers, params: { id }, body: { error: "", claim, exit_code: 0 } };
    },
  },
  hosts: {
    list: async () => ({}),
    get: async ({ owner }) => ({ params: { id: (await newHost(owner)).id } }),
    create: async ({ owner }) => ({ body: await aHost(owner) }),
    update: async ({ owner }) => ({ params: { id: (await newHost(owner)).id }, body: { description: "changed" } }),
    remove: async ({ owner }) => ({ params: { id: (await newHost(owner)).id } }),
    offeredKey: async ({ owner }) => ({ params: { id: (await newHost(owner)).id } }),
    addKey: async ({ owner }) => ({
      params: { id: (await newHost(owner)).id },
      body: { type: "ssh-ed25519", fingerprint: aFingerprint },
    }),
    removeKey: async ({ owner }) => ({
      params: { id: (await newHostKey(owner)).id },
      body: { fingerprint: aFingerprint },
    }),
    test: async ({ owner }) => ({ params: { id: (await newHost(owner)).id } }),
  },
};
