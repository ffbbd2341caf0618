import { type Change, isPlanOpen } from "@opsplane/contract";
import { useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { ChangeStatusText, RiskBadge, typeWords } from "../records/change-badges.tsx";
import { TimeText } from "../time/time.tsx";
import classes from "../ui/record-page.module.css";
import { RecordTitle } from "../ui/record-title.tsx";
import { Tag } from "../ui/tag.tsx";
import { TitleEditor } from "../ui/title-editor.tsx";
import { ChangeMoves } from "./change-moves.tsx";
import { useChangeText } from "./change-text.ts";

export function ChangeHeader({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false);
  const open = mayWrite && isPlanOpen(change);
  useKeys(open ? [{ keys: "e", label: "Edit the title", group: "Change", run: () => setEditing(true) }] : []);
  return (
    <header className={classes.head}>
      <div className={classes.titleBlock}>
        {editing && open ? (
          <ChangeTitleEditor change={change} onClose={() => setEditing(false)} />
        ) : (
          <RecordTitle
            tab={`${change.reference} ${change.title}`}
            edit={open ? { what: "the title", open: () => setEditing(true) } : undefined}
          >
            {change.title}
          </RecordTitle>
        )}
        <div className={classes.state}>
          <ChangeStatusText status={change.status} />
          <Tag tone={change.type === "emergency" ? "bad" : "quiet"}>{typeWords[change.type]}</Tag>
          <span>
            <RiskBadge risk={change.risk_level} /> <span className="dim">risk</span>
          </span>
          <span className="dim">
            opened <TimeText at={change.created_at} />
          </span>
        </div>
      </div>
      {mayWrite ? <ChangeMoves change={change} /> : null}
    </header>
  );
}

function ChangeTitleEditor({ change, onClose }: { change: Change; onClose: () => void }) {
  return <TitleEditor edit={useChangeText(change, "title", onClose)} onClose={onClose} />;
}
