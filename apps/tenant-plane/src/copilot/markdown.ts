import { likelihood } from "@opsplane/contract";
import { shortened } from "../records/shortened.ts";

/** Markdown that this engine wrote. Text of records becomes part of it only in escaped form. */
export class Markdown {
  constructor(readonly text: string) {}
}

type Value = string | number | Markdown;

/** md`… ${title} …`: every value is escaped, unless it is markdown already. */
export function md(strings: TemplateStringsArray, ...values: readonly Value[]): Markdown {
  const parts = strings.map((text, index) => text + (index < values.length ? shown(values[index]) : ""));
  return new Markdown(parts.join(""));
}

function shown(value: Value | undefined): string {
  if (value instanceof Markdown) return value.text;
  return typeof value === "number" ? numberText(value) : escaped(value ?? "");
}

const maxShown = 200;
const maxPassage = 800;

/** Text of records as plain text: one line without control characters, markup, HTML or links. */
export function escaped(text: string, max = maxShown): string {
  return shortened(text, max)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replace(/[\\`*_{}[\]()#<>|~&!@]/g, "\\$&")
    .replace(/:\/\//g, ":\\/\\/");
}

/** A longer text of records, such as a summary. */
export function passage(text: string): Markdown {
  return new Markdown(escaped(text, maxPassage));
}

/** A link to a page of the console. */
export function link(label: string, page: string): Markdown {
  return new Markdown(`[${escaped(label)}](${page.replace(/[()\s\\<>]/g, encodeURIComponent)})`);
}

export function joined(parts: readonly Markdown[], separator = ", "): Markdown {
  return new Markdown(parts.map(({ text }) => text).join(separator));
}

export function numberText(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  return value.toLocaleString("en-US", { maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2 });
}

/** "3 incidents", "1 incident". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** "2 h 5 min". */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${numberText(Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  const days = Math.floor(hours / 24);
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
}

/** "High, 83 %": how sure something is, on the scale of the analysis page. */
export function confidenceText(value: number): string {
  return `${likelihood(value).word}, ${Math.round(value * 100)} %`;
}

export function bytesText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${numberText(Number((bytes / 1000 ** step).toFixed(step === 0 ? 0 : 2)))} ${units[step]}`;
}

export function timeText(time: string | Date, timezone: string): string {
  const at = new Date(time);
  const format = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: timezone, day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
  });
  return format.format(at).replace(",", "");
}

export function rangeText({ from, to }: { from?: Date | undefined; to?: Date | undefined }, timezone: string): string {
  if (from && to) return `from ${timeText(from, timezone)} to ${timeText(to, timezone)} (${timezone})`;
  if (from) return `since ${timeText(from, timezone)} (${timezone})`;
  return to ? `before ${timeText(to, timezone)} (${timezone})` : "of all time";
}
