import { Modal, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { PersonSelect } from "../../directory/person-select.tsx";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { useRoleNames } from "../roles/queries.ts";
import { endOf, LifeField } from "../tokens/life-field.tsx";
import { useCreateKey } from "./queries.ts";

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (made: { name: string; key: string }) => void;
}

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const roles = useRoleNames();
  const create = useCreateKey();
  const form = useForm({
    initialValues: { name: "", kind: "machine", role: "operator", user_id: "", life: "90" },
    validate: {
      name: (name) => (name.trim() ? null : "Say what the key is for."),
      user_id: (id, { kind }) => (kind === "person" && !id ? "Choose a person." : null),
    },
  });
  const submit = form.onSubmit(({ name, kind, role, user_id, life }) =>
    create.mutate(
      {
        name: name.trim(),
        ...(kind === "person" ? { user_id } : { role }),
        expires_at: endOf(life, Date.now()),
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
    <Modal opened onClose={onClose} title="New API key" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            placeholder="Alertmanager in eu-west"
            data-autofocus
            maxLength={100}
            {...form.getInputProps("name")}
          />
          <SegmentedControl
            aria-label="Who uses it"
            data={[
              { value: "machine", label: "For a machine" },
              { value: "person", label: "For a person" },
            ]}
            {...form.getInputProps("kind")}
          />
          {form.values.kind === "person" ? (
            <PersonSelect
              label="Person"
              description="The key acts as them and stops when they are disabled"
              placeholder="Type a name"
              value={form.values.user_id || null}
              onChange={(id) => form.setFieldValue("user_id", id ?? "")}
              error={form.errors.user_id}
            />
          ) : (
            <Select
              label="Role"
              description="What the key may do"
              data={roles}
              allowDeselect={false}
              {...form.getInputProps("role")}
            />
          )}
          <LifeField {...form.getInputProps("life")} />
          <DialogFoot submit="Create key" pending={create.isPending} error={create.error} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
