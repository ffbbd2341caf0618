import { Radio, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type IntegrationType, integrationTypes } from "@opsplane/contract";
import { FormDialog } from "../ui/form-dialog.tsx";
import { type KeyedSource, useCreateSource } from "./queries.ts";
import { typeHints, typeWords } from "./words.ts";

interface NewSourceDialogProps {
  onClose: () => void;
  onMade: (made: KeyedSource) => void;
}

export function NewSourceDialog({ onClose, onMade }: NewSourceDialogProps) {
  const create = useCreateSource();
  const form = useForm<{ name: string; type: IntegrationType }>({
    initialValues: { name: "", type: "alertmanager" },
    validate: { name: (name) => (name.trim() ? null : "Enter a name.") },
  });
  const submit = form.onSubmit(({ name, type }) =>
    create.mutate(
      { name: name.trim(), type },
      {
        onSuccess: (made) => {
          onClose();
          onMade(made);
        },
      },
    ),
  );
  return (
    <FormDialog
      title="New alert source"
      submit="Create alert source"
      isDirty={form.isDirty()}
      pending={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Alertmanager in eu-west"
        data-autofocus
        maxLength={100}
        {...form.getInputProps("name")}
      />
      <Radio.Group label="Type" {...form.getInputProps("type")}>
        <Stack gap="xs" mt={6}>
          {integrationTypes.map((type) => (
            <Radio key={type} value={type} label={typeWords[type]} description={typeHints[type]} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
