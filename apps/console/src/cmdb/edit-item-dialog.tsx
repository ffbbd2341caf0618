import { Modal, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getHotkeyHandler } from "@mantine/hooks";
import type { ConfigItem } from "@opsplane/contract";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { RecordConflict } from "../ui/record-conflict.tsx";
import { changedFields } from "../ui/record-draft.ts";
import { useClassChoice } from "./classes.tsx";
import { draftOf, draftRules, fieldsOf, type ItemDraft, itemFields } from "./item-draft.ts";
import { theirs, useItemEdit } from "./item-edit.ts";
import { ItemFields } from "./item-fields.tsx";

export function EditItemDialog({ item, onClose }: { item: ConfigItem; onClose: () => void }) {
  const choice = useClassChoice();
  const form = useForm<ItemDraft>({ initialValues: draftOf(item, choice.labelOf), validate: draftRules });
  const mine = fieldsOf(form.values, choice.named);
  const edit = useItemEdit(item, (started) => changedFields(itemFields(started), mine), onClose);
  const submit = form.onSubmit(edit.save);
  return (
    <Modal opened onClose={onClose} title={`Edit ${item.name}`} size="lg" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submit} noValidate onKeyDown={getHotkeyHandler([["mod+Enter", () => submit()]])}>
        <Stack gap="md">
          <RecordConflict {...edit.conflictFace} what="this item" theirs={theirs(item)} onTakeTheirs={onClose} />
          <ItemFields form={form} classes={choice.suggestions} />
          <DialogFoot submit="Save" pending={edit.saving} error={edit.error} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
