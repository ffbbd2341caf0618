import type { Random } from "../random.ts";
import type { Happened, Line, Measure, Quantity, Span } from "../signals.ts";
import type { Habits } from "./habits.ts";
import { metricNames } from "./metric-names.ts";

/** What has arrived. */
export interface Seen {
  spans: Span[];
  logs: Line[];
  series: SeenSeries[];
}

/** A series of one thing. */
interface SeenSeries {
  entity: string;
  metric: string;
  labels: Record<string, string>;
  isHost: boolean;
  points: [at: number, value: number][];
}

export function seenOf(happened: Happened, habits: Habits, random: Random, until: number): Seen {
  const { spans, ids } = sentSpans(happened.spans, habits, random, until);
  return {
    spans,
    logs: sentLines(happened.logs, habits, ids, until),
    series: sentSeries(happened.measures, habits, random, until),
  };
}

function sentSpans(
  all: readonly Span[],
  habits: Habits,
  random: Random,
  until: number,
): { spans: Span[]; ids: ReadonlySet<number> } {
  const byId = new Map(all.map((span) => [span.id, span]));
  const isSent = (span: Span): boolean => {
    const sends = habits.spans.get(span.service) ?? "all";
    const isServer = span.kind === "server" || span.kind === "consumer";
    return sends === "all" || sends === (isServer ? "server" : "client");
  };
  /** The nearest span above that is sent, because its context was passed on. */
  const parentOf = (span: Span): number => {
    let above = byId.get(span.parent);
    while (above !== undefined && !isSent(above)) above = byId.get(above.parent);
    return above?.id ?? -1;
  };
  const spans = all.flatMap((span): Span[] => {
    const ends = span.start + span.ms;
    if (!isSent(span) || ends > until - habits.lateMs || random.chance(habits.lost)) return [];
    const start = span.start + (habits.skew.get(span.host) ?? 0);
    return [{ ...span, start, parent: parentOf(span), peer: habits.hasPeers ? span.peer : "" }];
  });
  return { spans, ids: new Set(spans.map(({ id }) => id)) };
}

function sentLines(all: readonly Line[], habits: Habits, ids: ReadonlySet<number>, until: number): Line[] {
  if (habits.logs === "none") return [];
  return all.flatMap((line) => {
    if (line.at > until) return [];
    const isKnown = habits.logs === "with traces" && ids.has(line.span);
    return [isKnown ? line : { ...line, trace: -1, span: -1 }];
  });
}

const ofRequests = new Set<Quantity>(["requests", "failed requests", "latency"]);

function sentSeries(
  all: readonly Measure[],
  { names: style, hasRequests }: Habits,
  random: Random,
  until: number,
): SeenSeries[] {
  if (style === "none") return [];
  const found = new Map<string, SeenSeries>();
  const label = { opentelemetry: "service.name", prometheus: "job", own: "app" }[style];
  const hostLabel = { opentelemetry: "host.name", prometheus: "instance", own: "host" }[style];
  // Exporters of things of others are forgotten now and then.
  const silent = new Map<string, boolean>();
  for (const { at, thing, kind, quantity, part, value } of all) {
    const metric = metricNames[style][`${kind} ${quantity}`];
    const isSilent = silent.get(thing) ?? random.chance(kind === "host" || kind === "service" ? 0.05 : 0.2);
    silent.set(thing, isSilent);
    if (metric === undefined || isSilent || at > until || (!hasRequests && ofRequests.has(quantity))) continue;
    const key = `${thing} ${metric} ${part}`;
    const known = found.get(key);
    if (known) known.points.push([at, value]);
    else {
      const isHost = kind === "host";
      const labels = {
        [isHost ? hostLabel : label]: thing,
        ...(part !== "" && { [kind === "broker" ? "queue" : "pod"]: part }),
      };
      found.set(key, { entity: thing, metric, labels, isHost, points: [[at, value]] });
    }
  }
  return [...found.values()];
}
