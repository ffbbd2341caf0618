import { ActionIcon, Tooltip } from "@mantine/core";
import { type Change, isPlanOpen } from "@opsplane/contract";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useKeys } from "../keys/keys.tsx";
import { TimeText } from "../time/time.tsx";
import { usePageHeading } from "../ui/page-header.tsx";
import classes from "../ui/record-page.module.css";
import { Tag } from "../ui/tag.tsx";
import { TitleEditor } from "../ui/title-editor.tsx";
import { ChangeStatusText, RiskBadge, typeWords } from "./badges.tsx";
import { ChangeMoves } from "./change-moves.tsx";
import { useChangeText } from "./change-text.ts";

export function ChangeHeader({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const heading = usePageHeading(`${change.reference} ${change.title}`);
  const [editing, setEditing] = useState(false);
  const open = mayWrite && isPlanOpen(change);
  useKeys(open ? [{ keys: "e", label: "Edit the title", group: "Change", run: () => setEditing(true) }] : []);
  return (
    <header className={classes.head}>
      <div className={classes.titleBlock}>
        {editing && open ? (
          <ChangeTitleEditor change={change} onClose={() => setEditing(false)} />
        ) : (
          <div className={classes.titleRow}>
            <h1 ref={heading} tabIndex={-1}>
              {change.title}
            </h1>
            {open ? (
              <Tooltip label="Edit the title (e)">
                <ActionIcon size={28} onClick={() => setEditing(true)} aria-label="Edit the title">
                  <IconPencil size={15} />
                </ActionIcon>
              </Tooltip>
            ) : null}
          </div>
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
