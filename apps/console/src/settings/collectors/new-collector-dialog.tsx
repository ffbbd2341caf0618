import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { endOf, LifeField } from "../tokens/life-field.tsx";
import { useCreateCollector } from "./queries.ts";

interface NewCollectorDialogProps {
  onClose: () => void;
  onMade: (made: { name: string; token: string }) => void;
}

export function NewCollectorDialog({ onClose, onMade }: NewCollectorDialogProps) {
  const create = useCreateCollector();
  const form = useForm({
    initialValues: { name: "", life: "never" },
    validate: { name: (name) => (name.trim() ? null : "Enter a name.") },
  });
  const submit = form.onSubmit(({ name, life }) =>
    create.mutate(
      { name: name.trim(), expires_at: endOf(life, Date.now()) },
      {
        onSuccess: (made) => {
          onClose();
          onMade(made);
        },
      },
    ),
  );
  return (
    <Modal opened onClose={onClose} title="New collector" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            placeholder="Prometheus in eu-west"
            data-autofocus
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <LifeField {...form.getInputProps("life")} />
          <DialogFoot submit="Create token" pending={create.isPending} error={create.error} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
