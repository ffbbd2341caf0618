/** `8 hours`, `2 days`: whole days are written as days. */
export function hoursWords(hours: number): string {
  const days = hours / 24;
  if (hours >= 24 && Number.isInteger(days)) return days === 1 ? "1 day" : `${days} days`;
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** Markdown as one line of plain text, for a card. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[#*_`>|]+/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 240);
}
