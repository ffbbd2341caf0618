import { type Lookup, renderShell } from "@opsplane/automation";
import type { Check, ExecutionTarget, TargetResult } from "@opsplane/contract";
import { type Db, Failure, SshFailure } from "@opsplane/runtime";
import { agentToken, queueJob } from "../../agents/index.ts";
import type { Core } from "../../core.ts";
import { findTargets, type HostAccess, noteHostUsed, openHost } from "../../hosts/index.ts";
import type { StepContext, StepResult, StepRunner } from "../../runs/index.ts";
import { isAuthored, stepOf } from "./config.ts";

type CommandCore = Pick<Core, "database" | "asAutomation" | "secrets" | "ssh" | "clock">;

const defaultSeconds = 600;
const connectMs = 15_000;

/** Runs a command on each host, one after another. A host where it ran already is left out. */
export function commandRunner(core: CommandCore): StepRunner {
  return {
    whenDue: { error: "The agent did not report a result in time." },
    check: (context) => check(core, context),
    run: async (context) => {
      const { step, run } = context;
      const done = [...step.targets];
      let preview = step.preview ?? undefined;
      const before = done.at(-1);
      // An agent reported this one while the step waited.
      if (before && before.status !== "succeeded") return failed(context, done, before);
      for (const target of (await targetsOf(core, context)).slice(done.length)) {
        const access = await openHost(core, context.tenantId, idOf(target), userOf(run));
        const lookup = lookupAt(context, target);
        if (access.kind === "agent") return queueFor(core, context, access, lookup);
        const result = await runOver(core, context, access, lookup);
        preview = shownFor(context, lookup);
        await context.saveTarget(result);
        done.push(result);
        await noteHostUsed(core.database.tenant(context.tenantId), access.hostId);
        if (result.status !== "succeeded") return failed(context, done, result, preview);
      }
      return succeeded(context, done, preview);
    },
  };
}

function succeeded(context: StepContext, targets: readonly TargetResult[], preview: string | undefined): StepResult {
  const found = { targets, output: outputOf(context, targets.at(-1)) };
  return { status: "succeeded", ...found, ...(preview === undefined ? {} : { preview }) };
}

function failed(
  context: StepContext,
  targets: readonly TargetResult[],
  last: TargetResult,
  preview?: string,
): StepResult {
  const error = last.error ?? `The command ended with exit code ${last.exit_code} on ${last.name}.`;
  const found = { targets, output: outputOf(context, last) };
  return { status: "failed", error, ...found, ...(preview === undefined ? {} : { preview }) };
}

/** The command as people may see it. */
function shownFor({ node }: StepContext, lookup: Lookup): string {
  return renderShell(String(node.config.command ?? ""), lookup).shown;
}

/** Later steps see the result on the last host. */
function outputOf({ output, step }: StepContext, last: TargetResult | undefined): Record<string, unknown> {
  if (!last) return {};
  const [stdout, stderr] = [output.tail(last.name, "stdout"), output.tail(last.name, "stderr")];
  // The output of an agent's command was stored when it was received.
  const isAgents = stdout === "" && stderr === "";
  const kept = isAgents
    ? { stdout: String(step.output.stdout ?? "").trim(), stderr: String(step.output.stderr ?? "").trim() }
    : { stdout: stdout.trim(), stderr: stderr.trim() };
  return { ...kept, exit_code: last.exit_code };
}

