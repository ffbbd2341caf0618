import type { Span } from "@opsplane/contract";

/** A span for tests: its id, its time in milliseconds, and its parent. */
export function aSpan(
  id: string,
  from: number,
  to: number,
  parent: string | null = null,
  more: Partial<Span> = {},
): Span {
  const start = 1_786_377_600_000 + from;
  return {
    span_id: id,
    parent_span_id: parent,
    name: `work of ${id}`,
    service: "web",
    kind: "internal",
    status: "unset",
    status_message: "",
    start: new Date(start).toISOString(),
    start_unix_nano: String(BigInt(Math.round(start * 1000)) * 1000n),
    duration_ms: to - from,
    attributes: {},
    resource: {},
    events: [],
    links: [],
    ...more,
  };
}
