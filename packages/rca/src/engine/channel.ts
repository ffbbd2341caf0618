import type { Break } from "./behaviour.ts";
import type { Blamed, BlamedHost } from "./blame.ts";
import type { Drift } from "./drift.ts";
import type { FanOut } from "./fan-out.ts";
import type { Gone } from "./gone.ts";
import type { HostWay } from "./host-ways.ts";
import type { LogShift } from "./log-shift.ts";
import type { LostCalls } from "./lost-calls.ts";
import type { Mention } from "./mentions.ts";
import type { Timing } from "./slowdown.ts";
import type { Stalled } from "./stalled.ts";
import type { Surge } from "./surge.ts";
import type { VersionComparison } from "./versions.ts";

/** The ways in which a service can look guilty. */
export const channels = [
  "slow",
  "failing",
  "broken",
  "saturated",
  "silent",
  "surging",
  "logging",
  "blamed",
  "fanning",
  "named",
  "changed",
  "sole",
  "stalled",
  "far",
  "gone",
  "version",
] as const;
export type Channel = (typeof channels)[number];

/** One observation about one service. */
export interface Evidence {
  readonly service: string;
  readonly channel: Channel;
  /** On a scale that all systems share: 0 is nothing, 1 is clear, 3 is overwhelming. */
  readonly amount: number;
  readonly detail:
    | { readonly kind: "own time"; readonly timing: Timing }
    | { readonly kind: "transport"; readonly caller: string; readonly callee: string; readonly timing: Timing }
    | { readonly kind: "metric"; readonly drift: Drift }
    | { readonly kind: "behaviour"; readonly found: Break }
    | { readonly kind: "log lines"; readonly shift: LogShift }
    | { readonly kind: "surge"; readonly surge: Surge }
    | { readonly kind: "lost calls"; readonly lost: LostCalls }
    | { readonly kind: "blame"; readonly blamed: Blamed; readonly bad: number }
    | { readonly kind: "blamed host"; readonly host: BlamedHost; readonly bad: number }
    | { readonly kind: "fan-out"; readonly fanOut: FanOut }
    | { readonly kind: "stalled"; readonly stalled: Stalled }
    | { readonly kind: "mention"; readonly mention: Mention }
    | { readonly kind: "mentioned members"; readonly host: string; readonly members: readonly string[] }
    | { readonly kind: "host way"; readonly way: HostWay }
    | { readonly kind: "gone"; readonly gone: Gone }
    | { readonly kind: "version"; readonly comparison: VersionComparison };
}
