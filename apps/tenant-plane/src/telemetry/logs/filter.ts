import type { LogLevel } from "@opsplane/contract";
import { bind, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { searched } from "./query/index.ts";

export interface LogFilter {
  service?: readonly string[];
  level?: readonly LogLevel[];
  trace_id?: string;
  q?: string;
}

/** All conditions of a filter. */
export function matching(filter: LogFilter): SqlFragment {
  return every([ofGroups(filter), ofContent(filter)]);
}

/** The conditions that the minute roll-up can answer too. */
export function ofGroups({ service, level }: LogFilter): SqlFragment {
  return every([service && chsql`service IN ${bind.texts(service)}`, level && chsql`level IN ${bind.texts(level)}`]);
}

/** The conditions that need the records themselves. */
function ofContent({ trace_id, q }: LogFilter): SqlFragment {
  return every([
    trace_id ? chsql`trace_id = ${bind.text(trace_id.toLowerCase())}` : undefined,
    q ? searched(q) : undefined,
  ]);
}

export function asksForContent({ trace_id, q }: LogFilter): boolean {
  return Boolean(trace_id) || Boolean(q?.trim());
}
