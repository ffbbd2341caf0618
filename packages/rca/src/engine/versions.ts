import { badSpansOf, usualTimes } from "./bad-spans.ts";
import type { SpanSets } from "./input.ts";
import { num } from "./span-time.ts";

/** Two versions of a service that ran at the same time, such as a canary and the pods beside it. */
export interface VersionComparison {
  readonly service: string;
  readonly version: string;
  /** The one that answered most requests besides. */
  readonly other: string;
  /** The parts of their requests that failed or were slow, without those that another service explains. */
  readonly bad: number;
  readonly otherBad: number;
  readonly requests: number;
  readonly otherRequests: number;
  /** How many standard errors lie between them; more than 0 when the version is worse. */
  readonly distance: number;
  readonly verdict: "worse" | "as good" | "unclear";
}

const minRequests = 8;
/** So many requests of both say that there is no difference. */
const enoughRequests = 30;
const clearDistance = 3;
const minDifference = 0.02;

/**
 * Compares versions that ran at the same time. What happens to both has another reason than the new version, and a mean over all pods
 * hides what happens to one.
 */
export function compareVersions(spans: SpanSets, at: number): VersionComparison[] {
  return [...counted(spans, at)].flatMap(([service, versions]) =>
    [...versions].flatMap(([version, own]): VersionComparison[] => {
      const [other] = [...versions].filter(([name]) => name !== version).sort(([, a], [, b]) => b.all - a.all);
      if (other === undefined || own.all < minRequests || other[1].all < minRequests) return [];
      const [bad, otherBad] = [own.bad / own.all, other[1].bad / other[1].all];
      const known = {
        service,
        version,
        other: other[0],
        bad,
        otherBad,
        requests: own.all,
        otherRequests: other[1].all,
      };
      const distance = distanceOf(own, other[1]);
      return [{ ...known, distance, verdict: verdictOf(known, distance) }];
    }),
  );
}

interface Count {
  all: number;
  bad: number;
}

/** Requests of each service by version. */
function counted(spans: SpanSets, at: number): Map<string, Map<string, Count>> {
  const { current } = spans;
  const { services, service, parent, start, version, versions } = current;
  const counts = new Map<string, Map<string, Count>>();
  if (version === undefined) return counts;
  const { bad, endOf } = badSpansOf(current, usualTimes(spans, at), (span) => num(start, span) >= at);
  for (let span = 0; span < start.length; span++) {
    const name = versions?.[num(version, span)];
    const above = num(parent, span);
    if (name === undefined || num(start, span) < at || (above >= 0 && num(service, above) === num(service, span)))
      continue;
    const owner = services[num(service, span)] ?? "";
    const own = counts.get(owner) ?? new Map<string, Count>();
    counts.set(owner, own);
    const count = own.get(name) ?? { all: 0, bad: 0 };
    own.set(name, count);
    count.all += 1;
    if (bad[span] !== 0 && num(service, endOf(span)) === num(service, span)) count.bad += 1;
  }
  return counts;
}

/** Between two parts, with one request more of each kind, so that none of few is not never. */
function distanceOf(own: Count, other: Count): number {
  const part = ({ all, bad }: Count) => (bad + 0.5) / (all + 1);
  const both = (own.bad + other.bad + 1) / (own.all + other.all + 2);
  return (part(own) - part(other)) / Math.sqrt(both * (1 - both) * (1 / (own.all + 1) + 1 / (other.all + 1)));
}

function verdictOf(
  { bad, otherBad, requests, otherRequests }: Omit<VersionComparison, "distance" | "verdict">,
  distance: number,
): VersionComparison["verdict"] {
  if (distance >= clearDistance && bad >= otherBad + minDifference) return "worse";
  if (Math.min(requests, otherRequests) < enoughRequests) return "unclear";
  const error = Math.sqrt((bad * (1 - bad)) / requests + (otherBad * (1 - otherBad)) / otherRequests);
  return bad - otherBad + 2 * error <= 2 * minDifference ? "as good" : "unclear";
}
