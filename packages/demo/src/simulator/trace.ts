import { place } from "./calls.ts";
import type { Conditions } from "./conditions.ts";
import { type Failure, naturalFailure, rootFailure, upstreamFailure } from "./failures.ts";
import { instanceOf, operationOf, serviceOf } from "./names.ts";
import type { Random } from "./random.ts";
import type { Attributes } from "./signals.ts";
import { type Building, type Outcome, record, type Target, type Trace, writeLines } from "./trace-record.ts";

/** The share of requests that fail, or take long, without any fault. */
const natural = { fail: 0.0007, long: 0.012, longFactor: 9 };

/** A visit of the storefront as a tree of spans along the call graph. */
export function traceOf(random: Random, conditions: Conditions, operation: string, at: number): Trace {
  const building: Building = { random, conditions, traceId: random.hex(16), spans: [], logs: [], serve };
  const host = random.pick(serviceOf("storefront").hosts);
  serve(building, { name: "storefront", operation, host }, at, undefined);
  return { spans: building.spans, logs: building.logs };
}

/** One request inside a service: its own work and its calls, one after the other. */
function serve(building: Building, target: Target, at: number, parentId: string | undefined): Outcome {
  const { random, conditions } = building;
  const operation = operationOf(target.name, target.operation);
  const source = instanceOf(target.name, target.host, conditions.version(target.name, target.host, at));
  const spanId = random.hex(8);
  const work = workTime(building, target, operation.ms, at);
  let now = at + work * 0.6;
  let failure: Failure | undefined;
  for (const call of operation.calls) {
    const outcome = place(building, { source, spanId }, call, now);
    now = outcome.end;
    if (outcome.failure && !("optional" in call && call.optional)) {
      failure = upstreamFailure(outcome.failure, call.name);
      break;
    }
  }
  failure ??= ownFailure(building, target, now);
  const end = now + work * 0.4;
  const consumes = operation.method === "CONSUME";
  const route = `${operation.method} ${operation.route}`;
  const status = failure?.status ?? (operation.method === "POST" ? 201 : 200);
  record(building, {
    source,
    spanId,
    parentId,
    name: consumes ? `process ${operation.route}` : route,
    kind: consumes ? "consumer" : "server",
    start: at,
    end,
    failure,
    attributes: consumes
      ? {
          "messaging.system": "rabbitmq",
          "messaging.destination.name": "orders",
          "messaging.operation.type": "process",
        }
      : {
          "http.request.method": operation.method,
          "http.route": operation.route,
          "http.response.status_code": status,
          "server.address": target.name,
          "server.port": serviceOf(target.name).port,
          ...(parentId === undefined ? visitor(random) : {}),
        },
  });
  writeLines(building, { source, spanId, operation, status, start: at, end, failure });
  return { end, failure };
}

/** The time of a service's own work: slower at the root, and while requests queue up behind a slow callee. */
function workTime({ random, conditions }: Building, { name, host }: Target, ms: number, at: number): number {
  const { spec } = conditions;
  const usual = random.lognormal(ms, 0.4) * (random.chance(natural.long) ? natural.longFactor : 1);
  if (!spec) return usual;
  const level = conditions.level(name, host, at);
  const slow = 1 + (spec.slow - 1) * level * random.between(0.5, 1.5);
  const wait = spec.wait * level * random.between(0.4, 1.6);
  const queued = conditions.waiting(name, at) * random.lognormal(45, 0.6);
  return usual * slow + wait + queued;
}

function ownFailure({ random, conditions }: Building, { name, host }: Target, at: number): Failure | undefined {
  const { spec } = conditions;
  if (spec && random.chance(spec.fail * conditions.level(name, host, at))) return rootFailure(spec, name);
  return random.chance(natural.fail) ? naturalFailure(random, name) : undefined;
}

const browsers = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1",
  "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0",
  "Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile",
] as const;
const countries = ["DE", "FR", "GB", "NL", "US", "SE", "IT", "PL"] as const;

function visitor(random: Random): Attributes {
  return {
    "client.address": `198.51.100.${Math.floor(random.between(1, 254))}`,
    "user_agent.original": random.pick(browsers),
    "geo.country.iso_code": random.pick(countries),
  };
}
