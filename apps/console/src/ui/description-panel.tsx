import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useDraftPlace } from "./draft.ts";
import { Markdown } from "./markdown.tsx";
import { Panel } from "./panel.tsx";

interface DescriptionPanelProps {
  /** The record it describes. */
  recordId: string;
  text: string;
  /** The placeholder, for those who can write a description. */
  ask: string;
  mayEdit: boolean;
  editor: (close: () => void) => ReactNode;
}

/** A record's description in markdown, edited in place. */
export function DescriptionPanel({ recordId, text, ask, mayEdit, editor }: DescriptionPanelProps) {
  const place = useDraftPlace(`description:${recordId}`);
  const [opened, setOpened] = useState(() => place.read() !== undefined);
  const editing = opened && mayEdit;
  const action =
    mayEdit && !editing ? (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => setOpened(true)}
        aria-label="Edit description"
      >
        Edit
      </Button>
    ) : null;
  return (
    <Panel title="Description" action={action}>
      {editing ? (
        editor(() => setOpened(false))
      ) : text ? (
        <Markdown source={text} />
      ) : (
        <span className="dim">No description{mayEdit ? ` yet. ${ask}` : "."}</span>
      )}
    </Panel>
  );
}
