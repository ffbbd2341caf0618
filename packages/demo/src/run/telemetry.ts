import { requestsOf } from "../formats/requests.ts";
import type { Simulation } from "../simulator/simulate.ts";
import type { Send } from "./sender.ts";

export interface Window {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
/** The newest part is short, so that the first charts appear soon. */
const firstWindow = 5 * minute;
const nextWindow = 10 * minute;
const parallelWindows = 2;

/** A range as windows to send, newest first. Every boundary except the ends is a whole minute. */
export function newestFirst({ from, to }: Window): Window[] {
  const windows: Window[] = [];
  for (let end = to; end > from; ) {
    const length = windows.length === 0 ? firstWindow : nextWindow;
    const start = Math.max(from, Math.floor((end - length) / minute) * minute);
    windows.push({ from: start, to: end });
    end = start;
  }
  return windows;
}

export async function sendWindow(simulation: Simulation, send: Send, { from, to }: Window): Promise<number> {
  const requests = requestsOf(simulation.between(from, to));
  await Promise.all(requests.map(send));
  return requests.reduce((sum, { rows }) => sum + rows, 0);
}

/** Sends a range newest first, two windows at once. `onSent` gets the start of the range that is stored without gaps. */
export async function sendHistory(
  simulation: Simulation,
  send: Send,
  range: Window,
  onSent: (from: number, rows: number) => Promise<void>,
): Promise<void> {
  const waiting = newestFirst(range);
  const open = new Set<number>();
  const work = async () => {
    for (let window = waiting.shift(); window; window = waiting.shift()) {
      open.add(window.to);
      const rows = await sendWindow(simulation, send, window);
      open.delete(window.to);
      const oldest = Math.max(waiting[0]?.to ?? range.from, ...open);
      await onSent(oldest, rows);
    }
  };
  await Promise.all(Array.from({ length: parallelWindows }, work));
}
