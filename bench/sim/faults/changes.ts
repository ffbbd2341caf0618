import type { Random } from "../random.ts";
import type { Run } from "../run/running.ts";
import type {
  BrokerState,
  CacheState,
  DatabaseState,
  HostState,
  InstanceState,
  PartyState,
  ServiceState,
} from "../run/states.ts";
import type { FaultPlace } from "./fault.ts";

// What a fault changes, and how.

export const serviceOf = (run: Run, { service = 0 }: FaultPlace) => run.services[service] as ServiceState;
export const calleeOf = (run: Run, { callee = 0 }: FaultPlace) => run.services[callee] as ServiceState;
export const databaseOf = (run: Run, { database = 0 }: FaultPlace) => run.databases[database] as DatabaseState;
export const cacheOf = (run: Run, { cache = 0 }: FaultPlace) => run.caches[cache] as CacheState;
export const brokerOf = (run: Run, { broker = 0 }: FaultPlace) => run.brokers[broker] as BrokerState;
export const partyOf = (run: Run, { party = 0 }: FaultPlace) => run.parties[party] as PartyState;
export const hostOf = (run: Run, { host = 0 }: FaultPlace) => run.hosts[host] as HostState;

/** From the low value to the high one. Equal differences of strength are equal factors. */
export function grow(strength: number, low: number, high: number): number {
  return low * (high / low) ** strength;
}

/** Lets a state come and go. */
export function nowAndThen(run: Run, random: Random, on: () => void, off: () => void): void {
  const begin = () => {
    on();
    run.in(random.between(8_000, 25_000), () => {
      off();
      run.in(random.between(5_000, 20_000), begin);
    });
  };
  begin();
}

export function deploy(service: ServiceState, random: Random): void {
  service.version = nextVersion(service, random);
}

/** A new version on one instance alone. */
export function deployCanary(service: ServiceState, random: Random): InstanceState {
  const instance = random.one(service.instances);
  instance.version = nextVersion(service, random);
  return instance;
}

function nextVersion({ version }: ServiceState, random: Random): string {
  const [major = "1", minor = "0"] = version.split(".");
  return `${major}.${Number(minor) + random.whole(1, 3)}.${random.whole(0, 4)}`;
}

export const exceptions = [
  "NullPointerException at OrderMapper.java:%n",
  "TypeError: Cannot read properties of undefined (reading 'id')",
  "KeyError: 'currency'",
  "panic: runtime error: index out of range [%n]",
  "IllegalStateException: no mapping for state 7",
  "could not decode message: unexpected end of JSON input",
];
