import { type AffectedItem, type Direction, type Impact, impactFlow, type RelationType } from "@opsplane/contract";
import { stepWords } from "../relation-words.ts";

export interface GraphItem
  extends Pick<AffectedItem, "id" | "name" | "class" | "environment" | "criticality" | "service"> {
  /** 0 for a starting item. */
  distance: number;
  direction: Direction;
  path: AffectedItem["path"];
  open_incidents: AffectedItem["open_incidents"];
  running_changes: AffectedItem["running_changes"];
}

/** A relationship in the direction that a failure travels. */
interface GraphLink {
  id: string;
  from: string;
  to: string;
  words: string;
}

export interface GraphModel {
  items: GraphItem[];
  links: GraphLink[];
  /** Only the shortest paths: a tree, which is fast to lay out. */
  tree: GraphLink[];
}

/** One graph from one or two responses: causes before the starting items, effects after them. */
export function graphOf(impacts: readonly Impact[]): GraphModel {
  const items = new Map<string, GraphItem>();
  const links = new Map<string, GraphLink>();
  const tree: GraphLink[] = [];
  for (const { roots, affected, relations, direction } of impacts) {
    for (const root of roots) items.set(root.id, { ...root, distance: 0, direction, path: [] });
    for (const item of affected) {
      // An item that is both cause and effect appears where it was found first.
      if (items.has(item.id)) continue;
      items.set(item.id, { ...item, direction });
      const before = item.path.at(-2);
      if (before) tree.push(linkAlong(before.id, item, direction));
    }
    for (const { id, source_id, target_id, type } of relations) links.set(id, flowing(id, source_id, target_id, type));
  }
  return { items: [...items.values()], links: [...links.values()], tree };
}

function flowing(id: string, source: string, target: string, type: RelationType): GraphLink {
  const [from, to] = impactFlow[type] === "to_target" ? [source, target] : [target, source];
  return { id, from, to, words: stepWords(type, "downstream") };
}

function linkAlong(before: string, { id, relation }: AffectedItem, direction: Direction): GraphLink {
  const [from, to] = direction === "downstream" ? [before, id] : [id, before];
  return { id: `${before} ${id}`, from, to, words: stepWords(relation, "downstream") };
}
