import { Button } from "@mantine/core";
import { type Change, isPlanOpen } from "@opsplane/contract";
import { useState } from "react";
import { Markdown } from "../ui/markdown.tsx";
import { MarkdownEditor } from "../ui/markdown-editor.tsx";
import { Panel } from "../ui/panel.tsx";
import { type ChangeTextField, useChangeText } from "./change-text.ts";
import classes from "./plans.module.css";

interface Text {
  field: ChangeTextField;
  title: string;
  /** What to write, for those who may. */
  ask: string;
}

const plans: readonly Text[] = [
  { field: "implementation_plan", title: "Implementation plan", ask: "What is done, in which order, and by whom?" },
  { field: "test_plan", title: "Test plan", ask: "How do you know that it worked?" },
  { field: "rollback_plan", title: "Rollback plan", ask: "How is it taken back, and until when can it be?" },
];

/** What will be done and why: open while it is being planned, then as the approvers saw it. */
export function Plans({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const open = isPlanOpen(change);
  const shared = { change, mayEdit: mayWrite && open };
  return (
    <>
      <Panel title="Description">
        <TextSection
          {...shared}
          text={{ field: "description", title: "Description", ask: "What changes, and why now?" }}
          titled={false}
        />
      </Panel>
      <Panel title="Plans" action={open ? null : <Frozen change={change} mayWrite={mayWrite} />}>
        <div className={classes.sections}>
          {plans.map((text) => (
            <TextSection key={text.field} {...shared} text={text} titled />
          ))}
        </div>
      </Panel>
    </>
  );
}

function Frozen({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const over = ["completed", "failed", "cancelled"].includes(change.status);
  if (!mayWrite || over) return null;
  return (
    <span className={`${classes.frozen} dim`} title="Plan, window, items and title stay as they were submitted">
      As submitted; back to draft to plan anew
    </span>
  );
}

interface TextSectionProps {
  change: Change;
  text: Text;
  titled: boolean;
  mayEdit: boolean;
}

function TextSection({ change, text, titled, mayEdit }: TextSectionProps) {
  const [editing, setEditing] = useState(false);
  const written = change[text.field];
  const edit = mayEdit && !editing;
  return (
    <section className={classes.section} aria-label={text.title} data-titled={titled}>
      {titled ? <h3>{text.title}</h3> : null}
      {edit ? (
        <Button
          className={classes.edit ?? ""}
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => setEditing(true)}
          aria-label={`Edit the ${text.title.toLowerCase()}`}
        >
          Edit
        </Button>
      ) : null}
      {editing && mayEdit ? (
        <SectionEditor change={change} text={text} onClose={() => setEditing(false)} />
      ) : written ? (
        <Markdown source={written} />
      ) : (
        <span className="dim">{mayEdit ? text.ask : "Nothing written."}</span>
      )}
    </section>
  );
}

function SectionEditor({ change, text, onClose }: { change: Change; text: Text; onClose: () => void }) {
  const edit = useChangeText(change, text.field, onClose);
  return <MarkdownEditor label={text.title} edit={edit} onClose={onClose} />;
}
