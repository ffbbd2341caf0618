import type { Citation } from "./tool.ts";

/** Gives every page that an answer cites one number. */
export interface Citer {
  /** The id of the citation, such as C1. The same page keeps its id. */
  (kind: string, title: string, link: string): string;
  /** A citer with the same numbers that also tells what was cited through it. */
  scope(): { cite: Citer; made: () => readonly Citation[] };
}

const maxTitle = 200;

export function openCiter(): Citer & { all(): readonly Citation[] } {
  const byLink = new Map<string, Citation>();
  const add = (kind: string, title: string, link: string): Citation => {
    const found = byLink.get(link);
    if (found) return found;
    const made = { id: `C${byLink.size + 1}`, kind, title: title.slice(0, maxTitle), link };
    byLink.set(link, made);
    return made;
  };
  const scope = () => {
    const made = new Map<string, Citation>();
    const note = (kind: string, title: string, link: string) => {
      const citation = add(kind, title, link);
      made.set(citation.id, citation);
      return citation.id;
    };
    return { cite: Object.assign(note, { scope }), made: () => [...made.values()] };
  };
  return Object.assign((kind: string, title: string, link: string) => add(kind, title, link).id, {
    scope,
    all: () => [...byLink.values()],
  });
}
