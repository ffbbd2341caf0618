import type { TestSpan } from "./an-export.ts";

/** What happens in the last minutes to a call of the chain. */
export interface ChainFault {
  /** The deepest service answers after so long. */
  leafMs?: number;
  /** The one before it gives up after so long. */
  limitMs?: number;
  /** It tries so often. */
  tries?: number;
  /** The deepest service is down: it sends nothing. */
  isDown?: boolean;
}

export interface Chain {
  /** From the front to the deepest. */
  names: readonly string[];
  spans: TestSpan[];
}

const minute = 60_000;
const words =
  "amber birch cobalt dune ember fjord grove harbor indigo juniper kelp lagoon maple nectar onyx pebble".split(" ");

/** Calls through a chain of services whose names, length, rates and times are drawn by a seed of eight hexadecimal digits. Callers have client spans. */
export function drawnChain(seed: string, now: number, fault: ChainFault): Chain {
  const next = numbers(Number.parseInt(seed, 16));
  const between = (low: number, high: number) => low + (high - low) * next();
  const style = next() < 0.5 ? (word: string) => `${word}-svc` : (word: string) => word;
  const from = Math.floor(between(0, words.length - 5));
  const names = words.slice(from, from + 3 + Math.floor(between(0, 2.99))).map(style);
  const drawing: Drawing = { seed, names, between, own: names.map(() => between(4, 30)), spans: [] };
  const gapMs = between(2_500, 6_000);
  let traces = 0;
  for (let at = now - 80 * minute; at < now - minute; at += gapMs * between(0.5, 1.5)) {
    const trace = `${seed}${(traces++).toString(16).padStart(24, "0")}`;
    serve({ ...drawing, trace, fault: at > now - 6 * minute ? fault : {} }, 0, undefined, at);
  }
  return { names, spans: drawing.spans.filter(({ at, ms }) => at + ms < now) };
}

interface Drawing {
  seed: string;
  names: readonly string[];
  /** Milliseconds of each service's own work. */
  own: readonly number[];
  between(low: number, high: number): number;
  spans: TestSpan[];
}

interface Request extends Drawing {
  trace: string;
  fault: ChainFault;
}

interface Took {
  ms: number;
  failed: boolean;
}

/** Adds a span, and returns what sets its end. */
function open(
  { spans, seed, trace }: Request,
  span: Omit<TestSpan, "trace" | "id" | "ms">,
): { id: string; close(took: Took): void } {
  const place = spans.length;
  const id = `${seed}${place.toString(16).padStart(8, "0")}`;
  const opened = { ...span, trace, id, at: Math.round(span.at), ms: 1 };
  spans.push(opened);
  return { id, close: ({ ms, failed }) => (spans[place] = { ...opened, ms: Math.max(1, Math.round(ms)), failed }) };
}

function serve(request: Request, place: number, parent: string | undefined, start: number): Took {
  const { names, own, between, fault } = request;
  const service = names[place] ?? "";
  const isLeaf = place === names.length - 1;
  const span = open(request, {
    ...(parent && { parent }),
    service,
    name: `GET /${service}`,
    kind: "server",
    at: start,
  });
  const ms = (own[place] ?? 0) * between(0.7, 1.4) + (isLeaf ? (fault.leafMs ?? 0) * between(0.9, 1.2) : 0);
  const below = isLeaf ? { ms: 0, failed: false } : call(request, place, span.id, start + ms);
  const took = { ms: ms + below.ms, failed: below.failed };
  span.close(took);
  return took;
}

/** A call of the next service, and again while it fails. */
function call(request: Request, place: number, parent: string, start: number): Took {
  const { names, fault } = request;
  const isAboveLeaf = place === names.length - 2;
  const [service = "", callee = ""] = names.slice(place);
  let [end, failed] = [start, false];
  for (let tries = isAboveLeaf ? (fault.tries ?? 1) : 1; tries > 0 && (end === start || failed); tries--) {
    const client = { service, name: `GET /${callee}`, kind: "client", attributes: { "peer.service": callee } } as const;
    const span = open(request, { ...client, parent, at: end });
    const below = isAboveLeaf && fault.isDown ? { ms: 2, failed: true } : serve(request, place + 1, span.id, end + 1);
    const limit = (isAboveLeaf && fault.limitMs) || Number.POSITIVE_INFINITY;
    const took = { ms: Math.min(below.ms + 2, limit), failed: below.failed || below.ms + 2 > limit };
    span.close(took);
    [end, failed] = [end + took.ms, took.failed];
  }
  return { ms: end - start, failed };
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
