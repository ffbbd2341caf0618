import type { ConfigItem } from "@opsplane/contract";
import { DescriptionPanel } from "../ui/description-panel.tsx";
import { useDraftPlace } from "../ui/draft.ts";
import { MarkdownEditor } from "../ui/markdown-editor.tsx";
import { useTextEdit } from "../ui/text-edit.ts";
import { toastError } from "../ui/toast.tsx";
import { useUpdateItem } from "./mutations.ts";

export function ItemDescription({ item, mayWrite }: { item: ConfigItem; mayWrite: boolean }) {
  return (
    <DescriptionPanel
      recordId={item.id}
      text={item.description}
      ask="What does it do? Link the runbook."
      mayEdit={mayWrite}
      editor={(close) => <Editor item={item} onClose={close} />}
    />
  );
}

function Editor({ item, onClose }: { item: ConfigItem; onClose: () => void }) {
  const update = useUpdateItem(item);
  const place = useDraftPlace(`description:${item.id}`);
  const edit = useTextEdit(
    { of: "item", text: item.description, version: item.version, place },
    {
      pending: update.isPending,
      save: (description, onVersion, done) =>
        update.mutate(
          { patch: { description }, onVersion },
          {
            onSuccess: done.onSuccess,
            onError: (error) => {
              if (error.code !== "CONFLICT") toastError(error, "Couldn't save the description");
              done.onError(error);
            },
          },
        ),
    },
    onClose,
  );
  return <MarkdownEditor label="Description" edit={edit} onClose={onClose} />;
}
