import type { CallPolicy, StepOf } from "../world/world.ts";
import { closeSpan, logLine, openSpan } from "./records.ts";
import { send } from "./requests.ts";
import { type Done, maxCallsOfTrace, type Outcome, type Running, type Serving } from "./running.ts";
import type { InstanceState, OutgoingState, ServiceState } from "./states.ts";
import { leave } from "./waiting.ts";

const failuresUntilOpen = 8;
const openMs = 10_000;

interface Call {
  serving: Serving;
  target: ServiceState;
  operation: number;
  policy: CallPolicy;
  outgoing: OutgoingState;
  done: Done;
}

/** A call of another service, with its limit, its retries and its breaker. */
export function call(
  running: Running,
  serving: Serving,
  { service, operation, optional }: StepOf<"call">,
  done: Done,
): void {
  const { trace, by, span } = serving;
  const target = running.services[service] as ServiceState;
  const policy = by.service.policies.get(target.name);
  if (policy === undefined) {
    done(undefined);
    return;
  }
  const settle: Done = (problem) => {
    const isIgnored = problem !== undefined && optional;
    if (isIgnored)
      logLine(running, trace, by, span, "warn", `${target.name} did not answer, going on without it: ${problem}`);
    done(isIgnored ? undefined : problem);
  };
  attempt(running, { serving, target, operation, policy, outgoing: outgoingOf(by, target), done: settle }, 0);
}

function outgoingOf({ outgoing }: InstanceState, { name }: ServiceState): OutgoingState {
  const known = outgoing.get(name);
  if (known) return known;
  const made: OutgoingState = { busy: 0, waiting: [], failuresInRow: 0, openUntil: 0 };
  outgoing.set(name, made);
  return made;
}

function attempt(running: Running, call: Call, tries: number): void {
  const { serving, target, operation, policy, outgoing } = call;
  const { trace, by } = serving;
  trace.calls += 1;
  const client = openSpan(running, trace, by, {
    operation: target.operations[operation]?.name ?? "",
    kind: "client",
    parent: serving.span.id,
    peer: target.name,
  });
  let isOver = false;
  const end: Done = (problem) => {
    if (isOver) return;
    isOver = true;
    outgoing.busy -= 1;
    outgoing.waiting.shift()?.();
    closeSpan(running, client, problem);
    countFailures(running, call, problem);
    if (isTriedAgain(call, tries, problem)) retry(running, call, tries, problem);
    else call.done(problem);
  };
  const begin = () => {
    if (isOver) {
      outgoing.waiting.shift()?.();
      return;
    }
    outgoing.busy += 1;
    const broken = by.service.broken.get(target.name);
    if (broken !== undefined) running.in(2, () => end(broken));
    else send(running, trace, by, target, { operation, parent: client.id }, end);
  };
  if (policy.hasBreaker && outgoing.openUntil > running.now) {
    outgoing.busy += 1;
    running.in(0.1, () => end(`circuit breaker of ${target.name} is open`));
    return;
  }
  running.in(policy.timeoutMs, () => {
    if (isOver) return;
    if (leave(outgoing.waiting, begin)) {
      // `end` gives back a place, so one that got none takes one.
      outgoing.busy += 1;
      end(`no free connection to ${target.name} within ${policy.timeoutMs} ms`);
    } else end(`timed out after ${policy.timeoutMs} ms calling ${target.name}`);
  });
  if (outgoing.busy < policy.maxCalls) begin();
  else outgoing.waiting.push(begin);
}

/** Opens the breaker after so many failures in a row. */
function countFailures({ now }: Running, { outgoing, policy }: Call, problem: Outcome): void {
  outgoing.failuresInRow = problem === undefined ? 0 : outgoing.failuresInRow + 1;
  if (!policy.hasBreaker || outgoing.failuresInRow < failuresUntilOpen) return;
  outgoing.openUntil = now + openMs;
  outgoing.failuresInRow = 0;
}

/** What the callee answered is final; what did not come back is tried again, within a budget. */
function isTriedAgain({ serving, policy }: Call, tries: number, problem: Outcome): boolean {
  if (problem === undefined || problem.startsWith("500")) return false;
  return tries < policy.retries && serving.trace.calls < maxCallsOfTrace;
}

function retry(running: Running, call: Call, tries: number, problem: Outcome): void {
  const { trace, by, span } = call.serving;
  const { retries, backoffMs } = call.policy;
  logLine(running, trace, by, span, "warn", `retry ${tries + 1} of ${retries} to ${call.target.name}: ${problem}`);
  running.in(backoffMs * 2 ** tries, () => attempt(running, call, tries + 1));
}
