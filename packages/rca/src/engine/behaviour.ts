import type { Spans } from "./input.ts";
import type { SpanGroup } from "./span-groups.ts";
import { num } from "./span-time.ts";

/** An operation that no longer does what it always did, or does what it never did. */
export interface Break {
  readonly service: string;
  readonly operation: string;
  /** What is missing or new: `call …`, `log …` or `failed`. */
  readonly event: string;
  readonly kind: "missing" | "new";
  /** Log of how much more likely a changed rate is than chance. */
  readonly weight: number;
  /** The part of the spans that did it, usually and now. */
  readonly from: number;
  readonly to: number;
  readonly spans: number;
  /** Calls to this service end the operation. It is blamed instead. */
  readonly after: string | undefined;
}

const minUsual = 3;
const minDuring = 3;
const minWeight = 1;

/** What operations do differently, without what follows from a break in a service that they call. */
export function breaksOf(
  groups: readonly SpanGroup[],
  spans: Spans,
  /** Spans that are bad because of another service. */
  isExplained: (span: number) => boolean = () => false,
): Break[] {
  const found = groups.flatMap((group) => breaksOfGroup(group));
  const below = strongestBelow(found, spans);
  return found
    .filter(({ entry, spans: marked }) => {
      const explained = marked.filter(
        (span) => isExplained(span) || (below.get(span)?.get(entry.service) ?? 0) >= entry.weight / 2,
      );
      return explained.length <= marked.length / 2;
    })
    .map(({ entry }) => entry)
    .sort((a, b) => b.weight - a.weight);
}

interface BreakResult {
  entry: Break;
  /** The spans that behave differently. */
  spans: number[];
}

function breaksOfGroup(group: SpanGroup): BreakResult[] {
  const { service, operation, usual, during } = group;
  if (usual.count < minUsual || during.count < minDuring) return [];
  return [...new Set([...usual.events.keys(), ...during.events.keys()])].flatMap((event) => {
    const before = usual.events.get(event) ?? 0;
    const now = during.events.get(event) ?? 0;
    const weight = surprise(before, usual.count, now, during.count);
    const [from, to] = [before / usual.count, now / during.count];
    const kind = to < from ? "missing" : "new";
    if (weight < minWeight || (kind === "missing" && isProblem(event))) return [];
    const after = kind === "missing" && event.startsWith("call ") ? lastCallee(group, event) : undefined;
    const marked = during.profiles.filter(({ events }) => events.has(event) === (kind === "new"));
    const entry: Break = { service, operation, event, kind, weight, from, to, spans: during.count, after };
    return [{ entry, spans: marked.map(({ span }) => span) }];
  });
}

/** An error that is gone is good news. */
function isProblem(event: string): boolean {
  return /error|fail|exception/i.test(event);
}

/** For each span, by its own service: the strongest break in another service below it in its trace. */
function strongestBelow(
  found: readonly BreakResult[],
  { services, service, parent }: Spans,
): Map<number, Map<string, number>> {
  const below = new Map<number, Map<string, number>>();
  for (const { entry, spans } of found)
    for (const span of spans) {
      for (let at = num(parent, span); at >= 0; at = num(parent, at)) {
        const name = services[num(service, at)] ?? "";
        if (name === entry.service) continue;
        const known = below.get(at) ?? new Map<string, number>();
        if ((known.get(name) ?? 0) >= entry.weight) break;
        below.set(at, known.set(name, entry.weight));
      }
    }
  return below;
}

/** The service that most of the cut-off spans called last, although such spans usually go on after that call. */
function lastCallee({ service, usual, during }: SpanGroup, event: string): string | undefined {
  const cut = during.profiles.filter(({ events }) => !events.has(event));
  const counts = new Map<string, number>();
  for (const { lastCallee: last } of cut)
    if (last !== undefined && last !== service) counts.set(last, (counts.get(last) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] <= cut.length / 2) return undefined;
  const before = usual.profiles.filter(({ lastCallee: last }) => last === best[0]).length / usual.count;
  return before < 0.3 ? best[0] : undefined;
}

/**
 * The log of a Bayes factor: a new rate against the usual one. A rate near 0 or 1 is a rule of the code and is trusted; one in between
 * depends on what users do and is expected to move.
 */
function surprise(before: number, usual: number, now: number, during: number): number {
  const rate = (before + 0.25) / (usual + 0.5);
  const certainty = (2 * Math.abs(rate - 0.5)) ** 4;
  const trust = 2 + Math.min(usual, 3 + 40 * certainty);
  const [a, b] = [rate * trust, (1 - rate) * trust];
  const factor = logBeta(1 + now, 1 + during - now) - (logBeta(a + now, b + during - now) - logBeta(a, b));
  return factor * (0.2 + 0.8 * certainty);
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Stirling's series, after shifting small arguments up. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  while (at < 8) {
    shift -= Math.log(at);
    at += 1;
  }
  const inverse = 1 / (at * at);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / at;
  return shift + (at - 0.5) * Math.log(at) - at + 0.918938533204673 + series;
}
