/** The visible part of a trace, in milliseconds since its start. */
export interface Zoom {
  from: number;
  to: number;
}

/** The finest zoom is this part of the trace. */
const minPart = 1e-5;

/** Reads `12.5-80`. An invalid text shows the whole trace. */
export function readZoom(written: string | undefined, duration: number): Zoom {
  const whole = { from: 0, to: duration };
  const found = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(written ?? "");
  if (!found) return whole;
  const zoom = { from: Number(found[1]), to: Math.min(Number(found[2]), duration) };
  return zoom.to > zoom.from ? zoom : whole;
}

/** Undefined for the whole trace, which the address leaves out. */
export function writeZoom({ from, to }: Zoom, duration: number): string | undefined {
  if (from <= 0 && to >= duration) return undefined;
  const precise = (ms: number) => String(Number(ms.toFixed(6)));
  return `${precise(from)}-${precise(to)}`;
}

/** Scales around the center: 0.5 shows half as much. */
export function zoomedBy({ from, to }: Zoom, factor: number, duration: number): Zoom {
  const length = Math.min(duration, Math.max((to - from) * factor, duration * minPart));
  return within((from + to) / 2 - length / 2, length, duration);
}

/** Moves by a share of the visible part. */
export function pannedBy({ from, to }: Zoom, share: number, duration: number): Zoom {
  return within(from + (to - from) * share, to - from, duration);
}

function within(start: number, length: number, duration: number): Zoom {
  const from = Math.min(Math.max(0, start), duration - length);
  return { from, to: from + length };
}

/** Round times in the visible part, at most `most` of them. */
export function ticksOf({ from, to }: Zoom, most: number): number[] {
  const least = (to - from) / Math.max(1, most);
  if (!(least > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? 10 * power;
  const ticks: number[] = [];
  for (let index = Math.ceil(from / step); index * step <= to; index++) ticks.push(index * step);
  return ticks;
}
