import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { TimeText } from "../../time/time.tsx";
import { Markdown } from "../markdown.tsx";
import classes from "./timeline.module.css";

export interface Entry {
  id: string;
  actor: string;
  body: string;
  changes: Record<string, { from: unknown; to: unknown }>;
  created_at: string;
}

/** A clause that follows the actor's name, and the text that they wrote, if any. */
export interface EntryText {
  icon: Icon;
  clause: ReactNode;
  written?: string | undefined;
}

export function TimelineItem({ entry, text }: { entry: Entry; text: EntryText }) {
  const { icon: KindIcon, clause, written } = text;
  return (
    <li className={classes.entry}>
      <span className={classes.icon} aria-hidden="true">
        <KindIcon size={12} />
      </span>
      <div>
        <div className={classes.head}>
          <span className={classes.actor}>{entry.actor}</span>
          <span>{clause}</span>
          <span className="dim">
            <TimeText at={entry.created_at} />
          </span>
        </div>
        <Changes changes={entry.changes} />
        {written ? (
          <div className={classes.note}>
            <Markdown source={written} />
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** A change from one status to another. */
export function Move({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <span className={classes.move}>
      moved {from} <span className="dim">to</span> {to}
    </span>
  );
}

/** "Changed severity." follows a name as "changed severity". */
export function asClause(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

const saidByTheSentence = new Set(["status", "assigned_to", "approval", "execution", "workflow_run", "links"]);

function Changes({ changes }: { changes: Entry["changes"] }) {
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

/** A value in one line. Long texts are cut; the record has them whole. */
function worded(value: unknown): string {
  const text = Array.isArray(value) ? value.join(", ") : value === null || value === undefined ? "" : String(value);
  return text.length > 140 ? `${text.slice(0, 140)}…` : text;
}
