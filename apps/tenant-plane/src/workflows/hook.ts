import {
  fail,
  isDeeperThan,
  maxDepth,
  type OpenContext,
  sameSecret,
  signedHeaders,
  type WriteScope,
} from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { type Settler, targetOf } from "../runs/index.ts";
import { eventInput, isWanted, startWorkflow } from "./start.ts";
import { hookedWorkflow, noteCall, startableWorkflow } from "./store/workflows.ts";

const toleranceSeconds = 300;

interface HookReply {
  run_id: string | null;
  reference: string | null;
}

/** Starts a workflow with a webhook whose signature, time and id are checked. The same id starts one run only. */
export async function receiveHook(
  core: Core,
  settler: Settler,
  context: OpenContext & { params: { id: string }; body: Buffer },
): Promise<HookReply> {
  const { refusals, secrets, asAutomation } = core;
  const { request, now, database, params, body, origin } = context;
  refusals.assertAllowed(request.ip);
  const found = await hookedWorkflow(database.system, params.id);
  if (!found) {
    refusals.count(request.ip);
    return fail("NOT_FOUND", "No workflow takes webhooks at this address.");
  }
  const message = readMessage(request.headers, body);
  const problem = message ? problemOf(message, secrets.open(found.webhook_secret), body, now) : "headers";
  if (!message || problem !== undefined) {
    refusals.count(request.ip);
    return fail("UNAUTHORIZED", problems[problem ?? "headers"]);
  }
  await context.assertEntitled(found.tenant_id);
  const input = inputOf(body);
  let reply: HookReply = { run_id: null, reference: null };
  const start = async (write: WriteScope) => {
    const workflow = await startableWorkflow(write.db, params.id);
    if (!workflow?.enabled) return fail("CONFLICT", "This workflow is disabled.");
    // A retry of the sender is answered, and starts nothing.
    if (!(await noteCall(write.db, workflow.id, message.id))) return false;
    const whole = eventInput(workflow, input);
    if (!isWanted(workflow, "webhook", whole)) return undefined;
    const started = { trigger: "webhook" as const, input: whole, incidentId: null };
    const startedBy = { label: "webhook", userId: null };
    const run = await startWorkflow(settler, write, workflow, { ...started, startedBy });
    const after = { workflow: workflow.name, trigger: "webhook", message_id: message.id };
    write.audit({ target: targetOf(run), after });
    reply = { run_id: run.id, reference: run.reference };
    return undefined;
  };
  await asAutomation(found.tenant_id, "workflows.hook", start, { ...origin, actor: "webhook" });
  return reply;
}

interface Message {
  id: string;
  seconds: number;
  signatures: string[];
}

function readMessage(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: unknown,
): Message | undefined {
  const text = (name: string) => (typeof headers[name] === "string" ? headers[name] : "");
  const [id, seconds, signature] = [text("webhook-id"), text("webhook-timestamp"), text("webhook-signature")];
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(seconds) || signature === "" || !Buffer.isBuffer(body))
    return undefined;
  return { id, seconds: Number(seconds), signatures: signature.split(" ").slice(0, 10) };
}

const problems = {
  headers: "Send the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks.",
  time: "The header webhook-timestamp is more than five minutes away from this server's time.",
  signature: "The signature does not fit the body and the workflow's secret.",
};

function problemOf(message: Message, secret: string, body: Buffer, now: Date): keyof typeof problems | undefined {
  if (Math.abs(now.getTime() / 1000 - message.seconds) > toleranceSeconds) return "time";
  const at = new Date(message.seconds * 1000);
  const expected = signedHeaders([secret], { id: message.id, body, now: at })["webhook-signature"] ?? "";
  return message.signatures.some((signature) => sameSecret(signature, expected)) ? undefined : "signature";
}

function inputOf(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = body.length === 0 ? {} : JSON.parse(body.toString("utf8"));
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    // What is stored and compared later is walked by functions that call themselves.
    if (isObject && !isDeeperThan(parsed, maxDepth)) return { ...parsed };
  } catch {
    // Answered below.
  }
  return fail("VALIDATION_ERROR", `The body must be a JSON object of at most ${maxDepth} levels.`, {
    details: [{ path: "", message: `must be a JSON object of at most ${maxDepth} levels` }],
  });
}
