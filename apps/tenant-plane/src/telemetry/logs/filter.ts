import type { LogLevel } from "@opsplane/contract";
import { bind, ch, every, type Piece } from "@opsplane/runtime";
import { type Window, windowOf } from "../window.ts";
import { searched } from "./query/index.ts";

export interface LogFilter {
  service?: readonly string[];
  level?: readonly LogLevel[];
  trace_id?: string;
  q?: string;
}

/** Everything that a filter says. */
export function matching(filter: LogFilter): Piece {
  return every([ofGroups(filter), ofContent(filter)]);
}

/** What the roll-up by minutes knows as well. */
export function ofGroups({ service, level }: LogFilter): Piece {
  return every([service && ch`service IN ${bind.texts(service)}`, level && ch`level IN ${bind.texts(level)}`]);
}

/** What only the records themselves can tell. */
function ofContent({ trace_id, q }: LogFilter): Piece {
  return every([
    trace_id ? ch`trace_id = ${bind.text(trace_id.toLowerCase())}` : undefined,
    q ? searched(q) : undefined,
  ]);
}

export function asksForContent({ trace_id, q }: LogFilter): boolean {
  return Boolean(trace_id) || Boolean(q?.trim());
}

type OpenWindow = { [End in keyof Window]: Window[End] | undefined };

/** `from` belongs to it, `to` does not: so that a bar's records are those from its beginning to the next one's. */
export function within({ from, to }: OpenWindow): Piece {
  return every([from && ch`ts >= ${bind.instant(from)}`, to && ch`ts < ${bind.instant(to)}`]);
}

/** A window that is open where the query does not name an end. */
export function openWindow(query: { from?: string; to?: string }, now: Date): OpenWindow {
  const { from, to } = windowOf(query, now, 24);
  return { from: query.from === undefined ? undefined : from, to: query.to === undefined ? undefined : to };
}
