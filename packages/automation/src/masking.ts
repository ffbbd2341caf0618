import { mask } from "./template.ts";

/** Replaces secrets in a text that arrives in chunks. `end` returns what was held back. */
export interface Masker {
  push(text: string): string;
  end(): string;
}

// Shorter secrets occur in ordinary words by chance, so masking them would only spoil the output.
const shortestSecret = 4;
const shortestLine = 8;
// The longest text that is held back. Longer secrets are masked in pieces of this length.
const longestNeedle = 4096;

export function openMasker(secrets: readonly string[]): Masker {
  const needles = needlesOf(secrets);
  const longest = Math.max(0, ...needles.map((needle) => needle.length));
  let held = "";
  // How many characters of `held` belong to a secret whose mask was already written.
  let covered = 0;

  function take(buffer: string, cut: number): string {
    let result = "";
    let at = covered;
    for (const range of rangesIn(buffer, needles)) {
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
      if (longest === 0) return text;
      const buffer = held + text;
      return take(buffer, holdFrom(buffer, needles, longest));
    },
    end() {
      return take(held, held.length);
    },
  };
}

/** Where the text could be the beginning of a secret. */
function holdFrom(buffer: string, needles: readonly string[], longest: number): number {
  for (let at = Math.max(0, buffer.length - longest + 1); at < buffer.length; at++) {
    const rest = buffer.slice(at);
    if (needles.some((needle) => needle.length > rest.length && needle.startsWith(rest))) return at;
  }
  return buffer.length;
}

interface Range {
  start: number;
  end: number;
}

/** All places of all needles; places that overlap are one range. */
function rangesIn(buffer: string, needles: readonly string[]): Range[] {
  const places: Range[] = [];
  for (const needle of needles)
    for (let at = buffer.indexOf(needle); at >= 0; at = buffer.indexOf(needle, at + 1))
      places.push({ start: at, end: at + needle.length });
  places.sort((left, right) => left.start - right.start);
  const ranges: Range[] = [];
  for (const place of places) {
    const last = ranges.at(-1);
    if (last !== undefined && place.start < last.end) last.end = Math.max(last.end, place.end);
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
    .flatMap((text) => [text, ...base64Forms(text), ...percentForms(text), JSON.stringify(text).slice(1, -1)]);
  return [...new Set(forms.flatMap(inPieces))];
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
