import { Input, Modal, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { getHotkeyHandler } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { useOnceKey } from "../ui/once-key.ts";
import { type AttributeRow, attributesOf, problemOf } from "./attribute-rows.ts";
import { AttributesEditor } from "./attributes-editor.tsx";
import { useClassChoice } from "./classes.tsx";
import { draftRules, emptyDraft, fieldsOf, type ItemDraft } from "./item-draft.ts";
import { ItemFields } from "./item-fields.tsx";
import { useCreateItem } from "./mutations.ts";

interface NewItemDraft extends ItemDraft {
  description: string;
  attributes: AttributeRow[];
}

export function NewItemDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreateItem();
  const choice = useClassChoice();
  const key = useOnceKey();
  const form = useForm<NewItemDraft>({
    initialValues: { ...emptyDraft, description: "", attributes: [] },
    validate: {
      ...draftRules,
      attributes: (rows) => rows.map((row) => problemOf(row, rows)).find(Boolean) ?? null,
    },
  });

  const submit = form.onSubmit((draft) => {
    const fields = {
      ...fieldsOf(draft, choice.named),
      description: draft.description,
      attributes: attributesOf(draft.attributes),
    };
    create.mutate(
      { fields, key },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate({ to: "/cmdb/$id", params: { id } });
        },
      },
    );
  });

  return (
    <Modal opened onClose={onClose} title="New CI" size="lg" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submit} noValidate onKeyDown={getHotkeyHandler([["mod+Enter", () => submit()]])}>
        <Stack gap="md">
          <ItemFields form={form} classes={choice.suggestions} />
          <Textarea
            label="Description"
            description="What does it do? Link the runbook."
            autosize
            minRows={3}
            maxRows={14}
            maxLength={20_000}
            {...form.getInputProps("description")}
          />
          <Input.Wrapper
            label="Attributes"
            labelElement="div"
            description="Custom fields such as version, address, rack"
          >
            <div style={{ marginTop: 6 }}>
              <AttributesEditor
                rows={form.values.attributes}
                onChange={(rows) => form.setFieldValue("attributes", rows)}
                showProblems={form.errors.attributes !== undefined}
              />
            </div>
          </Input.Wrapper>
          <DialogFoot submit="Create CI" pending={create.isPending} error={create.error} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
