import type { ConfigItem } from "@opsplane/contract";
import { DescriptionPanel } from "../ui/description-panel.tsx";
import { MarkdownEditor } from "../ui/markdown-editor.tsx";
import { useTextEdit } from "../ui/text-edit.ts";
import { toastError } from "../ui/toast.tsx";
import { useUpdateItem } from "./changes.ts";

export function ItemDescription({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  return (
    <DescriptionPanel
      text={item.description}
      ask="What is it for, and where is its runbook?"
      mayEdit={mayWrite}
      editor={(close) => <Editor item={item} onClose={close} />}
    />
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
