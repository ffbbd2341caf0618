/** What happens at which time. Of events at the same time the one that was planned first comes first. */
export interface Timeline {
  readonly now: number;
  in(ms: number, happen: () => void): void;
  /** Runs everything that happens before this time. */
  runTo(time: number): void;
}

interface Planned {
  readonly time: number;
  readonly order: number;
  readonly happen: () => void;
}

const isBefore = (one: Planned, other: Planned) =>
  one.time < other.time || (one.time === other.time && one.order < other.order);

/** A binary heap: the first event is at its top. */
export function openTimeline(start: number): Timeline {
  const heap: Planned[] = [];
  let now = start;
  let planned = 0;

  const add = (event: Planned) => {
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Planned;
      if (!isBefore(event, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = event;
  };
  const takeFirst = (): Planned => {
    const first = heap[0] as Planned;
    const last = heap.pop() as Planned;
    if (heap.length > 0) {
      let at = 0;
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        const right = heap[child + 1];
        if (right !== undefined && isBefore(right, heap[child] as Planned)) child += 1;
        if (!isBefore(heap[child] as Planned, last)) break;
        heap[at] = heap[child] as Planned;
        at = child;
      }
      heap[at] = last;
    }
    return first;
  };

  return {
    get now() {
      return now;
    },
    in: (ms, happen) => add({ time: now + Math.max(0, ms), order: planned++, happen }),
    runTo: (time) => {
      while ((heap[0]?.time ?? Number.POSITIVE_INFINITY) < time) {
        const event = takeFirst();
        now = event.time;
        event.happen();
      }
      now = time;
    },
  };
}
