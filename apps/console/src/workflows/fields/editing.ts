import type { Draft } from "../draft/draft.ts";
import type { Problem } from "../draft/problems.ts";

/** The draft as the fields edit it. */
export interface Editing {
  draft: Draft;
  problems: readonly Problem[];
  /** Edits of the same topic, such as the letters of one name, are undone together. */
  change: (draft: Draft, topic?: string) => void;
}
