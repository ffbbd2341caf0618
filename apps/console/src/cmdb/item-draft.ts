import { type ConfigItem, type Criticality, environments } from "@opsplane/contract";
import type { Owner } from "../directory/owner-select.tsx";
import type { NewItem } from "./mutations.ts";

/** The fields of an item's form. */
export interface ItemDraft {
  name: string;
  /** The typed text: the label or name of a known class, or a new one. */
  class: string;
  environment: string;
  criticality: Criticality;
  owner: Owner | null;
  tags: string[];
}

export const emptyDraft: ItemDraft = {
  name: "",
  class: "",
  environment: "",
  criticality: "medium",
  owner: null,
  tags: [],
};

export const suggestedEnvironments: string[] = [...environments];

const className = /^[A-Za-z][A-Za-z0-9_.-]*( [A-Za-z0-9_.-]+)*$/;

export const draftRules = {
  name: (name: string) => (name.trim() ? null : "Enter a name."),
  class: (typed: string) =>
    typed.trim() === ""
      ? "Choose or enter a class."
      : className.test(typed.trim())
        ? null
        : "Use letters, digits, dots, dashes and single spaces; start with a letter.",
};

export function draftOf(item: ConfigItem, classLabel: (name: string) => string): ItemDraft {
  const { name, environment, criticality, owner, tags } = item;
  return { name, class: classLabel(item.class), environment, criticality, owner, tags };
}

export function fieldsOf(draft: ItemDraft, classNamed: (typed: string) => string) {
  return {
    name: draft.name.trim(),
    class: classNamed(draft.class.trim()),
    environment: draft.environment.trim(),
    criticality: draft.criticality,
    owner: draft.owner ? { type: draft.owner.type, id: draft.owner.id } : null,
    tags: draft.tags,
  } satisfies NewItem;
}

type Fields = ReturnType<typeof fieldsOf>;

/** The fields of an item in the form that a draft is saved in, to compare the two. */
export function itemFields({ name, environment, criticality, owner, tags, ...item }: ConfigItem): Fields {
  return {
    name,
    class: item.class,
    environment,
    criticality,
    owner: owner ? { type: owner.type, id: owner.id } : null,
    tags,
  };
}
