import type { Workflow } from "@opsplane/contract";
import type { RunbookNames } from "../canvas/summary.ts";
import type { Selection } from "../draft/problems.ts";
import type { Editing } from "../fields/editing.ts";

/** What canvas and list get from the builder. */
export interface BuilderParts extends Editing {
  workflow: Workflow | undefined;
  selected: Selection;
  onSelect: (place: Selection) => void;
  isEditable: boolean;
  runbooks: RunbookNames;
}
