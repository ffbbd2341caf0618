import type { Incident } from "@opsplane/contract";
import { TitleEditor } from "../ui/title-editor.tsx";
import { useIncidentText } from "./text-edit.ts";

export function IncidentTitleEditor({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  return <TitleEditor edit={useIncidentText(incident, "title", onClose)} onClose={onClose} />;
}
