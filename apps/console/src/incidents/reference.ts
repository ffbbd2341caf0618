/** The reference that a person means by `INC-00000042`, `inc 42` or `#42`; undefined when the text is something else. */
export function referenceIn(text: string): string | undefined {
  const digits = /^(?:inc[-\s]?|#)0*(\d{1,12})$/i.exec(text.trim())?.[1];
  return digits ? `INC-${digits.padStart(8, "0")}` : undefined;
}
