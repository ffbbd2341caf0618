import type { Changes, StepDraft } from "../editor/draft.ts";
import type { Problems } from "../editor/problems.ts";

export interface StepFieldsProps {
  step: StepDraft;
  /** Where the step is, such as `steps.0`. */
  path: string;
  problems: Problems;
  set: (changes: Changes<StepDraft>) => void;
}
