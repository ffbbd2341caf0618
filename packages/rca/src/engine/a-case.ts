import type { Logs, RcaInput, Series, Spans } from "./input.ts";

/** Builders for small cases of a web shop: web calls cart and stock, stock calls db. */

export const at = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;
const services = ["web", "cart", "stock", "db"];
const calls = [
  { caller: "web", callee: "cart" },
  { caller: "web", callee: "stock" },
  { caller: "stock", callee: "db" },
];

export function aCase(more: Partial<RcaInput> = {}): RcaInput {
  return { at, services, calls, series: [], ...more };
}

/** Ten minutes before and five minutes of the problem. A small wave keeps the usual values apart. */
export function aSeries(service: string, metric: string, usual: number, during: number, callee?: string): Series {
  const wave = (step: number) => usual * (1 + 0.01 * Math.sin(step));
  const times = Array.from({ length: 15 }, (_, step) => at + (step - 10) * minute);
  return {
    service,
    ...(callee !== undefined && { callee }),
    metric,
    stepMs: minute,
    times,
    values: times.map((time, step) => (time < at ? wave(step) : during)),
    reference: Array.from({ length: 120 }, (_, step) => wave(step)),
  };
}

export interface Step {
  service: string;
  operation: string;
  /** Own milliseconds, before the first child. */
  own: number;
  /** Milliseconds between this span and its parent on each side. */
  gap?: number;
  log?: string;
  failed?: boolean;
  children?: Step[];
}

/** `count` traces of this shape, one a second, and their logs. */
export function traces(count: number, from: number, shape: (index: number) => Step): { spans: Spans; logs: Logs } {
  const names: string[] = [];
  const actions: string[] = [];
  const columns = { trace: [0], parent: [0], service: [0], operation: [0], start: [0], duration: [0], failed: [0] };
  for (const column of Object.values(columns)) column.pop();
  const lines = { at: [0], service: [0], span: [0] };
  for (const column of Object.values(lines)) column.pop();
  const text: string[] = [];
  const indexOf = (list: string[], name: string) => (list.includes(name) ? list.indexOf(name) : list.push(name) - 1);
  const add = (step: Step, trace: number, parent: number, start: number): number => {
    const span = columns.start.length;
    for (const column of Object.values(columns)) column.push(0);
    // Noise that depends on the span alone keeps durations apart.
    const own = step.own * (1 + 0.05 * Math.sin(span));
    let now = start + own;
    for (const child of step.children ?? []) {
      const gap = child.gap ?? 1;
      now = add(child, trace, span, now + gap) + gap;
    }
    columns.trace[span] = trace;
    columns.parent[span] = parent;
    columns.service[span] = indexOf(names, step.service);
    columns.operation[span] = indexOf(actions, step.operation);
    columns.start[span] = start;
    columns.duration[span] = now - start;
    columns.failed[span] = step.failed ? 1 : 0;
    if (step.log !== undefined) {
      lines.at.push(start);
      lines.service.push(indexOf(names, step.service));
      lines.span.push(span);
      text.push(step.log);
    }
    return now;
  };
  for (let index = 0; index < count; index++) add(shape(index), index, -1, from + index * 1000);
  return { spans: { services: names, operations: actions, ...columns }, logs: { services: names, ...lines, text } };
}
