import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { Id, IdParams, line, listOf, nullable, oneOf, Timestamp, text } from "./schema.ts";

/** What an agent can do for a runbook. A job is given only to an agent that has its capability. */
export const agentCapabilities = ["command"] as const;
export type AgentCapability = (typeof agentCapabilities)[number];

/** lost: the agent stopped reporting. The command is never given out again, because it may have run. */
export const agentJobStatuses = ["queued", "claimed", "succeeded", "failed", "cancelled", "lost", "expired"] as const;

/** A command for an agent. */
export const AgentJob = Type.Object({
  id: Id,
  capability: oneOf(agentCapabilities),
  command: Type.String(),
  stdin: nullable(Type.String({ description: "Sent to the command's standard input. It carries secrets" })),
  timeout_seconds: Type.Integer(),
  claim: Type.String({ description: "Proves that this agent holds the job; sent with every report" }),
  lease_seconds: Type.Integer({ description: "A heartbeat is due within this time" }),
  reference: Type.String({ description: "The execution" }),
  created_at: Timestamp,
});
export type AgentJob = Static<typeof AgentJob>;

const claim = line(100, "As received with the job");
const shared = { access: "agents:work", module: "runbooks", effect: "write" } as const;

/** The queue from which agents take commands. Each job is given out at most once. */
export const agentJobs = {
  claim: operation({
    ...shared,
    routine: true,
    method: "POST",
    path: "/api/agents/jobs/claim",
    summary: "Take the jobs that wait for this agent",
    body: Type.Object({
      agent: line(100, "The name that hosts refer to"),
      capabilities: listOf(oneOf(agentCapabilities)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 1 })),
    }),
    reply: Type.Array(AgentJob),
  }),
  heartbeat: operation({
    ...shared,
    routine: true,
    method: "POST",
    path: "/api/agents/jobs/:id/heartbeat",
    summary: "Report that a job still runs",
    params: IdParams,
    body: Type.Object({ claim }),
    reply: Type.Object({ cancel: Type.Boolean({ description: "The command must be stopped" }) }),
  }),
  output: operation({
    ...shared,
    routine: true,
    method: "POST",
    path: "/api/agents/jobs/:id/output",
    summary: "Send what the command wrote",
    description: "`seq` counts the parts from 1. A part that was received already is ignored, so a retry is harmless.",
    params: IdParams,
    body: Type.Object({
      claim,
      seq: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      chunks: Type.Array(Type.Object({ stream: oneOf(["stdout", "stderr"]), text: text(65_536) }), {
        minItems: 1,
        maxItems: 100,
      }),
    }),
    reply: Type.Object({ cancel: Type.Boolean() }),
  }),
  result: operation({
    ...shared,
    method: "POST",
    path: "/api/agents/jobs/:id/result",
    summary: "Report how the command ended",
    description: "The same result may be sent again after a lost answer.",
    params: IdParams,
    body: Type.Object({
      claim,
      exit_code: nullable(Type.Integer({ minimum: -1, maximum: 255 })),
      error: Type.Optional(nullable(text(2000))),
    }),
    reply: Type.Object({ status: oneOf(agentJobStatuses) }),
  }),
};
