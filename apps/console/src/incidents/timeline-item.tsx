import { type IncidentStatus, incidentStatuses, type TimelineEntry } from "@opsplane/contract";
import { type Icon, IconArrowRight, IconBolt, IconMessage, IconPencil, IconUser } from "@tabler/icons-react";
import { TimeText } from "../time/time.tsx";
import { Markdown } from "../ui/markdown.tsx";
import { StatusText } from "./status-text.tsx";
import classes from "./timeline.module.css";

const icons: Record<TimelineEntry["kind"], Icon> = {
  created: IconBolt,
  status: IconArrowRight,
  edited: IconPencil,
  assigned: IconUser,
  note: IconMessage,
};

export function TimelineItem({ entry }: { entry: TimelineEntry }) {
  const KindIcon = icons[entry.kind];
  const note = entry.kind === "note";
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <span className={classes.icon} aria-hidden="true">
        <KindIcon size={12} />
      </span>
      <div>
        <div className={classes.head}>
          <span className={classes.actor}>{entry.actor}</span>
          <span>{note ? "wrote a note" : <Happening entry={entry} />}</span>
          <span className="dim">
            <TimeText at={entry.created_at} />
          </span>
        </div>
        {note ? (
          <div className={classes.note}>
            <Markdown source={entry.body} />
          </div>
        ) : (
          <Changes changes={entry.changes} />
        )}
      </div>
    </li>
  );
}

function Happening({ entry }: { entry: TimelineEntry }) {
  const from = statusIn(entry.changes.status?.from);
  const to = statusIn(entry.changes.status?.to);
  if (entry.kind !== "status" || !from || !to) return asClause(entry.body);
  return (
    <span className={classes.move}>
      moved <StatusText status={from} /> <span className="dim">to</span> <StatusText status={to} />
    </span>
  );
}

/** "Changed severity." follows a name as "changed severity". */
function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

function statusIn(value: unknown): IncidentStatus | undefined {
  return incidentStatuses.find((status) => status === value);
}

const saidByTheSentence = new Set(["status", "assigned_to"]);

function Changes({ changes }: { changes: TimelineEntry["changes"] }) {
  const shown = Object.entries(changes).filter(([field]) => !saidByTheSentence.has(field));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {shown.map(([field, { from, to }]) => (
        <li key={field}>
          <span className={classes.field}>{field.replaceAll("_", " ")}: </span>
          {worded(from) ? <span className={classes.old}>{worded(from)}</span> : null} {worded(to) || <i>empty</i>}
        </li>
      ))}
    </ul>
  );
}

/** A value in a line: long texts are cut, the whole is in the incident. */
function worded(value: unknown): string {
  const text = Array.isArray(value) ? value.join(", ") : value === null || value === undefined ? "" : String(value);
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
}
