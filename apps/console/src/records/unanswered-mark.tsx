import type { Unanswered } from "@opsplane/contract";
import { IconBellX } from "@tabler/icons-react";
import classes from "./unanswered-mark.module.css";

export const unansweredWords: Record<Unanswered, string> = {
  unreached: "Nobody was reached",
  unacknowledged: "No one acknowledged",
};

/** A red bell beside an incident whose page reached nobody, or that no one acknowledged. */
export function UnansweredMark({ kind }: { kind: Unanswered | null }) {
  if (kind === null) return null;
  const word = unansweredWords[kind];
  return (
    <span className={classes.mark} role="img" aria-label={word} title={word}>
      <IconBellX size={15} aria-hidden="true" />
    </span>
  );
}
