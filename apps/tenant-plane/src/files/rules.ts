import { binarySize, Failure, invalid } from "@opsplane/runtime";

const maxLength = 255;

/** Control characters, and signs that change the direction of text and so hide a name's real ending. */
const unprintable = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** The name under which a file is stored: without folders, on one line. */
export function fileName(written: string): string {
  const printable = written.replace(unprintable, " ");
  const name = (printable.split(/[/\\]/).at(-1) ?? "").replace(/\s+/g, " ").trim();
  if (name === "" || name === "." || name === "..") invalid("name", "must be the name of a file, such as log.txt");
  return shortened(name);
}

/** A long name loses its middle part, not its extension. */
function shortened(name: string): string {
  const letters = [...name];
  if (letters.length <= maxLength) return name;
  const extension = /\.[^.]{1,20}$/u.exec(name)?.[0] ?? "";
  return letters.slice(0, maxLength - [...extension].length).join("") + extension;
}

export function quotaExceeded(used: number, allowed: number): Failure {
  return new Failure(
    "QUOTA_EXCEEDED",
    `The files of this tenant use ${binarySize(used)} of ${binarySize(allowed)}; delete files that nobody needs.`,
  );
}
