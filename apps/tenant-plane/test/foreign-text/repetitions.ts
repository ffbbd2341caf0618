/**
 * Regular expressions of JavaScript's engine try every way to divide a text between their repetitions. This finds the expressions
 * for which that can take more than linear time. It reads the shape alone, so it may name an expression that is fine.
 */
export function slowShape(source: string, flags: string): string | undefined {
  const whole = new Reader(source, flags).read();
  for (const item of itemsIn(whole).filter(isOpen)) {
    if (openInside(item.node)) return "an open repetition inside another";
    if (sameTwice(item.node)) return "two ways to read one character in an open repetition";
  }
  for (const { parts, failsLater } of branchesOf(whole)) {
    const pair = neighbors(parts, failsLater);
    if (pair !== undefined) return `two open repetitions of the same characters, ${pair}`;
    if (!flags.includes("y")) {
      const first = restarts(parts, failsLater);
      if (first !== undefined) return `a search that can begin at every character of its own repetition ${first}`;
    }
  }
  return undefined;
}

/** Characters that stand for all others. */
const alphabet = [...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)), "Ω", "一", "\u2028"];
const wordCharacter = /\w/;

type Characters = ReadonlySet<string>;
type Node =
  | { kind: "character"; characters: Characters }
  | { kind: "group"; branches: Item[][] }
  | { kind: "position"; allows: (following: Characters) => boolean; fails: boolean }
  | { kind: "look"; branches: Item[][]; behind: boolean; negative: boolean };
interface Item {
  node: Node;
  least: number;
  most: number;
  written: string;
}

const isOpen = ({ most }: Item) => most === Number.POSITIVE_INFINITY;
const overlap = (left: Characters, right: Characters): Characters =>
  new Set([...left].filter((each) => right.has(each)));

