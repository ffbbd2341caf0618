import fc from "fast-check";
import { expect, test } from "vitest";
import { calendarOf } from "./calendar.ts";

const now = new Date("2026-01-31T07:00:00Z");

function unescaped(text: string): string {
  return text.replaceAll(/\\([\\;,n])/g, (_, sign) => (sign === "n" ? "\n" : sign));
}

test("any text is folded at 75 octets and can be read again", () => {
  const anyText = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(
    fc.property(anyText, (summary) => {
      const from = Date.UTC(2026, 0, 1);
      const text = calendarOf("Rota", [{ uid: "1@opsplane", from, to: from + 1000, summary, description: "" }], now);
      expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
      for (const line of text.split("\r\n")) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
      }
      const written = /^SUMMARY:([^\r\n]*)\r$/m.exec(text.replaceAll("\r\n ", ""))?.[1] ?? "";
      expect(unescaped(written)).toBe(summary.replaceAll(/\r\n|\r/g, "\n"));
    }),
  );
});

test("times are in UTC, and line breaks and control characters cannot add a line", () => {
  const event = {
    uid: "1",
    from: Date.UTC(2026, 2, 1, 9),
    to: Date.UTC(2026, 2, 1, 10),
    summary: "a\nEND:VEVENT\u0007",
    description: "",
  };
  const text = calendarOf("Rota", [event], now);
  expect(text).toContain("DTSTAMP:20260131T070000Z\r\nDTSTART:20260301T090000Z\r\nDTEND:20260301T100000Z\r\n");
  expect(text).toContain("SUMMARY:a\\nEND:VEVENT \r\n");
});
