import { openTemplates } from "../templates/templates.ts";

import type { LogSets, Logs } from "./input.ts";
import { num } from "./span-time.ts";

/** The templates that each span logged, by the index of the span. */
export type LogEvents = ReadonlyMap<number, readonly string[]>;

/** Of longer lines the beginning counts. */
const maxLength = 300;

/** The place in the code that wrote the line, `Cart.java:52` or `CartService#52`: one statement, however its template looks. */
const place = /[\w$.-]*[A-Za-z]\w*(?:#|\.\w{1,4}:)\d+/;

/** A statement that prints lists has many templates: its place and its first words name it. */
function named(written: string | undefined, template: string): string {
  if (written === undefined) return template;
  const [before = "", words = ""] = template.split("<*>");
  return `${written} ${(words.trim() || before).trim()}`;
}

/** Mines both sets together, so that the same line has the same template in both. */
export function mineLogs(logs: LogSets | undefined): { current: LogEvents; reference: LogEvents } {
  const templates = openTemplates();
  const forms = new Map<string, string>();
  const add = (lines: Logs | undefined) =>
    (lines?.text ?? []).map((text) => {
      const start = text.slice(0, maxLength);
      const form = forms.get(start) ?? templates.add(start);
      forms.set(start, form);
      return { form, place: place.exec(start)?.[0] };
    });
  const current = add(logs?.current);
  const reference = add(logs?.reference);
  const bySpan = (
    lines: Logs | undefined,
    found: readonly { form: string; place: string | undefined }[],
  ): LogEvents => {
    const events = new Map<number, string[]>();
    for (const [at, { form, place: written }] of found.entries()) {
      const span = lines ? num(lines.span, at) : -1;
      if (span < 0) continue;
      const event = `log ${named(written, templates.templateFor(form)?.text ?? form)}`;
      const known = events.get(span);
      if (known) known.push(event);
      else events.set(span, [event]);
    }
    return events;
  };
  return { current: bySpan(logs?.current, current), reference: bySpan(logs?.reference, reference) };
}
