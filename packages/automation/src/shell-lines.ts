import { doubt, type HereDocument, isAhead, type Scanner, skipTo } from "./shell-scanner.ts";

// Blanks, comments, line breaks and the here-documents behind them.

export function skipBlanks(scanner: Scanner): void {
  while (/^(?:[ \t]|\\\n)/.test(scanner.text.slice(scanner.at, scanner.at + 2)) && !scanner.slots.has(scanner.at))
    scanner.at += scanner.text[scanner.at] === "\\" ? 2 : 1;
}

export function skipLines(scanner: Scanner): void {
  for (skipBlanks(scanner); isAhead(scanner, "\n") || isAhead(scanner, "#"); skipBlanks(scanner)) {
    if (isAhead(scanner, "#")) readComment(scanner);
    else readLineBreak(scanner);
  }
}

export function readComment(scanner: Scanner): void {
  const end = scanner.text.indexOf("\n", scanner.at);
  skipTo(scanner, end < 0 ? scanner.text.length : end, "inside a comment");
}

/** Here-documents begin after the line that names them. */
export function readLineBreak(scanner: Scanner): void {
  scanner.at += 1;
  const pending = scanner.pending;
  scanner.pending = [];
  for (const document of pending) readHereDocument(scanner, document);
}

function readHereDocument(scanner: Scanner, { delimiter, quoted, stripsTabs, parts }: HereDocument): void {
  const start = scanner.at;
  const end = hereDocumentEnd(scanner, delimiter, stripsTabs);
  if (end === undefined) doubt(scanner, `The here-document is never closed with '${delimiter}'.`, start);
  const body = quoted ? "" : scanner.text.slice(start, end);
  const names = [...body.matchAll(/\$\{?(\w+|[@*])/g)].map((match) => match[1] ?? "");
  // A substitution in the body runs commands that are not read here.
  if (/\$\(|`/.test(body)) for (const name of names) scanner.script.risky.push({ name, at: start });
  parts.push({
    kind: "substitution",
    slots: [],
    variables: names,
    text: scanner.text.slice(start, end),
    isDocument: true,
  });
  skipTo(scanner, end ?? scanner.text.length, "inside a here-document; use a variable or a pipe");
}

/** Where the line with the delimiter ends. */
function hereDocumentEnd({ text, at }: Scanner, delimiter: string, stripsTabs: boolean): number | undefined {
  for (let from = at; from <= text.length; ) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    const line = text.slice(from, end);
    if ((stripsTabs ? line.replace(/^\t+/, "") : line) === delimiter) return end;
    from = end + 1;
  }
  return undefined;
}
