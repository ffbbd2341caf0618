import { type Operation, operations } from "../shop/operations.ts";
import { type Backend, backends, type Service, services } from "../shop/shop.ts";
import type { Source } from "./signals.ts";

const serviceByName = new Map(services.map((one) => [one.name, one]));
const backendByName = new Map(backends.map((one) => [one.name, one]));

export function serviceOf(name: string): Service {
  return known(serviceByName.get(name), name);
}

export function backendOf(name: string): Backend {
  return known(backendByName.get(name), name);
}

export function operationOf(service: string, operation: string): Operation {
  return known(operations[service]?.[operation], `${service} ${operation}`);
}

/** The instance of a service on a host. */
export function instanceOf(service: string, host: string, version: string): Source {
  return { service, version, host, instance: `${service}-${serviceOf(service).hosts.indexOf(host) + 1}` };
}

function known<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`The shop has no ${name}.`);
  return found;
}