class Reader {
  private readonly source: string;
  private readonly flags: string;
  private at = 0;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }

  read(): Item[][] {
    return this.branches();
  }

  private branches(): Item[][] {
    const branches: Item[][] = [[]];
    while (this.at < this.source.length && this.source[this.at] !== ")") {
      if (this.source[this.at] === "|") {
        this.at += 1;
        branches.push([]);
      } else branches.at(-1)?.push(this.item());
    }
    return branches;
  }

  private item(): Item {
    const from = this.at;
    const node = this.node();
    const [least, most] = this.times();
    return { node, least, most, written: this.source.slice(from, this.at) };
  }

  private node(): Node {
    const rest = this.source.slice(this.at);
    const look = /^\(\?(<?)([=!])/.exec(rest);
    if (look) {
      this.at += look[0].length;
      return { kind: "look", branches: this.inside(), behind: look[1] !== "", negative: look[2] === "!" };
    }
    const group = /^\((?:\?(?:[a-z-]*:|<[^>]*>))?/.exec(rest);
    if (group) {
      this.at += group[0].length;
      return { kind: "group", branches: this.inside() };
    }
    const [written = rest[0] ?? ""] =
      /^(?:\[\^?(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\k<[^>]*>|\\.|.)/su.exec(
        rest,
      ) ?? [];
    this.at += written.length;
    if (written === "^") return { kind: "position", allows: () => false, fails: false };
    if (written === "$") return { kind: "position", allows: () => true, fails: true };
    if (written === "\\b") return { kind: "position", allows: mixed, fails: true };
    if (written === "\\B") return { kind: "position", allows: () => true, fails: true };
    const one = new RegExp(`^${written}$`, this.flags.replace(/[gym]/g, ""));
    return { kind: "character", characters: new Set(alphabet.filter((character) => one.test(character))) };
  }

  private inside(): Item[][] {
    const branches = this.branches();
    this.at += 1;
    return branches;
  }

  private times(): [least: number, most: number] {
    const [written, least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.at)) ?? [];
    if (written === undefined) return [1, 1];
    this.at += written.length;
    if (written[0] === "*") return [0, Number.POSITIVE_INFINITY];
    if (written[0] === "+") return [1, Number.POSITIVE_INFINITY];
    if (written[0] === "?") return [0, 1];
    return [Number(least), comma === "" ? Number(least) : most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }
}

/** A word boundary lies only at the start of a run of word characters. Where runs are mixed, it may lie anywhere. */
function mixed(following: Characters): boolean {
  const words = [...following].filter((each) => wordCharacter.test(each)).length;
  return words > 0 && words < following.size;
}

function itemsIn(branches: Item[][]): Item[] {
  return branches
    .flat()
    .flatMap((item) =>
      item.node.kind === "group" || item.node.kind === "look" ? [item, ...itemsIn(item.node.branches)] : [item],
    );
}

/** `(x*y)*` divides only where y is. It is slow where nothing in the group separates one turn from the next. */
function openInside(node: Node): boolean {
  if (node.kind !== "group") return false;
  return node.branches.some((branch) =>
    branch.some((item, index) => {
      if (item.node.kind === "group" && item.most >= 1 && openInside(item.node)) return true;
      if (!isOpen(item)) return false;
      const own = charactersOf(item.node);
      const others = branch.filter((_, at) => at !== index);
      return others.every((other) => other.least === 0 || overlap(charactersOf(other.node), own).size > 0);
    }),
  );
}

/** `(a|a)*`. Alternatives of more than one character are not compared. */
function sameTwice(node: Node): boolean {
  if (node.kind !== "group") return false;
  const single = node.branches.flatMap(([item, ...others]) =>
    item?.node.kind === "character" && others.length === 0 ? [item.node.characters] : [],
  );
  return single.some((one, index) => single.slice(index + 1).some((other) => overlap(one, other).size > 0));
}

interface Branch {
  parts: Item[];
  /** Can the whole still fail after the last part? */
  failsLater: boolean;
}

/** The alternatives as flat lists. Groups that occur at most once are looked into, with what stands before and after them. */
function branchesOf(branches: Item[][]): Branch[] {
  const flat: Branch[] = [];
  for (const branch of branches) {
    let lists: Item[][] = [[]];
    for (const item of branch) {
      const node = item.node;
      const inner =
        node.kind === "group" && item.most === 1
          ? [...(item.least === 0 ? [[]] : []), ...branchesOf(node.branches).map(({ parts }) => parts)]
          : [[item]];
      lists = lists.flatMap((before) => inner.map((after) => [...before, ...after])).slice(0, 200);
      if (node.kind === "group" && item.most > 1)
        flat.push(...branchesOf(node.branches).map(({ parts }) => ({ parts: [anywhere, ...parts], failsLater: true })));
      if (node.kind === "look")
        flat.push(
          ...branchesOf(node.branches).map(({ parts }) => ({ parts: [anywhere, ...parts], failsLater: false })),
        );
    }
    flat.push(...lists.map((parts) => ({ parts, failsLater: false })));
  }
  return flat;
}

/** In front of what repeats: it does not begin wherever the search begins. */
const anywhere: Item = {
  node: { kind: "position", allows: () => false, fails: false },
  ...{ least: 1, most: 1, written: "" },
};

function neighbors(parts: Item[], failsLater: boolean): string | undefined {
  for (const [index, first] of parts.entries()) {
    if (!isOpen(first)) continue;
    const own = charactersOf(first.node);
    for (let next = index + 1; next < parts.length; next++) {
      const second = parts[next] as Item;
      if (isOpen(second) && couldBe(second.node, own) && (failsLater || canFail(parts.slice(next))))
        return `${first.written} and ${second.written}`;
      // What must stand between them and is none of their characters fixes where the first one ends.
      if (second.least > 0 && !couldBe(second.node, own)) break;
    }
  }
  return undefined;
}

function restarts(parts: Item[], failsLater: boolean): string | undefined {
  for (const [index, item] of parts.entries()) {
    if (item.written === "^" || item === anywhere || isStartOfRun(item, parts.slice(index + 1))) return undefined;
    if (!isOpen(item)) continue;
    const own = charactersOf(item.node);
    const begins = parts.slice(0, index).every(({ node, least }) => {
      if (node.kind === "position") return node.allows(own);
      return least === 0 || couldBe(node, own);
    });
    if (begins && (failsLater || canFail(parts.slice(index)))) return item.written;
  }
  return undefined;
}

/** `(?<![a-z])[a-z]+` begins only at the start of a run. */
function isStartOfRun({ node }: Item, after: Item[]): boolean {
  if (node.kind !== "look" || !node.behind || !node.negative) return false;
  const [only] = node.branches.flat();
  const next = after.find((each) => each.node.kind === "character" || each.node.kind === "group");
  if (only === undefined || next === undefined) return false;
  const excluded = charactersOf(only.node);
  return [...charactersOf(next.node)].every((each) => excluded.has(each));
}

/** Can something fail after the first part, which is an open repetition? A repetition of all characters always reaches the end. */
function canFail([first, ...rest]: Item[]): boolean {
  const reachesEnd = first !== undefined && charactersOf(first.node).size === alphabet.length;
  return rest.some(
    ({ node, least, written }) =>
      least > 0 && (node.kind !== "position" || (node.fails && !(reachesEnd && written === "$"))),
  );
}

/** Could the whole part consist of these characters? */
function couldBe(node: Node, characters: Characters): boolean {
  if (node.kind === "position" || node.kind === "look") return true;
  if (node.kind === "character") return overlap(node.characters, characters).size > 0;
  return node.branches.some((branch) => branch.every((item) => item.least === 0 || couldBe(item.node, characters)));
}

function charactersOf(node: Node): Characters {
  if (node.kind === "character") return node.characters;
  if (node.kind !== "group") return new Set();
  const all = new Set<string>();
  for (const item of node.branches.flat()) for (const each of charactersOf(item.node)) all.add(each);
  return all;
}
