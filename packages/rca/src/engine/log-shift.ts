import { openTemplates } from "../templates/templates.ts";
import type { LogSets, Logs, TimeRange } from "./input.ts";
import { num } from "./span-time.ts";

/** Problems that a service logs far more often than usual. */
export interface LogShift {
  readonly service: string;
  readonly template: string;
  readonly example: string;
  /** Lines per minute, usually and now. */
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  readonly firstAt: number;
  /** Log of how much more likely a changed rate is than chance. */
  readonly weight: number;
}

export const isProblem =
  /error|fatal|fail|exception|timeout|timed out|refused|exhausted|killed|panic|warn|denied|no space/i;
const minLines = 3;

/** Compares lines of the problem with usual ones, by service and template. The lengths of both windows are needed, because lines are counted. */
export function logShiftsOf({ current, reference, windows }: LogSets, at: number): LogShift[] {
  if (windows === undefined) return [];
  const templates = openTemplates();
  const counts = new Map<string, { service: string; form: string; usual: number; during: number; firstAt: number }>();
  const collect = (lines: Logs | undefined, side: "usual" | "during", from: number) => {
    for (const [line, text] of (lines?.text ?? []).entries()) {
      const time = lines ? num(lines.at, line) : 0;
      if (lines === undefined || time < from || !isProblem.test(text)) continue;
      const service = lines.services[num(lines.service, line)] ?? "";
      const form = templates.add(text.slice(0, 300));
      const key = `${service}\n${form}`;
      const known = counts.get(key) ?? { service, form, usual: 0, during: 0, firstAt: time };
      counts.set(key, { ...known, [side]: known[side] + 1, firstAt: Math.min(known.firstAt, time) });
    }
  };
  collect(current, "during", at);
  collect(reference, "usual", 0);
  const merged = new Map<string, LogShift & { usual: number }>();
  for (const { service, form, usual, during, firstAt } of counts.values()) {
    const template = templates.templateFor(form);
    if (template === undefined) continue;
    const key = `${service}\n${template.id}`;
    const known = merged.get(key);
    merged.set(key, {
      ...{ service, template: template.text, example: template.example, from: 0, to: 0, weight: 0 },
      usual: usual + (known?.usual ?? 0),
      lines: during + (known?.lines ?? 0),
      firstAt: Math.min(firstAt, known?.firstAt ?? firstAt),
    });
  }
  const [before, now] = [minutes(windows.reference), minutes({ from: at, to: windows.current.to })];
  return [...merged.values()].flatMap(({ usual, ...shift }): LogShift[] => {
    const weight = rateSurprise(usual, before, shift.lines, now);
    if (shift.lines < minLines || weight < 1) return [];
    return [{ ...shift, from: usual / before, to: shift.lines / now, weight }];
  });
}

export function minutes({ from, to }: TimeRange): number {
  return Math.max(to - from, 1) / 60_000;
}

/** How surprising more lines are, as a log-likelihood ratio. Log rates vary by nature, so the usual rate is taken to be half as high again. */
export function rateSurprise(usual: number, before: number, lines: number, now: number): number {
  const expected = ((usual + 0.5) / before) * now * 1.5;
  return lines <= expected ? 0 : lines * Math.log(lines / expected) - (lines - expected);
}
