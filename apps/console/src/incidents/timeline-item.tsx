import type { TimelineEntry } from "@opsplane/contract";
import { type Icon, IconArrowRight, IconBolt, IconMessage, IconPencil, IconUser } from "@tabler/icons-react";
import { TimeText } from "../time/time.tsx";
import { Markdown } from "../ui/markdown.tsx";
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
          <span>{note ? "wrote a note" : entry.body}</span>
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
