import { Button } from "@mantine/core";
import type { AuditEntry } from "@opsplane/contract";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Fragment } from "react";
import { TimeText } from "../../time/time.tsx";
import { differences } from "../../ui/differences.ts";
import { FieldDiff } from "../../ui/field-diff.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import table from "../../ui/table.module.css";
import { TableHead } from "../../ui/table-head.tsx";
import { Tag } from "../../ui/tag.tsx";
import classes from "./audit.module.css";
import { useAuditEntry } from "./queries.ts";

interface AuditTableProps {
  entries: readonly AuditEntry[];
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
  onTarget: (id: string) => void;
}

export function AuditTable({ entries, opened, onOpen, onTarget }: AuditTableProps) {
  return (
    <div className={table.card}>
      <table className={table.table}>
        <TableHead columns={["Action", "Target", { wide: "Actor" }, "When"]} />
        <tbody>
          {entries.map((entry) => (
            <Fragment key={entry.id}>
              <Line
                entry={entry}
                open={entry.id === opened}
                onToggle={() => onOpen(entry.id === opened ? undefined : entry.id)}
              />
              {entry.id === opened ? (
                <tr>
                  <td colSpan={4}>
                    <Detail entry={entry} onTarget={onTarget} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ entry, open, onToggle }: { entry: AuditEntry; open: boolean; onToggle: () => void }) {
  return (
    <tr>
      <td>
        <button type="button" className={classes.toggle} aria-expanded={open} onClick={onToggle}>
          {open ? <IconChevronDown size={14} aria-hidden="true" /> : <IconChevronRight size={14} aria-hidden="true" />}
          <span className="mono">{entry.action}</span>
        </button>{" "}
        {entry.outcome === "denied" ? <Tag tone="bad">denied</Tag> : null}
      </td>
      <td>{entry.target || entry.target_id || <span className="dim">–</span>}</td>
      <td className={table.wide}>{entry.actor}</td>
      <td className={`dim ${classes.when}`}>
        <TimeText at={entry.created_at} as="short" />
      </td>
    </tr>
  );
}

function Detail({ entry, onTarget }: { entry: AuditEntry; onTarget: (id: string) => void }) {
  const { target_id } = entry;
  return (
    <div className={classes.detail}>
      <div className={classes.facts}>
        <span>
          {entry.actor} ({entry.actor_type.replace("_", " ")})
        </span>
        <span>
          <TimeText at={entry.created_at} as="absolute" />
        </span>
        {entry.address ? <span>from {entry.address}</span> : null}
        {entry.trace_id ? <span className="mono">trace {entry.trace_id}</span> : null}
        {entry.user_agent ? <span>{entry.user_agent}</span> : null}
      </div>
      <Changes entry={entry} />
      {target_id ? (
        <div>
          <Button size="compact-xs" variant="default" onClick={() => onTarget(target_id)}>
            Show history of this {entry.target_type ?? "target"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Loads the full values of an opened entry, because the list cuts them. */
function Changes({ entry }: { entry: AuditEntry }) {
  const whole = useAuditEntry(entry.id, entry.shortened);
  if (!entry.shortened) return <ChangedFields entry={entry} />;
  return <QueryFace query={whole}>{(loaded) => <ChangedFields entry={loaded} />}</QueryFace>;
}

function ChangedFields({ entry: { before, after } }: { entry: AuditEntry }) {
  const changed = differences(before, after);
  return changed.length > 0 ? <FieldDiff changed={changed} headed /> : <span className="dim">No field changes</span>;
}
