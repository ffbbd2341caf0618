import { mask } from "./template.ts";

/** Replaces secrets in a text that arrives in chunks. `end` returns what was held back. */
export interface Masker {
  push(text: string): string;
  end(): string;
  /** What is held back, for a masker that goes on later. It may be a part of a secret. */
  state(): MaskerState;
}

export interface MaskerState {
  held: string;
  /** Characters of `held` that belong to a secret whose mask was already written. */
  covered: number;
}

/** Shorter secrets occur in ordinary words by chance, so masking them would only spoil the output. Steps refuse them. */
export const shortestSecret = 4;
const shortestLine = 8;
/** From this length on, line breaks, spaces and colors inside a secret do not hide it. */
const shortestApart = 8;
// The longest text that is held back. Longer secrets are masked in pieces of this length.
const longestNeedle = 4096;

export function openMasker(secrets: readonly string[], before: MaskerState = { held: "", covered: 0 }): Masker {
  const needles = needlesOf(secrets);
  const longest = Math.max(0, ...needles.map((needle) => needle.length));
  let { held, covered } = before;

  function take(buffer: string, close: Close, cut: number): string {
    let result = "";
    let at = covered;
    for (const range of rangesIn(close, needles)) {
      if (range.start >= cut) break;
      if (range.start >= at) result += buffer.slice(at, range.start) + mask;
      at = Math.max(at, range.end);
    }
    if (at < cut) result += buffer.slice(at, cut);
    covered = Math.max(0, at - cut);
    held = buffer.slice(cut);
    return result;
  }

  return {
    push(text) {
      if (longest === 0 && held === "") return text;
      const buffer = held + text;
      const close = closeTogether(buffer);
      return take(buffer, close, holdFrom(close, needles, longest) ?? buffer.length);
    },
    end() {
      return take(held, closeTogether(held), held.length);
    },
    state: () => ({ held, covered }),
  };
}

/** A text in lower case without spaces, control characters and the sequences that set colors, and where each character stands. */
interface Close {
  text: string;
  at: number[];
}

const apart = /\s|\p{Cc}(?:\[[0-9;?]*[ -/]*[@-~]?)?/gu;

function closeTogether(text: string): Close {
  const at: number[] = [];
  let close = "";
  let from = 0;
  const add = (until: number) => {
    for (; from < until; from++) {
      const lower = (text[from] as string).toLowerCase();
      close += lower.length === 1 ? lower : text[from];
      at.push(from);
    }
  };
  for (const { index, 0: found } of text.matchAll(apart)) {
    add(index);
    from = index + found.length;
  }
  add(text.length);
  return { text: close, at };
}

/** Where the text could be the beginning of a secret. */
function holdFrom({ text, at }: Close, needles: readonly string[], longest: number): number | undefined {
  for (let start = Math.max(0, text.length - longest + 1); start < text.length; start++) {
    const rest = text.slice(start);
    if (needles.some((needle) => needle.length > rest.length && needle.startsWith(rest))) return at[start];
  }
  return undefined;
}

interface Range {
  start: number;
  end: number;
}

/** All places of all needles in the original text; places that overlap are one range. */
function rangesIn({ text, at }: Close, needles: readonly string[]): Range[] {
  const places: Range[] = [];
  for (const needle of needles)
    for (let found = text.indexOf(needle); found >= 0; found = text.indexOf(needle, found + 1)) {
      const [start, last] = [at[found] as number, at[found + needle.length - 1] as number];
      const isWhole = last - start === needle.length - 1;
      if (isWhole || needle.length >= shortestApart) places.push({ start, end: last + 1 });
    }
  places.sort((left, right) => left.start - right.start);
  const ranges: Range[] = [];
  for (const place of places) {
    const before = ranges.at(-1);
    if (before !== undefined && place.start < before.end) before.end = Math.max(before.end, place.end);
    else ranges.push({ ...place });
  }
  return ranges;
}

function needlesOf(secrets: readonly string[]): string[] {
  const plain = secrets.flatMap((secret) => [
    secret,
    secret.trim(),
    ...(/[\r\n]/.test(secret) ? secret.split(/[\r\n]+/).filter((line) => line.trim().length >= shortestLine) : []),
  ]);
  const forms = plain
    .filter((text) => text.length >= shortestSecret)
    .flatMap((text) => [
      text,
      ...base64Forms(text),
      ...percentForms(text),
      hexForm(text),
      JSON.stringify(text).slice(1, -1),
      htmlForm(text),
    ]);
  const close = forms.map((form) => closeTogether(form).text).filter((form) => form.length >= shortestSecret);
  return [...new Set(close.flatMap(inPieces))];
}

function hexForm(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function htmlForm(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

function inPieces(needle: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < needle.length; at += longestNeedle) pieces.push(needle.slice(at, at + longestNeedle));
  return pieces.filter((piece) => piece.length >= shortestSecret);
}

/**
 * Base64 with and without padding, in both alphabets, and at each of the three alignments: the secret may be a part of a longer
 * text, such as `user:password`. Characters that also depend on the neighbours are left out.
 */
function base64Forms(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const forms = [0, 1, 2].flatMap((shift) => {
    const padded = new Uint8Array(bytes.length + shift);
    padded.set(bytes, shift);
    const encoded = base64(padded).replace(/=+$/, "");
    const inner = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor((padded.length * 8) / 6));
    return inner.length >= shortestLine ? [inner] : [];
  });
  const whole = base64(bytes);
  return [whole, ...forms].flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function percentForms(text: string): string[] {
  try {
    const encoded = encodeURIComponent(text);
    return [encoded, encoded.replaceAll("%20", "+"), encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())];
  } catch {
    // Half of a surrogate pair has no percent-encoded form.
    return [];
  }
}
