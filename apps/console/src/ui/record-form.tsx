import type { ComponentProps, ReactNode } from "react";
import { RecordConflict } from "./record-conflict.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";

interface RecordFormProps {
  edit: { isChanged: boolean; conflictFace: Omit<ComponentProps<typeof RecordConflict>, "what"> };
  /** The edited object: `this schedule`. */
  what: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** The form of a page that edits a record. It asks before changes are lost, and shows when someone else was faster. */
export function RecordForm({ edit, what, onSubmit, children }: RecordFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <UnsavedGuard when={edit.isChanged} what={what} />
      <RecordConflict {...edit.conflictFace} what={what} />
      {children}
    </form>
  );
}
