import type { Incident } from "@opsplane/contract";
import { DescriptionPanel } from "../ui/description-panel.tsx";
import { MarkdownEditor } from "../ui/markdown-editor.tsx";
import { useIncidentText } from "./text-edit.ts";

export function Description({ incident, mayWrite }: { incident: Incident; mayWrite: boolean }) {
  return (
    <DescriptionPanel
      recordId={incident.id}
      text={incident.description}
      ask="What are you seeing, and since when?"
      mayEdit={mayWrite}
      editor={(close) => <Editor incident={incident} onClose={close} />}
    />
  );
}

function Editor({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const edit = useIncidentText(incident, "description", onClose);
  return <MarkdownEditor label="Description" edit={edit} onClose={onClose} />;
}
