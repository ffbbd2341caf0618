import { createHash } from "node:crypto";
import type { Severity } from "@opsplane/contract";
import { severities, usualSeverities } from "@opsplane/contract";

/** An alert of any format. Its texts have the length that is stored. */
export interface IncomingAlert {
  action: "trigger" | "acknowledge" | "resolve";
  dedupKey: string;
  /** Alerts with the same key share an incident. */
  incidentKey: string | null;
  name: string;
  summary: string;
  description: string;
  /** The sender's word. */
  severity: string | null;
  labels: Record<string, string>;
  url: string | null;
  value: number | null;
  startsAt: Date | null;
}

export interface IncomingChange {
  action: "change";
  name: string;
  labels: Record<string, string>;
  startsAt: Date | null;
}

export interface Problem {
  path: string;
  message: string;
}

/** One alert of a body: what it says, or why it cannot be used. */
export interface Received<T = IncomingAlert> {
  alert: T | null;
  problems: Problem[];
  /** What was received. */
  source: unknown;
}

/** The whole body cannot be used. */
export class Unusable extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join("; "));
  }
}

export function unusable(path: string, message: string): never {
  throw new Unusable([{ path, message }]);
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text that PostgreSQL can store: without null characters and lone surrogates. */
export function clean(text: string, maxLength: number): string {
  const whole = Buffer.from(text.replaceAll("\0", "")).toString();
  return whole.length > maxLength ? `${Buffer.from(whole.slice(0, maxLength - 1)).toString()}…` : whole;
}

/** A text or number as text; undefined for anything else and for blanks. */
export function textOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return clean(value.trim(), maxLength);
}

const maxLabels = 100;

/** The texts and numbers of an object. */
export function labelsOf(value: unknown): Record<string, string> {
  if (!isFields(value)) return {};
  const pairs = Object.entries(value).flatMap(([name, given]) => {
    const text = textOf(given, 1000);
    return text === undefined || name === "" ? [] : [[clean(name, 200), text] as const];
  });
  return Object.fromEntries(pairs.slice(0, maxLabels));
}

/** A link that a browser may open. */
export function linkOf(value: unknown): string | null {
  return typeof value === "string" &&
    value.length <= 2000 &&
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol)
    ? clean(value, 2000)
    : null;
}

/** A time as text, Unix seconds or milliseconds. Go's empty time, and times outside the calendar's reach, are none. */
export function timeOf(value: unknown): Date | null {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\d{9,16}$/.test(value)
        ? Number(value)
        : undefined;
  const at =
    number === undefined ? Date.parse(typeof value === "string" ? value : "") : number < 1e11 ? number * 1000 : number;
  return at > 0 && at < 32_503_680_000_000 ? new Date(at) : null;
}

const maxKey = 255;

/** A key of any length, shortened to its hash where it is too long. */
export function keyOf(text: string): string {
  const key = clean(text, Number.MAX_SAFE_INTEGER);
  return key.length <= maxKey ? key : `sha256:${createHash("sha256").update(key).digest("hex")}`;
}

/** The key of an alert whose sender gives none. */
export function keyOfLabels(name: string, labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return keyOf(JSON.stringify([name, ...sorted]));
}

/** `[Runbook](…) · [Dashboard](…)`, of the links that there are. */
export function linksText(links: Readonly<Record<string, unknown>>): string {
  return Object.entries(links)
    .flatMap(([text, href]) => {
      const link = linkOf(href);
      return link === null ? [] : [`[${text.replace(/[[\]]/g, "")}](<${link.replace(/[<>]/g, "")}>)`];
    })
    .join(" · ");
}

export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return clean(parts.filter((part) => part !== undefined && part !== "").join("\n\n"), 10_000);
}

/** The severity of a sender's word. The integration's own words come first. */
export function severityOf(
  word: string | null,
  { severity_map, default_severity }: { severity_map: Readonly<Record<string, Severity>>; default_severity: Severity },
): Severity {
  const wanted = word?.trim().toLowerCase();
  if (wanted === undefined || wanted === "") return default_severity;
  const own = Object.entries(severity_map).find(([written]) => written.trim().toLowerCase() === wanted)?.[1];
  const usual = Object.hasOwn(usualSeverities, wanted) ? usualSeverities[wanted] : undefined;
  return own ?? usual ?? severities.find((each) => each === default_severity) ?? "P3";
}
