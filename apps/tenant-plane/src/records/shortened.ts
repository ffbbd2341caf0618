/** At most `max` characters. A text that is cut ends after a whole word, if it has any, and with an ellipsis. */
export function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max - 1);
  // Half of a surrogate pair would be a broken character.
  return `${start.replace(/\s+\S*$/, "").replace(/[\ud800-\udbff]$/, "")}…`;
}
