const maxPhrases = 8;
const maxLength = 600;

/** A query in the log language that matches the lines of a pattern: its phrases, as far as the example has them in this form. */
export function patternQuery(phrases: readonly string[], example: string): string | null {
  const line = example.toLowerCase();
  const isThere = (text: string) => line.includes(text.toLowerCase());
  // White space in a phrase is one space. Where the line has more, its words are searched one by one.
  const found = phrases.flatMap((phrase) => (isThere(phrase) ? [phrase] : phrase.split(" ").map(ends).filter(isThere)));
  const telling = [...new Set(found)].filter((text) => /\p{L}{2}/u.test(text));
  const chosen = telling.toSorted((one, other) => other.length - one.length).slice(0, maxPhrases);
  const terms = telling.filter((text) => chosen.includes(text)).map(quoted);
  while (terms.length > 1 && terms.join(" ").length > maxLength) terms.pop();
  const q = terms.join(" ");
  return q === "" || q.length > maxLength ? null : q;
}

/** Without punctuation at its ends. */
const ends = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
