import type { Answerer } from "../answers/turn.ts";
import type { NameKind } from "../understand/names.ts";
import type { Reference } from "../understand/references.ts";
import type { Concept } from "../understand/vocabulary.ts";

/** Something that can be asked, with the concepts that a question about it has. */
export interface Intent {
  readonly name: string;
  /** What is asked, in a few words. */
  readonly label: string;
  /** Each list must have a concept in the question. */
  readonly must: readonly (readonly Concept[])[];
  /** Concepts that fit the question too. Others count against it. */
  readonly fits?: readonly Concept[];
  /** It needs a record of this kind, named in the question or before. */
  readonly reference?: Reference["kind"];
  readonly names?: readonly NameKind[];
  /** Names that fit but are not needed. */
  readonly mayName?: readonly NameKind[];
  /** A question that names one of these is about something else. */
  readonly without?: readonly NameKind[];
  /** A word that turns or compares, which the question must have and the intent uses, such as "before". */
  readonly operator?: string;
  /** It uses words to search for. */
  readonly takesText?: true;
  /** A count or list of records, which is answered only when every word of the question was read. */
  readonly isReadWhole?: true;
  /** What it uses of the question: a filter that it ignores would make a wrong number. */
  readonly uses?: readonly ("severity" | "time" | "grade" | "state" | "type" | "level")[];
  /** The states that it uses; all of them unless given. */
  readonly states?: readonly string[];
  readonly answer: Answerer;
  readonly example: string;
}

/** Concepts that a question about anything may have. */
export const asking = ["list", "count", "about", "newest", "who"] as const;
