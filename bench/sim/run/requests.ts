import type { Span } from "../signals.ts";
import { travel } from "./hosts.ts";
import { closeSpan, logLine, openSpan } from "./records.ts";
import type { Done, Outcome, Running, Serving } from "./running.ts";
import type { InstanceState, ServiceState, TraceContext } from "./states.ts";

export interface Request {
  /** The place of the operation in the list of the service. */
  operation: number;
  /** The span that sends it, or -1. */
  parent: number;
}

/** Sends a request to one of the instances of a service, and brings back the answer. */
export function send(
  running: Running,
  trace: TraceContext,
  from: InstanceState,
  service: ServiceState,
  request: Request,
  done: Done,
): void {
  const to = receiverOf(running, service);
  travel(running, from.host, to.host, () => {
    if (!isReachable(to)) {
      running.in(1, () => done(`connect ECONNREFUSED ${service.name}:8080`));
      return;
    }
    serve(running, trace, to, "server", request, (problem) => travel(running, to.host, from.host, () => done(problem)));
  });
}

/** What is down is known only after a while, so some requests still go there. */
function receiverOf({ random }: Running, { instances }: ServiceState): InstanceState {
  const up = instances.filter(isReachable);
  const isStale = up.length < instances.length && random.chance(0.1);
  const chosen = isStale ? undefined : up[random.whole(0, up.length - 1)];
  return chosen ?? random.one(instances);
}

export function isReachable({ isUp, host }: InstanceState): boolean {
  return isUp && host.isUp;
}

/** Serves a request when a thread is free. */
export function serve(
  running: Running,
  trace: TraceContext,
  by: InstanceState,
  kind: "server" | "consumer",
  { operation: number, parent }: Request,
  done: Done,
): void {
  const { service, waiting } = by;
  const operation = service.operations[number];
  if (operation === undefined) {
    done("404 Not Found");
    return;
  }
  if (waiting.length >= service.maxWaiting) {
    running.in(1, () => done("503 overloaded"));
    return;
  }
  const begin = () => {
    by.busy += 1;
    const span = openSpan(running, trace, by, { operation: operation.name, kind, parent });
    const isAffected = service.onlyOperation === undefined || service.onlyOperation === number;
    const fails = isAffected && running.random.chance(Math.max(service.failing, by.failing));
    const stopsAfter = isAffected ? service.stopsAfter : undefined;
    const steps = stopsAfter === undefined ? operation.steps : operation.steps.slice(0, stopsAfter);
    const serving: Serving = { trace, by, span, isAffected };
    running.perform(serving, steps, (problem) =>
      finish(running, serving, fails ? (problem ?? service.errorText) : problem, done),
    );
  };
  if (by.busy < Math.max(0, service.threads - by.stuck)) begin();
  else waiting.push(begin);
}

/** Answers, and gives the thread to the next request. */
function finish(running: Running, { trace, by, span }: Serving, problem: Outcome, done: Done): void {
  by.busy -= 1;
  closeSpan(running, span, problem);
  count(by.service, span);
  if (problem !== undefined) logLine(running, trace, by, span, "error", `${span.operation} failed: ${problem}`);
  by.waiting.shift()?.();
  done(problem === undefined ? undefined : `500 ${problem.startsWith("500") ? problem.slice(4) : problem}`);
}

function count(service: ServiceState, { error, ms }: Span): void {
  service.served += 1;
  service.servedFailed += error === undefined ? 0 : 1;
  service.servedMs += ms;
}
