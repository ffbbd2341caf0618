/** The trace id that a text is, in lower case. */
export function traceIdIn(text: string): string | undefined {
  return /^[0-9a-f]{32}$/i.test(text.trim()) ? text.trim().toLowerCase() : undefined;
}
