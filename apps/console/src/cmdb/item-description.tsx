import { Button } from "@mantine/core";
import type { ConfigItem } from "@opsplane/contract";
import { useState } from "react";
import { Markdown } from "../ui/markdown.tsx";
import { MarkdownEditor } from "../ui/markdown-editor.tsx";
import { Panel } from "../ui/panel.tsx";
import { useTextEdit } from "../ui/text-edit.ts";
import { toastError } from "../ui/toast.tsx";
import { useUpdateItem } from "./changes.ts";

export function ItemDescription({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  const [editing, setEditing] = useState(false);
  const action =
    mayWrite && !editing ? (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        onClick={() => setEditing(true)}
        aria-label="Edit the description"
      >
        Edit
      </Button>
    ) : null;
  return (
    <Panel title="Description" action={action}>
      {editing ? (
        <Editor item={item} onClose={() => setEditing(false)} />
      ) : item.description ? (
        <Markdown source={item.description} />
      ) : (
        <span className="dim">No description{mayWrite ? " yet. What is it for, and where is its runbook?" : "."}</span>
      )}
    </Panel>
  );
}

function Editor({ item, onClose }: { item: ConfigItem; onClose: () => void }) {
  const update = useUpdateItem(item);
  const edit = useTextEdit(
    { of: "item", text: item.description, version: item.version },
    {
      pending: update.isPending,
      save: (description, onVersion, done) =>
        update.mutate(
          { patch: { description }, onVersion },
          {
            onSuccess: done.onSuccess,
            onError: (error) => {
              if (error.code !== "CONFLICT") toastError(error, "The description was not saved");
              done.onError(error);
            },
          },
        ),
    },
    onClose,
  );
  return <MarkdownEditor label="Description" edit={edit} onClose={onClose} />;
}
