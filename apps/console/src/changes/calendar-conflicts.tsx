import type { ChangeSummary, Output, operations } from "@opsplane/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { TextLink } from "../ui/links.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "./calendar.module.css";

type Conflicts = Output<typeof operations.changes.calendar>["conflicts"];

export function inTheWay(conflicts: Conflicts): ReadonlySet<string> {
  return new Set(conflicts.flatMap(({ a, b }) => [a, b]));
}

/** Pairs of changes at the same time on the same or dependent items. */
export function CalendarConflicts({ changes, conflicts }: { changes: readonly ChangeSummary[]; conflicts: Conflicts }) {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const pairs = conflicts.flatMap(({ a, b, kind }) => {
    const [one, other] = [byId.get(a), byId.get(b)];
    return one && other ? [{ one, other, kind }] : [];
  });
  return (
    <Panel title="Conflicts">
      {pairs.length === 0 ? (
        <span className="dim">No conflicting changes in this period.</span>
      ) : (
        <ul className={classes.pairs}>
          {pairs.map(({ one, other, kind }) => (
            <li key={one.id + other.id}>
              <IconAlertTriangle size={14} className={classes.sign} aria-hidden="true" />
              <div>
                <ChangeName change={one} /> <span className="dim">↔</span> <ChangeName change={other} />
                <div className="dim">{kind === "same" ? "Same CI" : "Dependent CIs"}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ChangeName({ change }: { change: ChangeSummary }) {
  return (
    <TextLink size="sm" to="/changes/$reference" params={{ reference: change.reference }} title={change.reference}>
      {change.title}
    </TextLink>
  );
}
