import { type Blame, blameOf } from "./blame.ts";
import type { Evidence } from "./channel.ts";
import {
  blamed,
  fanning,
  far,
  goneOf,
  lessWhere,
  namedHosts,
  stalling,
  takenDown,
  worseVersions,
} from "./explained.ts";
import { type FanOut, fanOutsOf } from "./fan-out.ts";
import { type Gone, goneHosts } from "./gone.ts";
import { hostWaysOf } from "./host-ways.ts";
import type { Call, SpanSets } from "./input.ts";
import type { Mentions } from "./mentions.ts";
import { placesOf } from "./places.ts";
import { settled } from "./settled-blame.ts";
import type { Slowdown } from "./slowdown.ts";
import { stalledOf } from "./stalled.ts";
import { entrancesOf } from "./surge.ts";
import { compareVersions } from "./versions.ts";

/** What spans show that say whether they failed. */
interface Followed {
  readonly blame: Blame;
  readonly fanOuts: readonly FanOut[];
  readonly gone: readonly Gone[];
  readonly entrances: ReadonlySet<string>;
  /** `victims`: the part of the blame of a service that is its own. */
  evidence(victims: (service: string) => number): Evidence[];
}

interface Beside {
  readonly calls: readonly Call[];
  readonly slowdown: Slowdown;
  readonly mentions: Mentions | undefined;
}

export function follow(spans: SpanSets, at: number, { calls, slowdown, mentions }: Beside): Followed {
  const places = placesOf(spans, at, calls);
  const blame = blameOf(spans, at, places);
  const fanOuts = fanOutsOf(spans, at);
  const gone = goneHosts(spans, at);
  const ways = hostWaysOf(spans, at);
  return {
    ...{ blame, fanOuts, gone, entrances: entrancesOf(spans.current) },
    evidence: (victims) => [
      ...blamed(settled(blame, { spans, slowdown, mentions, calls, ways }))
        .map(lessWhere(victims))
        .map(lessWhere(takenDown(gone))),
      ...(mentions ? namedHosts(mentions, places) : []),
      ...fanning(fanOuts),
      ...stalling(stalledOf(spans, at)),
      ...far(ways),
      ...goneOf(gone),
      ...worseVersions(compareVersions(spans, at)),
    ],
  };
}
