import type { Random } from "../random.ts";
import type { World } from "../world/world.ts";

/** How the parts of a world logLine what happens. */
export interface Habits {
  /** The part of requests whose traces are kept. */
  sampling: number;
  /** Which spans a service sends. */
  spans: Map<string, "all" | "server" | "client" | "none">;
  /** The part of spans that is lost on the way. */
  lost: number;
  /** Spans of the last moments have not arrived. */
  lateMs: number;
  /** How far the clock of each host is off. */
  skew: Map<string, number>;
  names: "opentelemetry" | "prometheus" | "own" | "none";
  logs: "with traces" | "alone" | "none";
  /** Services have metrics of their requests. */
  hasRequests: boolean;
  /** Client spans name what they call. */
  hasPeers: boolean;
}

/** Everything sends all it has, with the names of OpenTelemetry. */
export function completeHabits({ services, hosts }: World): Habits {
  return {
    ...{
      sampling: 1,
      lost: 0,
      lateMs: 0,
      names: "opentelemetry",
      logs: "with traces",
      hasRequests: true,
      hasPeers: true,
    },
    spans: new Map(services.map(({ name }) => [name, "all"])),
    skew: new Map(hosts.map(({ name }) => [name, 0])),
  };
}

export function habitsOf(world: World, random: Random): Habits {
  const { services, hosts } = world;
  const noTraces = random.chance(0.18);
  const partly = random.chance(0.45);
  return {
    sampling: random.one([1, 1, 1, 0.5, 0.25]),
    spans: new Map(
      services.map(({ name, isEntry }) => [
        name,
        noTraces ? "none" : partly && !isEntry ? random.one(["all", "all", "all", "server", "client", "none"]) : "all",
      ]),
    ),
    lost: random.one([0, 0, 0, 0.01, 0.05]),
    lateMs: random.one([0, 0, 5_000, 20_000]),
    skew: new Map(
      hosts.map(({ name }) => [name, random.chance(0.15) ? random.between(-3_000, 3_000) : random.between(-3, 3)]),
    ),
    names: noTraces
      ? random.one(["opentelemetry", "prometheus"])
      : random.one(["opentelemetry", "opentelemetry", "prometheus", "prometheus", "own", "none"]),
    logs: random.one(["with traces", "with traces", "with traces", "alone", "none"]),
    hasRequests: noTraces || random.chance(0.4),
    hasPeers: random.chance(0.9),
  };
}
