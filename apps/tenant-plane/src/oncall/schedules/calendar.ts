/** One entry of a calendar. */
export interface CalendarEvent {
  uid: string;
  from: number;
  to: number;
  summary: string;
  description: string;
}

/** A calendar in the form of RFC 5545. */
export function calendarOf(name: string, events: readonly CalendarEvent[], now: Date): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Opsplane//On-call//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...events.flatMap((event) => [
      "BEGIN:VEVENT",
      `UID:${escaped(event.uid)}`,
      `DTSTAMP:${stamp(now.getTime())}`,
      `DTSTART:${stamp(event.from)}`,
      `DTEND:${stamp(event.to)}`,
      `SUMMARY:${escaped(event.summary)}`,
      `DESCRIPTION:${escaped(event.description)}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** 20260131T070000Z */
function stamp(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, "\\$&")
      .replaceAll(/\r\n|\r|\n/g, "\\n")
      // No other control character is allowed in a text.
      .replaceAll(/[^\P{Cc}\t]/gu, " ")
  );
}

const maxOctets = 75;

/** A long line goes on in the next one after a space. No character is split. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxOctets) {
      parts.push(part);
      part = "";
      // The space at the start counts.
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join("\r\n ");
}
