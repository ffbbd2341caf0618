import type { ExecutionListItem } from "@opsplane/contract";
import { RunDuration } from "../../records/run-duration.tsx";
import { RunStatusText } from "../../records/run-status.tsx";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Tag } from "../../ui/tag.tsx";
import { VerifiedMark } from "../badges.tsx";
import classes from "./execution-lines.module.css";

interface ExecutionLinesProps {
  executions: readonly ExecutionListItem[];
  /** Names each by its runbook, where they differ. */
  named?: boolean;
}

/** Executions with their status, for panels of other records. */
export function ExecutionLines({ executions, named = false }: ExecutionLinesProps) {
  return (
    <ul className={classes.lines}>
      {executions.map((execution) => (
        <li key={execution.id} className={classes.line}>
          <TextLink to="/executions/$reference" params={{ reference: execution.reference }} size="sm">
            {named ? execution.runbook_name : execution.reference}
          </TextLink>
          <span className={classes.facts}>
            <RunStatusText status={execution.status} />
            {execution.dry_run ? <Tag>dry run</Tag> : null}
            <VerifiedMark verified={execution.verified} />
            {named ? <span className="mono dim">{execution.reference}</span> : null}
            <span className="dim">
              <TimeText at={execution.created_at} /> · <RunDuration run={execution} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
