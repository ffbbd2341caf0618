import { rangeText } from "./markdown.ts";
import type { ReadingPart } from "./reading/say.ts";
import type { Understood } from "./understand/understand.ts";

/** The parts of a question that an intent answered. They are shown, and changed by asking again. */
export function plainParts({ mentions, references, slots, time }: Understood, timezone: string): ReadingPart[] {
  const part = (of: string, label: string): ReadingPart => ({ part: of, label, without: null, options: [] });
  return [
    ...references.map(({ kind, reference }) => part(kind, reference)),
    ...[...new Map(mentions.map(({ kind, name }) => [`${kind} ${name}`, part(kind, name)])).values()],
    ...(slots.severities.length > 0 ? [part("severity", `severity ${slots.severities.join(" or ")}`)] : []),
    ...(time ? [part("time", time.at ? rangeText({ from: time.at }, timezone) : rangeText(time, timezone))] : []),
  ].slice(0, 20);
}
