import type { Spans } from "./input.ts";

/**
 * The time of each span that no later span of its trace covers. At any moment the time of a trace belongs to the span that started
 * last, so a wrapper that waits for a sibling gets none of the sibling's time.
 */
export function exclusiveTimes({ trace, start, duration }: Spans): Float64Array {
  const own = new Float64Array(start.length);
  const end = (span: number) => num(start, span) + num(duration, span);
  for (const members of membersOf(trace)) {
    members.sort((a, b) => num(start, a) - num(start, b) || num(duration, b) - num(duration, a));
    const open: number[] = [];
    let now = num(start, members[0] ?? 0);
    // The newest open span has the time until it ends; then the next newest has it.
    const pass = (until: number) => {
      for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
        const to = Math.min(until, end(top));
        own[top] = num(own, top) + Math.max(0, to - now);
        now = Math.max(now, to);
        if (end(top) > until) return;
        open.pop();
      }
    };
    for (const span of members) {
      pass(num(start, span));
      now = Math.max(now, num(start, span));
      open.push(span);
    }
    pass(Number.POSITIVE_INFINITY);
  }
  return own;
}

/** The spans of each trace. */
function membersOf(trace: ArrayLike<number>): Iterable<number[]> {
  const members = new Map<number, number[]>();
  for (let span = 0; span < trace.length; span++) {
    const known = members.get(num(trace, span));
    if (known) known.push(span);
    else members.set(num(trace, span), [span]);
  }
  return members.values();
}

export function num(values: ArrayLike<number>, at: number): number {
  return values[at] ?? 0;
}

/** The children of each span in order of start. */
export function childrenOf({ parent, start }: Spans): (number[] | undefined)[] {
  const children: (number[] | undefined)[] = new Array(parent.length);
  for (let at = 0; at < parent.length; at++) {
    const above = num(parent, at);
    if (above < 0) continue;
    const known = children[above];
    if (known) known.push(at);
    else children[above] = [at];
  }
  for (const each of children) each?.sort((a, b) => num(start, a) - num(start, b));
  return children;
}
