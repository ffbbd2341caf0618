export interface LinkedPart {
  text: string;
  href?: string;
}

/** Cuts a sentence at the names that have a page. A name links where it occurs first. */
export function linkedParts(sentence: string, links: unknown): LinkedPart[] {
  const places = Object.entries(typeof links === "object" && links !== null ? links : {})
    .map(([name, href]) => ({ name, href: String(href), at: sentence.indexOf(name) }))
    .filter(({ name, at }) => name !== "" && at >= 0)
    .sort((a, b) => a.at - b.at || b.name.length - a.name.length);
  const parts: LinkedPart[] = [];
  let end = 0;
  for (const { name, href, at } of places) {
    // A name within another name, such as "Restart" in "Restart nginx".
    if (at < end) continue;
    if (at > end) parts.push({ text: sentence.slice(end, at) });
    parts.push({ text: name, href });
    end = at + name.length;
  }
  return end < sentence.length ? [...parts, { text: sentence.slice(end) }] : parts;
}
