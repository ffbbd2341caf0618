import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Markdown } from "./markdown.tsx";
import { Panel } from "./panel.tsx";

interface DescriptionPanelProps {
  text: string;
  /** What to write, for those who may and have not. */
  ask: string;
  mayEdit: boolean;
  editor: (close: () => void) => ReactNode;
}

/** A record's description in markdown, edited in place. */
export function DescriptionPanel({ text, ask, mayEdit, editor }: DescriptionPanelProps) {
  const [opened, setOpened] = useState(false);
  const editing = opened && mayEdit;
  const action =
    mayEdit && !editing ? (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => setOpened(true)}
        aria-label="Edit the description"
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
