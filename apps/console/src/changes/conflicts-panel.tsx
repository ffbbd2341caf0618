import type { Change, ChangeConflict } from "@opsplane/contract";
import { IconAlertTriangle } from "@tabler/icons-react";
import { ChangeStatusText, RiskBadge } from "../records/change-badges.tsx";
import { TextLink } from "../ui/links.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { Panel } from "../ui/panel.tsx";
import classes from "./conflicts-panel.module.css";
import { useConflicts } from "./queries.ts";
import { WindowText } from "./window-text.tsx";

/** Other changes at the same time on the same or dependent items. Renders nothing when there are none. */
export function ConflictsPanel({ change }: { change: Change }) {
  const conflicts = useConflicts(change.id);
  if (!conflicts.data || conflicts.data.total === 0) return null;
  return (
    <Panel title={`Conflicts (${conflicts.data.total})`}>
      <ul className={classes.list}>
        {conflicts.data.items.map((conflict) => (
          <Conflict key={conflict.change.id} conflict={conflict} />
        ))}
      </ul>
      <MoreButton list={conflicts} />
    </Panel>
  );
}

function Conflict({ conflict: { change, kind, overlap_start, overlap_end, via } }: { conflict: ChangeConflict }) {
  return (
    <li className={classes.conflict}>
      <IconAlertTriangle size={15} className={classes.sign} aria-hidden="true" />
      <div className={classes.body}>
        <div className={classes.head}>
          <TextLink size="sm" to="/changes/$reference" params={{ reference: change.reference }}>
            {change.title}
          </TextLink>
          <span className={`${classes.reference} dim`}>{change.reference}</span>
          <ChangeStatusText status={change.status} />
          <RiskBadge risk={change.risk_level} />
        </div>
        <div className="dim">
          {kind === "same" ? "Same items" : "Dependent items"}, both at{" "}
          <WindowText start={overlap_start} end={overlap_end} />
        </div>
        <ul className={classes.via}>
          {via.slice(0, 6).map(({ item, other, distance }) => (
            <li key={item.id + other.id}>
              <ItemLink item={item} />
              {distance === 0 ? null : (
                <>
                  <span className="dim"> {distance === 1 ? "related to" : `${distance} relations from`} </span>
                  <ItemLink item={other} />
                </>
              )}
            </li>
          ))}
          {via.length > 6 ? <li className="dim">and {via.length - 6} more</li> : null}
        </ul>
      </div>
    </li>
  );
}

function ItemLink({ item }: { item: { id: string; name: string } }) {
  return (
    <TextLink size="sm" to="/cmdb/$id" params={{ id: item.id }}>
      {item.name}
    </TextLink>
  );
}
