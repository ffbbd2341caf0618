import {
  type Direction,
  impactFlow,
  type Relation,
  type RelationEnd,
  type RelationType,
  relationTypes,
  relationWords,
} from "@opsplane/contract";

/** A failure's step from one item to the next, in words: "host hosts web" downstream, "web runs on host" upstream. */
export function stepWords(relation: RelationType, direction: Direction): string {
  const alongArrow = (impactFlow[relation] === "to_target") === (direction === "downstream");
  return alongArrow ? relationWords[relation].forward : relationWords[relation].backward;
}

export interface RelatedItem {
  relation: Relation;
  other: RelationEnd;
}

export interface RelationGroup {
  key: string;
  /** "depends on", "hosts"…: follows the item's name. */
  words: string;
  items: RelatedItem[];
}

/** An item's relations by type and by the end it is at. */
export function relationGroups(itemId: string, relations: readonly Relation[]): RelationGroup[] {
  return relationTypes
    .flatMap((type) => {
      const ofType = relations.filter((relation) => relation.type === type);
      const from = ofType.filter(({ source_id }) => source_id === itemId);
      const to = ofType.filter(({ source_id }) => source_id !== itemId);
      return [
        {
          key: `${type} forward`,
          words: relationWords[type].forward,
          items: from.map((relation) => ({ relation, other: relation.target })),
        },
        {
          key: `${type} backward`,
          words: relationWords[type].backward,
          items: to.map((relation) => ({ relation, other: relation.source })),
        },
      ];
    })
    .filter(({ items }) => items.length > 0);
}
