import { UnstyledButton } from "@mantine/core";
import { edgesOf } from "@opsplane/automation";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { Draft } from "../draft/draft.ts";
import { nameOf } from "../draft/edits.ts";
import { type Problem, placeOf, type Selection } from "../draft/problems.ts";
import classes from "./builder.module.css";

interface ProblemListProps {
  draft: Draft;
  problems: readonly Problem[];
  onSelect: (place: Selection) => void;
}

/** Everything that is wrong with the draft. A click selects the place. */
export function ProblemList({ draft, problems, onSelect }: ProblemListProps) {
  return (
    <section className={classes.problems} aria-label="Problems">
      {problems.length === 0 ? (
        <p className={classes.good} role="status">
          <IconCircleCheck size={16} aria-hidden="true" />
          No problems found.
        </p>
      ) : (
        <>
          <h2 className={classes.problemTitle}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {problems.length === 1 ? "1 problem" : `${problems.length} problems`}
          </h2>
          <ul>
            {problems.map((problem) => (
              <li key={problem.path + problem.message}>
                <UnstyledButton onClick={() => onSelect(placeOf(problem.path, draft))}>
                  <b>{placeWords(problem.path, draft)}</b> {problem.message}
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** `Step Ask the boss:`, `Edge from A to B:`, `Triggers:`. */
function placeWords(path: string, draft: Draft): string {
  const place = placeOf(path, draft);
  if (place.kind === "step") return `Step ${nameOf(draft, place.id)}:`;
  const edge = place.kind === "edge" ? edgesOf(draft)[place.index] : undefined;
  if (edge) return `Edge from ${nameOf(draft, edge.from)} to ${nameOf(draft, edge.to)}:`;
  const [part = ""] = path.split(".");
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}:`;
}
