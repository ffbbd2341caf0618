/**
 * Drain (He et al., 2017) as published: a tree of depth 4 by length and first words, similarity .4, with the usual masks for addresses, numbers
 * and hexadecimal words. A baseline without settings for a format.
 */
export interface Miner {
  /** The group of a line; lines of one group have the same number. */
  add(line: string): number;
}

const depth = 4;
const similarity = 0.4;
const maxChildren = 100;
const any = "<*>";

const masks: readonly RegExp[] = [
  /(?:\/|^|(?<=\s))(?:\d+\.){3}\d+(?::\d+)?(?=\D|$)/g,
  /\b0x[0-9a-fA-F]+\b/g,
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
  /(?<![A-Za-z0-9])[-+]?\d+(?:\.\d+)?(?![A-Za-z0-9])/g,
];

interface Group {
  readonly id: number;
  words: string[];
}

export const openDrain = (): Miner => {
  const leaves = new Map<string, Group[]>();
  const children = new Map<string, Set<string>>();
  let groups = 0;

  const leafOf = (words: readonly string[]): Group[] => {
    let key = String(words.length);
    for (const word of words.slice(0, depth - 2)) {
      const known = children.get(key) ?? new Set<string>();
      children.set(key, known);
      const isOpen = known.has(word) || (!/\d/.test(word) && known.size < maxChildren);
      const child = isOpen ? word : any;
      known.add(child);
      key += `\n${child}`;
    }
    const leaf = leaves.get(key) ?? [];
    leaves.set(key, leaf);
    return leaf;
  };

  return {
    add: (line) => {
      const masked = masks.reduce((text, mask) => text.replace(mask, any), line);
      const words = masked.trim().split(/\s+/);
      const leaf = leafOf(words);
      let best: Group | undefined;
      let [bestShare, bestParameters] = [-1, -1];
      for (const group of leaf) {
        const same = group.words.filter((word, place) => word !== any && word === words[place]).length;
        const parameters = group.words.filter((word) => word === any).length;
        const share = same / words.length;
        if (share > bestShare || (share === bestShare && parameters > bestParameters))
          [best, bestShare, bestParameters] = [group, share, parameters];
      }
      if (best === undefined || bestShare < similarity) {
        leaf.push({ id: groups, words });
        groups += 1;
        return groups - 1;
      }
      best.words = best.words.map((word, place) => (word === words[place] ? word : any));
      return best.id;
    },
  };
};
