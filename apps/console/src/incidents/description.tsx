import { Button } from "@mantine/core";
import type { Incident } from "@opsplane/contract";
import { useState } from "react";
import { Markdown } from "../ui/markdown.tsx";
import { MarkdownEditor } from "../ui/markdown-editor.tsx";
import { Panel } from "../ui/panel.tsx";
import { useIncidentText } from "./text-edit.ts";

export function Description({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false);
  const edit = () => setEditing(true);
  const action =
    mayWrite && !editing ? (
      <Button size="compact-sm" variant="subtle" color="gray" onClick={edit} aria-label="Edit the description">
        Edit
      </Button>
    ) : null;
  return (
    <Panel title="Description" action={action}>
      {editing ? (
        <DescriptionEditor incident={incident} onClose={() => setEditing(false)} />
      ) : incident.description ? (
        <Markdown source={incident.description} />
      ) : (
        <span className="dim">No description{mayWrite ? " yet. What do you see, and since when?" : "."}</span>
      )}
    </Panel>
  );
}

function DescriptionEditor({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const edit = useIncidentText(incident, "description", onClose);
  return <MarkdownEditor label="Description" edit={edit} onClose={onClose} />;
}
