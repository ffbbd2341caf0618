import { Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { endOf, LifeField } from "../tokens/life-field.tsx";
import { useCreateCollector } from "./queries.ts";

interface NewCollectorDialogProps {
  onClose: () => void;
  onMade: (made: { name: string; token: string }) => void;
}

export function NewCollectorDialog({ onClose, onMade }: NewCollectorDialogProps) {
  const create = useCreateCollector();
  const form = useForm({
    initialValues: { name: "", life: "never", runsCommands: false },
    validate: { name: (name) => (name.trim() ? null : "Enter a name.") },
  });
  const submit = form.onSubmit(({ name, life, runsCommands }) =>
    create.mutate(
      {
        name: name.trim(),
        expires_at: endOf(life, Date.now()),
        ...(runsCommands ? { capabilities: ["command"] } : {}),
      },
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
      title="New collector"
      submit="Create token"
      isDirty={form.isDirty()}
      pending={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Prometheus in eu-west"
        data-autofocus
        maxLength={100}
        {...form.getInputProps("name")}
      />
      <LifeField {...form.getInputProps("life")} />
      <Checkbox
        label="This token is for an agent that runs commands"
        description="The agent takes commands of runbooks for hosts that name it. It can still send telemetry."
        {...form.getInputProps("runsCommands", { type: "checkbox" })}
      />
    </FormDialog>
  );
}
