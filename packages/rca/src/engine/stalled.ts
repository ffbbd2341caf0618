import type { SpanSets, Spans } from "./input.ts";
import { num } from "./span-time.ts";

/** A consumer that takes far fewer messages than are sent to it. */
export interface Stalled {
  readonly service: string;
  /** Messages taken of each that was sent, usually and now. */
  readonly from: number;
  readonly to: number;
}

const minMessages = 8;
const minLoss = 0.5;

/** Senders go on, but what usually follows from their messages does not happen. */
export function stalledOf({ current, reference }: SpanSets, at: number): Stalled[] {
  const before = counted(current, (span) => num(current.start, span) < at);
  if (reference) counted(reference, () => true, before);
  const now = counted(current, (span) => num(current.start, span) >= at);
  return [...before.taken].flatMap(([key, { service, sender, count }]): Stalled[] => {
    const [usual, sent] = [before.sent.get(sender) ?? 0, now.sent.get(sender) ?? 0];
    if (usual < minMessages || sent < minMessages) return [];
    const [from, to] = [count / usual, (now.taken.get(key)?.count ?? 0) / sent];
    // A step that only few requests take may be missing by chance.
    if (from * sent < minMessages) return [];
    return to <= (1 - minLoss) * from ? [{ service, from, to }] : [];
  });
}

interface Counts {
  /** By sender: its service and operation. */
  sent: Map<string, number>;
  taken: Map<string, { service: string; sender: string; count: number }>;
}

function counted(spans: Spans, isMeant: (span: number) => boolean, into?: Counts): Counts {
  const found: Counts = into ?? { sent: new Map(), taken: new Map() };
  const { services, operations, service, operation, parent, start, duration, peer } = spans;
  const nameOf = (span: number) => `${services[num(service, span)] ?? ""}\n${operations[num(operation, span)] ?? ""}`;
  for (let span = 0; span < service.length; span++) {
    if (!isMeant(span)) continue;
    const own = nameOf(span);
    found.sent.set(own, (found.sent.get(own) ?? 0) + 1);
    const above = num(parent, span);
    if (above < 0 || num(service, above) === num(service, span)) continue;
    // What begins after its parent has ended is not waited for.
    if (num(start, span) < num(start, above) + num(duration, above) || (peer && num(peer, span) === 1)) continue;
    const sender = nameOf(above);
    const name = services[num(service, span)] ?? "";
    const key = `${sender}\n${name}`;
    const known = found.taken.get(key) ?? { service: name, sender, count: 0 };
    found.taken.set(key, known);
    known.count += 1;
  }
  return found;
}
