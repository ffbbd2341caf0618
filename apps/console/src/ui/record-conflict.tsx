import { Alert } from "@mantine/core";
import type { Conflict } from "./record-draft.ts";
import { VersionChoice } from "./version-choice.tsx";

interface RecordConflictProps {
  conflict: Conflict | undefined;
  /** The edited object: `this item`, `the retention`. */
  what: string;
  /** The value that the other person has saved in a field, in words. Left out where it would be too long. */
  theirs?: (field: string) => string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shown above a form whose record someone else has saved. The draft is kept until the person decides. */
export function RecordConflict({ conflict, what, theirs, onKeepMine, onTakeTheirs }: RecordConflictProps) {
  if (!conflict) return null;
  const { fields, refused } = conflict;
  return (
    <Alert
      color="yellow"
      variant="light"
      p="sm"
      role="alert"
      title={`${refused ? "Not saved: " : ""}Someone else changed ${what} while you were editing`}
    >
      {fields.length === 0 ? (
        "They changed other fields. Save again to keep both."
      ) : (
        <>
          Your draft is kept below. Their version:
          <ul style={{ margin: "6px 0", paddingLeft: 18, maxHeight: 220, overflow: "auto" }}>
            {fields.map((field) => (
              <li key={field}>
                {field.replaceAll("_", " ")}
                {theirs ? ": " : ""}
                {theirs ? <span className="mono">{theirs(field) || "empty"}</span> : null}
              </li>
            ))}
          </ul>
          <VersionChoice onKeepMine={onKeepMine} onTakeTheirs={onTakeTheirs} />
        </>
      )}
    </Alert>
  );
}
