/**
 * What happens to a text before anything else: numbers and hexadecimal words become `0`.
 *
 * The steps are data, because ClickHouse applies the same ones (`replaceRegexpAll`) to group millions of lines first. Both engines read these
 * patterns alike, and a normalized text normalizes to itself, so mining the groups finds what mining the lines would find.
 */
export const normalizations: readonly { readonly pattern: string; readonly replacement: string }[] = [
  { pattern: "\\b[0-9]+[xX][0-9a-fA-F]+\\b", replacement: "0" },
  { pattern: "\\b[0-9a-fA-F]*[0-9][0-9a-fA-F]*\\b", replacement: "0" },
  { pattern: "[0-9]+", replacement: "0" },
];

/** A longer text is cut: what tells lines apart is at their start. */
export const maxTextLength = 2000;

const steps = normalizations.map(({ pattern, replacement }) => [new RegExp(pattern, "g"), replacement] as const);

export const normalize = (text: string): string =>
  steps.reduce((line, [pattern, replacement]) => line.replace(pattern, replacement), text.slice(0, maxTextLength));

/** The line that says what happened: the first one with text; all of a JSON object, which may be spread over lines. */
export const leadingLine = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return trimmed;
  const end = trimmed.search(/[\r\n]/);
  return end === -1 ? trimmed : trimmed.slice(0, end);
};
