import { UnstyledButton } from "@mantine/core";
import type { LintProblem } from "@opsplane/contract";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Panel } from "../../ui/panel.tsx";
import classes from "./editor.module.css";
import { countsOf, placeWords } from "./problems.ts";

/** The problems of one card. */
export function ProblemList({ problems }: { problems: readonly LintProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {problems.map(({ level, path, message }) => (
        <li key={path + message} data-level={level}>
          <LevelIcon level={level} />
          {message}
        </li>
      ))}
    </ul>
  );
}

function LevelIcon({ level }: { level: LintProblem["level"] }) {
  return level === "error" ? (
    <IconAlertCircle size={14} aria-label="Error" />
  ) : (
    <IconAlertTriangle size={14} aria-label="Warning" />
  );
}

interface ProblemSummaryProps {
  problems: readonly LintProblem[];
  onGo: (path: string) => void;
}

/** All problems of the runbook. Each leads to its card. */
export function ProblemSummary({ problems, onGo }: ProblemSummaryProps) {
  const { errors, warnings } = countsOf(problems);
  if (problems.length === 0)
    return (
      <p className={classes.sound}>
        <IconCircleCheck size={15} aria-hidden="true" /> No problems found
      </p>
    );
  const counts = [
    errors > 0 ? `${errors} ${errors === 1 ? "error" : "errors"}` : "",
    warnings > 0 ? `${warnings} ${warnings === 1 ? "warning" : "warnings"}` : "",
  ];
  const sorted = [...problems].sort((one, other) => one.level.localeCompare(other.level));
  return (
    <Panel title={`Problems: ${counts.filter(Boolean).join(", ")}`}>
      <ul className={classes.summary}>
        {sorted.map(({ level, path, message }) => (
          <li key={path + message} data-level={level}>
            <UnstyledButton onClick={() => onGo(path)}>
              <LevelIcon level={level} />
              <span>
                <b>{placeWords(path)}</b> {message}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
