import { Button } from "@mantine/core";
import { type Change, isPlanOpen } from "@opsplane/contract";
import { useState } from "react";
import { DescriptionPanel } from "../ui/description-panel.tsx";
import { useDraftPlace } from "../ui/draft.ts";
import { Markdown } from "../ui/markdown.tsx";
import { MarkdownEditor } from "../ui/markdown-editor.tsx";
import { Panel } from "../ui/panel.tsx";
import { type ChangeTextField, useChangeText } from "./change-text.ts";
import classes from "./plans.module.css";

interface Text {
  field: ChangeTextField;
  title: string;
  /** The placeholder, for those who can write. */
  ask: string;
}

const plans: readonly Text[] = [
  { field: "implementation_plan", title: "Implementation plan", ask: "Steps, in order, with owners" },
  { field: "test_plan", title: "Test plan", ask: "How will you verify that it worked?" },
  { field: "rollback_plan", title: "Rollback plan", ask: "How to roll back, and the point of no return" },
];

/** The plans of a change: editable while it is being planned, then as the approvers saw them. */
export function Plans({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const open = isPlanOpen(change);
  const mayEdit = mayWrite && open;
  return (
    <>
      <DescriptionPanel
        recordId={change.id}
        text={change.description}
        ask="What is changing, and why now?"
        mayEdit={mayEdit}
        editor={(close) => <TextEditor change={change} field="description" title="Description" onClose={close} />}
      />
      <Panel title="Plans" action={open ? null : <Frozen change={change} mayWrite={mayWrite} />}>
        <div className={classes.sections}>
          {plans.map((text) => (
            <TextSection key={text.field} change={change} text={text} mayEdit={mayEdit} />
          ))}
        </div>
      </Panel>
    </>
  );
}

function Frozen({ change, mayWrite }: { change: Change; mayWrite: boolean }) {
  const over = ["completed", "failed", "cancelled"].includes(change.status);
  if (!mayWrite || over) return null;
  return <span className={`${classes.frozen} dim`}>Locked after submission. Return to draft to edit.</span>;
}

interface TextSectionProps {
  change: Change;
  text: Text;
  mayEdit: boolean;
}

function TextSection({ change, text, mayEdit }: TextSectionProps) {
  const place = useDraftPlace(`${text.field}:${change.id}`);
  const [editing, setEditing] = useState(() => place.read() !== undefined);
  const written = change[text.field];
  const edit = mayEdit && !editing;
  return (
    <section className={classes.section} aria-label={text.title}>
      <h3>{text.title}</h3>
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
        <TextEditor change={change} field={text.field} title={text.title} onClose={() => setEditing(false)} />
      ) : written ? (
        <Markdown source={written} />
      ) : (
        <span className="dim">{mayEdit ? text.ask : "Not provided"}</span>
      )}
    </section>
  );
}

interface TextEditorProps {
  change: Change;
  field: ChangeTextField;
  title: string;
  onClose: () => void;
}

function TextEditor({ change, field, title, onClose }: TextEditorProps) {
  return <MarkdownEditor label={title} edit={useChangeText(change, field, onClose)} onClose={onClose} />;
}
