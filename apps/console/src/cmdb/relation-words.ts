import {
  type Direction,
  impactFlow,
  type Relation,
  type RelationEnd,
  type RelationType,
  relationTypes,
  relationWords,
} from "@opsplane/contract";

/** One step of a failure in words: "host hosts web" downstream, "web runs on host" upstream. */
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

/** The relationships of an item, by type and direction. */
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
