import type { Call } from "../shop/operations.ts";
import { dns, externals } from "../shop/shop.ts";
import { backendFailure, timeoutFailure } from "./failures.ts";
import { backendOf, operationOf, serviceOf } from "./names.ts";
import { type Building, type Caller, type Outcome, type Recorded, record, warn } from "./trace-record.ts";

const timeouts: Readonly<Record<string, number>> = { storefront: 6000, "api-gateway": 4500 };
const defaultTimeout = 3500;
const statementTimeout = 5000;
const retransmissions = [210, 430, 900, 1800, 3700] as const;

/** One call of a service, as the span of the caller and everything behind it. */
export function place(building: Building, caller: Caller, call: Call, at: number): Outcome {
  switch (call.to) {
    case "service":
      return callService(building, caller, call, at);
    case "backend":
      return callBackend(building, caller, call, at);
    case "external":
      return callExternal(building, caller, call, at);
    case "queue":
      return publish(building, caller, call, at);
  }
}

/** A call that timed out or lost its connection is tried once more. */
function callService(building: Building, caller: Caller, call: Call & { to: "service" }, at: number): Outcome {
  const first = attempt(building, caller, call, at, 0);
  if (!first.failure?.retryable || operationOf(call.name, call.operation).method !== "GET") return first;
  warn(building, caller, first.end, `Call of ${call.name} failed (${first.failure.message}), retry 1 of 1`);
  return attempt(building, caller, call, first.end, 1);
}

function attempt(
  building: Building,
  caller: Caller,
  call: Call & { to: "service" },
  at: number,
  retry: number,
): Outcome {
  const { random, conditions } = building;
  const host = random.pick(serviceOf(call.name).hosts);
  const spanId = random.hex(8);
  const network = random.between(0.3, 1.2) + lostTime(building, [caller.source.host, host], at);
  const timeout = timeouts[caller.source.service] ?? defaultTimeout;
  let outcome: Outcome;
  if (isRefused(building, call.name, at)) {
    outcome = { end: at + random.between(3, 12), failure: conditions.spec && backendFailure(conditions.spec) };
  } else if (network > timeout) {
    outcome = { end: at + timeout, failure: timeoutFailure(call.name, timeout) };
  } else {
    const served = building.serve(building, { ...call, host }, at + network, spanId);
    const end = served.end + random.between(0.2, 0.8);
    outcome =
      end - at > timeout
        ? { end: at + timeout, failure: timeoutFailure(call.name, timeout) }
        : { end, failure: served.failure && { ...served.failure, isCause: false } };
  }
  const { method, route } = operationOf(call.name, call.operation);
  record(building, {
    source: caller.source,
    spanId,
    parentId: caller.spanId,
    name: `${method} ${route}`,
    kind: "client",
    start: at,
    end: outcome.end,
    failure: outcome.failure,
    attributes: {
      "http.request.method": method,
      "url.template": route,
      "http.response.status_code": outcome.failure?.status ?? (method === "POST" ? 201 : 200),
      "server.address": call.name,
      "server.port": serviceOf(call.name).port,
      ...(retry === 0 ? {} : { "http.request.resend_count": retry }),
    },
  });
  return outcome;
}

/** Retransmissions of lost packets between two hosts, in milliseconds. */
function lostTime({ random, conditions }: Building, ends: readonly string[], at: number): number {
  const { spec } = conditions;
  if (!spec?.loss || !ends.includes(spec.root) || !random.chance(spec.loss * conditions.effect(at))) return 0;
  return random.pick(retransmissions) * random.between(1, 1.3);
}

/** True when a call does not reach the root: an expired certificate, a full disk, a failed name resolution. */
function isRefused({ random, conditions }: Building, name: string, at: number): boolean {
  const { spec } = conditions;
  return spec !== undefined && conditions.isRoot(name) && random.chance(spec.refuse * conditions.effect(at));
}

function callBackend(building: Building, caller: Caller, call: Call & { to: "backend" }, at: number): Outcome {
  const { random, conditions } = building;
  const { spec } = conditions;
  const backend = backendOf(call.name);
  const slow = spec
    ? 1 + (spec.slow - 1) * conditions.level(call.name, backend.host, at) * random.between(0.4, 1.6)
    : 1;
  const ms = random.lognormal(call.ms, 0.5) * slow + lostTime(building, [caller.source.host], at);
  const refused = spec && (!spec.onlyWrites || call.writes) && isRefused(building, call.name, at);
  const failure = refused || ms > statementTimeout ? spec && backendFailure(spec) : undefined;
  const end = at + Math.min(ms, statementTimeout);
  const [verb = "", ...collection] = call.does.split(" ");
  recordClient(
    building,
    caller,
    { name: call.does, start: at, end, failure },
    {
      "db.system.name": backend.system,
      "db.namespace": call.name,
      "db.operation.name": verb,
      ...(collection.length > 0 ? { "db.collection.name": collection.join(" ") } : {}),
      "server.address": call.name,
      "server.port": backend.port,
    },
  );
  return { end, failure };
}

/** The span of a call to something that sends no spans itself. */
function recordClient(
  building: Building,
  { source, spanId }: Caller,
  span: Pick<Recorded, "name" | "start" | "end" | "failure">,
  attributes: Recorded["attributes"],
): void {
  record(building, { source, spanId: building.random.hex(8), parentId: spanId, kind: "client", ...span, attributes });
}

function callExternal(building: Building, caller: Caller, call: Call & { to: "external" }, at: number): Outcome {
  const { random, conditions } = building;
  const { spec } = conditions;
  const lookup = spec ? 40 * spec.slow * conditions.level(dns, "", at) * random.next() : 0;
  const failure = spec && isRefused(building, dns, at) ? backendFailure(spec, call.name) : undefined;
  const answer = failure ? 0 : random.lognormal(call.ms, 0.35) + lostTime(building, [caller.source.host], at);
  const end = at + random.between(0.5, 2) + lookup + answer;
  recordClient(
    building,
    caller,
    { name: call.does, start: at, end, failure },
    {
      "http.request.method": "POST",
      ...(failure ? {} : { "http.response.status_code": 200 }),
      "server.address": call.name,
      "server.port": externals.find(({ name }) => name === call.name)?.port ?? 443,
    },
  );
  return { end, failure };
}

/** The caller only waits for the queue. The readers take the message a little later. */
function publish(building: Building, caller: Caller, call: Call & { to: "queue" }, at: number): Outcome {
  const { random } = building;
  const spanId = random.hex(8);
  const end = at + random.lognormal(2, 0.4);
  const backend = backendOf(call.name);
  const attributes = {
    "messaging.system": backend.system,
    "messaging.destination.name": "orders",
    "messaging.operation.type": "send",
    "server.address": call.name,
    "server.port": backend.port,
  };
  const { source, spanId: parentId } = caller;
  const kind = "producer";
  record(building, {
    source,
    spanId,
    parentId,
    name: "send orders",
    kind,
    start: at,
    end,
    failure: undefined,
    attributes,
  });
  for (const [name, operation] of call.readers) {
    const host = random.pick(serviceOf(name).hosts);
    building.serve(building, { name, operation, host }, end + random.lognormal(25, 0.6), spanId);
  }
  return { end };
}
