import type { SloIndicator } from "@opsplane/contract";
import { type EventCount, parseMatchers, type TelemetryReads } from "../../telemetry/index.ts";
import type { SlotEvents, Span } from "../store/slots.ts";

/** What is measured: an objective, or the definition of one. */
export interface Measured {
  id: string;
  indicator: SloIndicator;
}

/** The events that were read, and why there are none of some objectives. */
export interface EventsResult {
  slots: SlotEvents[];
  failed: Map<string, unknown>;
}

/** Reads the events of many objectives, with one statement for each type of indicator. Bounds are whole steps. */
export async function readEvents(
  reads: TelemetryReads,
  slos: readonly Measured[],
  span: Span,
  stepSeconds: number,
): Promise<EventsResult> {
  const result: EventsResult = { slots: [], failed: new Map() };
  for (const [type, read] of Object.entries(readers)) {
    const its = slos.filter(({ indicator }) => indicator.type === type);
    if (its.length === 0) continue;
    const found = await read(reads, its, span, stepSeconds).catch(
      (error: unknown): EventsResult => ({ slots: [], failed: new Map(its.map(({ id }) => [id, error])) }),
    );
    result.slots.push(...found.slots);
    for (const [id, error] of found.failed) result.failed.set(id, error);
  }
  return result;
}

type Reader = (
  reads: TelemetryReads,
  slos: readonly Measured[],
  span: Span,
  stepSeconds: number,
) => Promise<EventsResult>;

const readers: Record<SloIndicator["type"], Reader> = {
  availability: async (reads, slos, span, stepSeconds) =>
    slotsOf(slos, await reads.goodCalls(slos.map(callsOf), rangeOf(span), stepSeconds)),
  latency: async (reads, slos, span, stepSeconds) => {
    const subjects = slos.map((slo) => ({ ...callsOf(slo), maxMs: slo.indicator.threshold_ms ?? 0 }));
    return slotsOf(slos, await reads.fastCalls(subjects, rangeOf(span), stepSeconds));
  },
  ratio: readRatios,
};

const rangeOf = ({ from, to }: Span) => ({ from: new Date(from), to: new Date(to) });

function callsOf({ indicator: { service = "", operation } }: Measured) {
  return { service, operation };
}

function slotsOf(slos: readonly Measured[], counts: readonly EventCount[]): EventsResult {
  const slots = counts.flatMap(({ subject, at, good, total }) => {
    const slo = slos[subject];
    return slo ? [{ sloId: slo.id, at, good, total }] : [];
  });
  return { slots, failed: new Map() };
}

const minute = 60_000;
/** Counters are read by minutes, and one read has at most 11,000 of them. */
const longestRead = 6 * 86_400_000;

async function readRatios(
  reads: TelemetryReads,
  slos: readonly Measured[],
  { from, to }: Span,
  stepSeconds: number,
): Promise<EventsResult> {
  const counters = slos
    .flatMap(({ indicator: { good, total } }) => [good, total])
    .map((counter) => ({
      metric: counter?.metric_name ?? "",
      matchers: parseMatchers(counter?.match),
    }));
  const result: EventsResult = { slots: [], failed: new Map() };
  for (let start = from; start < to; start += longestRead) {
    const part = { from: start, to: Math.min(to, start + longestRead) };
    const found = await reads.increases(counters, rangeOf(part));
    for (const [place, { id }] of slos.entries()) {
      const [good, total] = [found[2 * place], found[2 * place + 1]];
      if (good === undefined || total === undefined) continue;
      if ("error" in good) result.failed.set(id, good.error);
      else if ("error" in total) result.failed.set(id, total.error);
      else result.slots.push(...stepsOf(id, good.increases, total.increases, part.from, stepSeconds));
    }
  }
  return result;
}

/** Adds minutes up to steps, and leaves out steps without events. */
function* stepsOf(
  sloId: string,
  good: Float64Array,
  total: Float64Array,
  from: number,
  stepSeconds: number,
): Generator<SlotEvents> {
  const minutes = (stepSeconds * 1000) / minute;
  for (let first = 0; first < total.length; first += minutes) {
    const sum = (of: Float64Array) => of.subarray(first, first + minutes).reduce((all, each) => all + each, 0);
    const slot = { sloId, at: from + first * minute, good: sum(good), total: sum(total) };
    if (slot.total > 0 || slot.good > 0) yield slot;
  }
}
