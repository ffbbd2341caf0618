import type { LogSets, SpanSets, Spans, TimeRange } from "./input.ts";
import { type LogEvents, mineLogs } from "./log-events.ts";
import { childrenOf, exclusiveTimes, num } from "./span-time.ts";

/** Spans of one operation of one service, split into usual operation and the time of the problem. */
export interface SpanGroup {
  readonly service: string;
  readonly operation: string;
  readonly usual: Side;
  readonly during: Side;
}

interface Side {
  count: number;
  /** Own time of each span in milliseconds, without the time of later spans. */
  readonly own: number[];
  /** For spans whose only child runs in another service: the time outside that child, by the child's service. */
  readonly transport: Map<string, number[]>;
  /** How many spans did this: called an operation, wrote a log line, failed. */
  readonly events: Map<string, number>;
  /** What each span did. */
  readonly profiles: SpanProfile[];
}

interface SpanProfile {
  /** The index of the span. */
  readonly span: number;
  readonly events: ReadonlySet<string>;
  /** The service that the span called last; undefined when it called none. */
  readonly lastCallee: string | undefined;
}

/** With so many reference spans, spans from right before the problem are not needed. They may already be part of it. */
const enoughReference = 3;

export function groupSpans(
  sets: SpanSets,
  logs: LogSets | undefined,
  at: number,
  disturbed: readonly TimeRange[],
): SpanGroup[] {
  const before = new Map<string, SpanGroup>();
  const isDisturbed = (time: number) => disturbed.some(({ from, to }) => time >= from && time < to);
  const reference = new Map<string, SpanGroup>();
  const events = mineLogs(logs);
  if (sets.reference) collect(reference, sets.reference, events.reference, () => "usual");
  collect(before, sets.current, events.current, (time) =>
    time >= at ? "during" : isDisturbed(time) ? undefined : "usual",
  );
  return [...before].map(([key, group]) => {
    const known = reference.get(key);
    if (known === undefined) return group;
    return known.usual.count >= enoughReference
      ? { ...group, usual: known.usual }
      : { ...group, usual: joined(known.usual, group.usual) };
  });
}

function collect(
  groups: Map<string, SpanGroup>,
  spans: Spans,
  logged: LogEvents,
  sideOf: (start: number) => "usual" | "during" | undefined,
): void {
  const own = exclusiveTimes(spans);
  const children = childrenOf(spans);
  const { services, parent, service, operation, start, duration, failed } = spans;
  const groupOf = groupFinder(groups, spans);
  const callOf = callNames(spans);
  for (let at = 0; at < start.length; at++) {
    const side = sideOf(num(start, at));
    if (side === undefined) continue;
    const above = num(parent, at);
    // The same code does different things for different callers, so the parent within the service is part of the group.
    const inside = above >= 0 && num(service, above) === num(service, at) ? num(operation, above) : -1;
    const target = groupOf(num(service, at), num(operation, at), inside)[side];
    target.count++;
    const called = children[at] ?? [];
    const callee = onlyRemote(spans, called, at);
    if (callee >= 0) {
      const outside = Math.max(0, num(duration, at) - num(duration, callee));
      push(target.transport, services[num(service, callee)] ?? "", outside);
    } else target.own.push(num(own, at));
    const events = new Set(logged.get(at));
    for (const child of called) events.add(callOf(num(service, child), num(operation, child)));
    if (failed && num(failed, at) === 1) events.add("failed");
    for (const event of events) target.events.set(event, (target.events.get(event) ?? 0) + 1);
    const last = lastRemote(spans, children, at);
    target.profiles.push({ span: at, events, lastCallee: last < 0 ? undefined : services[num(service, last)] });
  }
}

/** The only child, if it runs in another service; -1 otherwise. */
function onlyRemote({ service }: Spans, called: readonly number[], at: number): number {
  const [only = -1] = called;
  return called.length === 1 && num(service, only) !== num(service, at) ? only : -1;
}

/** Finds groups by number, because names of thousands of spans are slow to join. */
function groupFinder(
  groups: Map<string, SpanGroup>,
  { services, operations }: Spans,
): (service: number, operation: number, inside: number) => SpanGroup {
  const found = new Map<number, SpanGroup>();
  return (at, action, inside) => {
    const number = (at * operations.length + action) * (operations.length + 1) + inside + 1;
    const known = found.get(number);
    if (known) return known;
    const [service = "", operation = ""] = [services[at], operations[action]];
    const key = [service, operation, operations[inside] ?? ""].join("\n");
    const group = groups.get(key) ?? { service, operation, usual: emptySide(), during: emptySide() };
    groups.set(key, group);
    found.set(number, group);
    return group;
  };
}

function callNames({ services, operations }: Spans): (service: number, operation: number) => string {
  const names = new Map<number, string>();
  return (service, operation) => {
    const number = service * operations.length + operation;
    const name = names.get(number) ?? `call ${services[service] ?? ""} ${operations[operation] ?? ""}`;
    names.set(number, name);
    return name;
  };
}

/** The span of another service that this one called last, directly or through its last own span; -1 without one. */
function lastRemote(spans: Spans, children: readonly (number[] | undefined)[], at: number): number {
  const called = children[at];
  const last = called?.[called.length - 1];
  if (last === undefined) return -1;
  return num(spans.service, last) === num(spans.service, at) ? lastRemote(spans, children, last) : last;
}

function emptySide(): Side {
  return { count: 0, own: [], transport: new Map(), events: new Map(), profiles: [] };
}

function joined(a: Side, b: Side): Side {
  const side = emptySide();
  for (const each of [a, b]) {
    side.count += each.count;
    for (const value of each.own) side.own.push(value);
    for (const [callee, values] of each.transport) for (const value of values) push(side.transport, callee, value);
    for (const [event, count] of each.events) side.events.set(event, (side.events.get(event) ?? 0) + count);
    for (const profile of each.profiles) side.profiles.push(profile);
  }
  return side;
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}
