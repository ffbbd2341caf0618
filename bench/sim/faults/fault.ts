import type { Random } from "../random.ts";
import type { Run } from "../run/running.ts";
import type { World } from "../world/world.ts";

/** Where a fault is. The numbers are places in the lists of the world. */
export interface FaultPlace {
  service?: number;
  callee?: number;
  database?: number;
  cache?: number;
  broker?: number;
  party?: number;
  host?: number;
}

/** Of what it is a fault. Kinds of one family have much in common. */
type Family =
  | "code"
  | "capacity"
  | "calls"
  | "database"
  | "cache"
  | "messages"
  | "third party"
  | "host"
  | "network"
  | "load"
  | "nothing";

export interface FaultSpec {
  family: Family;
  /** Places where it makes sense. */
  places(world: World): FaultPlace[];
  /** Changes states now, and plans what follows. `strength` is from 0 to 1. */
  begin(run: Run, place: FaultPlace, strength: number, random: Random): void;
  /** What people would have to mend. Empty: nothing. */
  truth(world: World, place: FaultPlace): string[];
  /** It comes with a new version or a new configuration. */
  arrives?: "version" | "configuration";
}

/** A table of faults of one family. */
export function faultsOf<Kind extends string>(
  family: Family,
  table: Record<Kind, Omit<FaultSpec, "family">>,
): Record<Kind, FaultSpec> {
  const entries = Object.entries<Omit<FaultSpec, "family">>(table);
  return Object.fromEntries(entries.map(([kind, fault]) => [kind, { ...fault, family }])) as Record<Kind, FaultSpec>;
}
