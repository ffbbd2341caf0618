import { createHash, timingSafeEqual } from "node:crypto";
import type { operations } from "@opsplane/contract";
import { fail, type HandlersOf, newToken, type WriteContext } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { noteCollectorUsed } from "../identity/index.ts";
import { receiveOutput, type Settler } from "../runs/index.ts";
import * as store from "./store.ts";
import { endJob } from "./writes.ts";

/** An agent that is silent for this long counts as lost. */
const leaseSeconds = 60;

export function agentJobHandlers(
  core: Pick<Core, "secrets" | "asAutomation">,
  settler: Settler,
): HandlersOf<typeof operations.agentJobs> {
  return {
    claim: async ({ db, body, principal, audit }) => {
      // A job holds its secrets in clear text, which no person ever sees.
      if (principal.kind !== "collector") fail("FORBIDDEN", "Only the token of an agent can take jobs.");
      if (principal.label !== body.agent)
        fail(
          "FORBIDDEN",
          `This token belongs to the agent '${principal.label}', which cannot take jobs of '${body.agent}'.`,
        );
      const claim = newToken("opj_");
      const jobs = await store.claimJobs(db, {
        ...{ agent: body.agent, capabilities: body.capabilities, limit: body.limit ?? 1 },
        ...{ claimHash: hashOf(claim), by: principal.label, leaseSeconds },
      });
      await noteCollectorUsed(db, principal.id);
      if (jobs.length === 0) return [];
      const targets = jobs.map(({ target }) => target).join(", ");
      audit({ target: targetOf(body.agent), after: { jobs: jobs.map(({ id }) => id), targets } });
      const references = await store.referencesOf(
        db,
        jobs.map(({ run_id }) => run_id),
      );
      return jobs.map(({ id, capability, command, stdin, timeout_seconds, run_id, created_at }) => ({
        ...{ id, capability, command, timeout_seconds, claim, created_at },
        stdin: stdin === null ? null : core.secrets.open(stdin),
        lease_seconds: leaseSeconds,
        reference: references.get(run_id) ?? "",
      }));
    },

    heartbeat: async (context) => {
      const job = await held(context, context.params.id, context.body.claim);
      await store.renewLease(context.db, job.id, leaseSeconds);
      return { cancel: job.cancel_requested };
    },

    output: async (context) => {
      const { db, body, params } = context;
      const job = await held(context, params.id, body.claim);
      // A part that came already is ignored, so that a sender may repeat it.
      if (body.seq <= job.last_seq) return { cancel: job.cancel_requested };
      const heldBack = await receiveOutput(core, db, job, body.chunks);
      await store.notePart(db, job.id, body.seq, heldBack);
      await store.renewLease(db, job.id, leaseSeconds);
      return { cancel: job.cancel_requested };
    },

    result: async (context) => {
      const { body, params, audit } = context;
      const job = await ofAgent(context, params.id, body.claim);
      if (job.status !== "claimed") return { status: job.status };
      const exitCode = body.exit_code;
      const status = job.cancel_requested ? "cancelled" : exitCode === 0 && !body.error ? "succeeded" : "failed";
      audit({ target: targetOf(job.agent), after: { job: job.id, target: job.target, status, exit_code: exitCode } });
      await endJob(core, settler, context, job, { status, exitCode, error: body.error ?? null });
      return { status };
    },
  };
}

/** The claim proves that the agent took the job. Anyone else learns nothing about it. */
async function ofAgent({ db, principal }: WriteContext, id: string, claim: string): Promise<store.AgentJobRow> {
  const job = await store.lockJob(db, id);
  const isAgent = principal.kind === "collector" && principal.label === job?.agent;
  const isHolder = isAgent && job?.claim_hash != null && timingSafeEqual(job.claim_hash, hashOf(claim));
  return job && isHolder ? job : fail("NOT_FOUND", `There is no job ${id} that this agent has taken.`);
}

async function held(context: WriteContext, id: string, claim: string): Promise<store.AgentJobRow> {
  const job = await ofAgent(context, id, claim);
  if (job.status !== "claimed")
    fail("CONFLICT", `The job ${id} is ${job.status}. Stop its command; its result is no longer needed.`);
  return job;
}

function targetOf(agent: string) {
  return { type: "agent", id: agent, name: agent };
}

function hashOf(claim: string): Buffer {
  return createHash("sha256").update(claim).digest();
}
