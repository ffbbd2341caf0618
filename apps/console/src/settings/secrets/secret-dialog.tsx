import { Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Secret } from "@opsplane/contract";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useSaveSecret } from "./queries.ts";

interface SecretDialogProps {
  /** Absent for a new one. */
  secret: Secret | undefined;
  onClose: () => void;
  onSaved?: (secret: Secret) => void;
}

export function SecretDialog({ secret, onClose, onSaved }: SecretDialogProps) {
  const save = useSaveSecret(secret);
  const form = useForm({
    initialValues: { name: secret?.name ?? "", description: secret?.description ?? "", value: "" },
    validate: {
      name: (name) => (name.trim() ? null : "Enter a name."),
      value: (value) => (secret || value ? null : "Enter a value."),
    },
  });
  const submit = form.onSubmit((values) =>
    save.mutate(
      { ...values, name: values.name.trim() },
      {
        onSuccess: (saved) => {
          onSaved?.(saved);
          onClose();
        },
      },
    ),
  );
  return (
    <FormDialog
      title={secret ? `Edit ${secret.name}` : "New secret"}
      submit="Save"
      isDirty={form.isDirty()}
      pending={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Chat webhook token"
        data-autofocus
        maxLength={100}
        {...form.getInputProps("name")}
      />
      <Textarea label="Description" autosize minRows={2} maxLength={1000} {...form.getInputProps("description")} />
      <Textarea
        label={secret ? "New value" : "Value"}
        description={secret ? "Leave empty to keep the stored value." : "Stored encrypted. Nobody can read it back."}
        classNames={{ input: "mono" }}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={65_536}
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps("value")}
      />
    </FormDialog>
  );
}
