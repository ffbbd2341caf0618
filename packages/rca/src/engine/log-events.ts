import { openTemplates } from "../templates/templates.ts";

import type { LogSets, Logs } from "./input.ts";
import { num } from "./span-time.ts";

/** The templates that each span logged, by the index of the span. */
export type LogEvents = ReadonlyMap<number, readonly string[]>;

/** Of longer lines the beginning counts. */
const maxLength = 300;

/** The end of a place. It begins only where a word begins, because a search from each character would take long. */
const place = /(?<!\w)(?=\w*?[A-Za-z])\w+(?:#|\.\w{1,4}:)\d+/;

/** The place in the code that wrote the line, `Cart.java:52` or `CartService#52`: one statement, even when its templates differ. */
function placeIn(line: string): string | undefined {
  const found = place.exec(line);
  if (found === null) return undefined;
  let from = found.index;
  while (from > 0 && /[\w$.-]/.test(line[from - 1] ?? "")) from -= 1;
  return line.slice(from, found.index + found[0].length);
}

/** A statement that prints lists has many templates: its place and its first words name it. */
function named(written: string | undefined, template: string): string {
  if (written === undefined) return template;
  const [before = "", words = ""] = template.split("<*>");
  return `${written} ${(words.trim() || before).trim()}`;
}

interface MinedLine {
  readonly form: string;
  readonly place: string | undefined;
}

/** Mines both sets together, so that the same line has the same template in both. */
export function mineLogs(logs: LogSets | undefined): { current: LogEvents; reference: LogEvents } {
  const templates = openTemplates();
  const mined = new Map<string, MinedLine>();
  const mine = (text: string): MinedLine => {
    const start = text.slice(0, maxLength);
    const known = mined.get(start);
    if (known) return known;
    const line = { form: templates.add(start), place: placeIn(start) };
    mined.set(start, line);
    return line;
  };
  const [current, reference] = [logs?.current.text.map(mine) ?? [], logs?.reference?.text.map(mine) ?? []];
  const events = new Map<MinedLine, string>();
  const eventOf = (line: MinedLine): string => {
    const known = events.get(line);
    if (known !== undefined) return known;
    const event = `log ${named(line.place, templates.templateFor(line.form)?.text ?? line.form)}`;
    events.set(line, event);
    return event;
  };
  const bySpan = (lines: Logs | undefined, found: readonly MinedLine[]): LogEvents => {
    const written = new Map<number, string[]>();
    for (const [at, line] of found.entries()) {
      const span = lines ? num(lines.span, at) : -1;
      if (span < 0) continue;
      const known = written.get(span);
      if (known) known.push(eventOf(line));
      else written.set(span, [eventOf(line)]);
    }
    return written;
  };
  return { current: bySpan(logs?.current, current), reference: bySpan(logs?.reference, reference) };
}
