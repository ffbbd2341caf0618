import type { PathSegment } from "./timing.ts";
import type { Zoom } from "./zoom.ts";

/** The parts of the critical path by span. */
export function segmentsBySpan(path: readonly PathSegment[]): ReadonlyMap<number, readonly PathSegment[]> {
  const found = new Map<number, PathSegment[]>();
  for (const segment of path) {
    const own = found.get(segment.position);
    if (own) own.push(segment);
    else found.set(segment.position, [segment]);
  }
  return found;
}

/** The finest gap that is drawn is this part of the visible time. A span with thousands of children needs no thousands of marks. */
const finest = 1 / 400;

/** The visible parts, in order. Parts with an invisible gap between them become one. */
export function drawnSegments(segments: readonly PathSegment[], { from, to }: Zoom): Zoom[] {
  const gap = (to - from) * finest;
  const drawn: Zoom[] = [];
  for (const segment of segments) {
    const part = { from: Math.max(segment.from, from), to: Math.min(segment.to, to) };
    if (part.to <= part.from) continue;
    const last = drawn.at(-1);
    if (last && part.from - last.to < gap) last.to = part.to;
    else drawn.push(part);
  }
  return drawn;
}