async function runOver(
  core: CommandCore,
  { tenantId, node, signal, output }: StepContext,
  access: HostAccess & { kind: "ssh" },
  lookup: Lookup,
): Promise<TargetResult> {
  const { name, ssh } = access;
  const { command, stdin } = renderShell(String(node.config.command ?? ""), lookup);
  const began = performance.now();
  const ended = (fields: Omit<TargetResult, "name" | "duration_ms">): TargetResult => ({
    name,
    ...fields,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    const { exitCode, signal: killedBy } = await core.ssh.run(tenantId, ssh, {
      command,
      ...(stdin === undefined ? {} : { stdin }),
      timeoutMs: (node.timeoutSeconds ?? defaultSeconds) * 1000,
      signal,
      onOutput: (stream, text) => output.write(name, stream, text),
    });
    if (exitCode === 0) return ended({ status: "succeeded", exit_code: 0, error: null });
    const error = exitCode === null ? `The command on ${name} was ended by the signal ${killedBy}.` : null;
    return ended({ status: "failed", exit_code: exitCode, error });
  } catch (error) {
    if (!(error instanceof SshFailure)) throw error;
    output.write(name, "system", `${error.message}\n`);
    const status = error.kind === "cancelled" ? "cancelled" : "failed";
    return ended({ status, exit_code: null, error: error.message });
  }
}

/** The agent takes the command from its queue. The step goes on when the agent has reported the result. */
function queueFor(
  core: CommandCore,
  { run, node }: StepContext,
  { agent, name }: HostAccess & { kind: "agent" },
  lookup: Lookup,
): StepResult {
  const { command, stdin, shown } = renderShell(String(node.config.command ?? ""), lookup);
  const timeoutSeconds = node.timeoutSeconds ?? defaultSeconds;
  return {
    status: "waiting",
    for: "agent",
    // The queue itself gives up before this; it is a safety net.
    until: new Date(core.clock.now().getTime() + (timeoutSeconds + 3_600) * 1000),
    begin: async (write) => {
      const sealed = stdin === undefined ? null : core.secrets.seal(stdin);
      const job = { agent, runId: run.id, stepId: node.id, target: name, command, stdin: sealed, timeoutSeconds };
      await queueJob(write, job);
      return { preview: shown };
    },
  };
}

/** The dry run: logs in to each host, and runs nothing. */
async function check(core: CommandCore, context: StepContext): Promise<StepResult> {
  const checks: Check[] = [];
  let preview = "";
  for (const target of await targetsOf(core, context)) {
    const shown = shownFor(context, lookupAt(context, target));
    if (!preview.includes(shown)) preview += preview === "" ? shown : `\n${shown}`;
    checks.push(await checkHost(core, context, target));
  }
  const problem = checks.find(({ ok }) => !ok);
  return problem
    ? { status: "failed", error: `${problem.name}: ${problem.message}`, preview, checks }
    : { status: "succeeded", preview, checks };
}

async function checkHost(core: CommandCore, { tenantId, run }: StepContext, target: ExecutionTarget): Promise<Check> {
  const { name } = target;
  try {
    const access = await openHost(core, tenantId, idOf(target), userOf(run));
    if (access.kind === "agent") return checkAgent(core.database.tenant(tenantId), name, access.agent);
    await core.ssh.check(tenantId, access.ssh, connectMs);
    const { username, address, port } = access.ssh;
    return { name, ok: true, message: `Logged in as ${username} at ${address}:${port}.` };
  } catch (error) {
    if (error instanceof SshFailure || error instanceof Failure) return { name, ok: false, message: error.message };
    throw error;
  }
}

async function checkAgent(db: Db, name: string, agent: string): Promise<Check> {
  const token = await agentToken(db, agent);
  if (!token) {
    const message = `No token allows the agent '${agent}' to take commands. Create one with this name in Settings → Collectors.`;
    return { name, ok: false, message };
  }
  if (!token.silent) return { name, ok: true, message: `The agent '${agent}' takes the command.` };
  const since = token.last_used_at === null ? "yet" : `since ${token.last_used_at}`;
  return { name, ok: false, message: `The agent '${agent}' has not asked for commands ${since}.` };
}

/** The step's own host, or those of the execution. */
async function targetsOf({ database }: CommandCore, context: StepContext): Promise<readonly ExecutionTarget[]> {
  const { host_id } = stepOf(context);
  const targets = host_id ? await ownHost(database.tenant(context.tenantId), host_id) : context.run.targets;
  if (targets.length === 0)
    throw new Failure(
      "VALIDATION_ERROR",
      "This command has no host. Choose targets for the execution, or a host in the step.",
    );
  return targets;
}

async function ownHost(db: Db, hostId: string): Promise<ExecutionTarget[]> {
  const [found] = await findTargets(db, [hostId]);
  return [{ host_id: hostId, ci_id: null, name: found?.name ?? hostId }];
}

function idOf({ host_id, name }: ExecutionTarget): string {
  if (host_id === null)
    throw new Failure("VALIDATION_ERROR", `No enabled host belongs to '${name}'. Add one in Settings → Hosts.`);
  return host_id;
}

function lookupAt(context: StepContext, { name, ci_id, host_id }: ExecutionTarget): Lookup {
  const target: Record<string, string | null> = { name, ci_id, host_id };
  return (path) => {
    const [root, key = ""] = path;
    if (root === "target" && path.length === 2 && Object.hasOwn(target, key))
      return { value: target[key], secret: false };
    const found = context.lookup(path);
    const authored = root === "parameters" && path.length === 2 && isAuthored(context, key, found?.value);
    return found && { ...found, authored };
  };
}

function userOf({ kind, id, reference }: StepContext["run"]) {
  return { type: kind, id, name: reference };
}
