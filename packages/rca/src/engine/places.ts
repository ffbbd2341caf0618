import type { Call, SpanSets, Spans } from "./input.ts";
import { num } from "./span-time.ts";

export interface Places {
  /** Where a span of this service ran, as far as it is known. */
  of(spans: Spans, span: number): string | undefined;
  readonly hosts: readonly string[];
  /** What runs on a host. */
  members(host: string): string[];
}

const minOnHost = 3;

/** Where services run: by their own spans, and by relations for what sends none. A service that is gone from a host was there. */
export function placesOf({ current, reference }: SpanSets, at: number, calls: readonly Call[]): Places {
  const before = new Map<string, Map<string, number>>();
  const now = new Map<string, Map<string, number>>();
  const collect = (spans: Spans, into: typeof before, isMeant: (span: number) => boolean) => {
    for (let span = 0; span < spans.start.length; span++) {
      const host = hostOf(spans, span);
      if (host === undefined || !isMeant(span)) continue;
      const service = spans.services[num(spans.service, span)] ?? "";
      const known = into.get(service) ?? new Map<string, number>();
      into.set(service, known.set(host, (known.get(host) ?? 0) + 1));
    }
  };
  if (reference) collect(reference, before, () => true);
  collect(current, before, (span) => num(current.start, span) < at);
  collect(current, now, (span) => num(current.start, span) >= at);
  const hosts = new Set([...before.values(), ...now.values()].flatMap((each) => [...each.keys()]));
  const related = new Map(
    calls.flatMap(({ caller, callee }) => (hosts.has(callee) && !before.has(caller) ? [[caller, callee]] : [])),
  );
  const goneFrom = (service: string) => {
    const gone = [...(before.get(service) ?? [])].filter(
      ([host, count]) => count >= minOnHost && !now.get(service)?.has(host),
    );
    return gone.length === 1 ? gone[0]?.[0] : undefined;
  };
  return {
    hosts: [...hosts],
    of: (spans, span) => {
      const service = spans.services[num(spans.service, span)] ?? "";
      return hostOf(spans, span) ?? related.get(service) ?? goneFrom(service);
    },
    members: (host) => [
      ...[...before].flatMap(([service, on]) => ((on.get(host) ?? 0) >= minOnHost ? [service] : [])),
      ...[...related].flatMap(([service, on]) => (on === host ? [service] : [])),
    ],
  };
}

function hostOf({ host, hosts }: Spans, span: number): string | undefined {
  const at = host === undefined ? -1 : num(host, span);
  return at < 0 ? undefined : hosts?.[at];
}
