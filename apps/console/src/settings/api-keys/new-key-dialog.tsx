import { Input, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useProfile } from "../../session/context.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useRoleNames } from "../roles/queries.ts";
import { endOf, LifeField } from "../tokens/life-field.tsx";
import { useCreateKey } from "./queries.ts";

interface NewKeyDialogProps {
  onClose: () => void;
  onMade: (made: { name: string; key: string }) => void;
}

export function NewKeyDialog({ onClose, onMade }: NewKeyDialogProps) {
  const { user } = useProfile();
  const roles = useRoleNames();
  const create = useCreateKey();
  const form = useForm({
    initialValues: { name: "", kind: "machine", role: "operator", life: "90" },
    validate: {
      name: (name) => (name.trim() ? null : "Enter a name."),
    },
  });
  const submit = form.onSubmit(({ name, kind, role, life }) =>
    create.mutate(
      {
        name: name.trim(),
        ...(kind === "self" ? { user_id: user.id } : { role }),
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
    <FormDialog
      title="New API key"
      submit="Create key"
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
      <SegmentedControl
        aria-label="Who uses it"
        data={[
          { value: "machine", label: "Service" },
          { value: "self", label: "Myself" },
        ]}
        {...form.getInputProps("kind")}
      />
      {form.values.kind === "self" ? (
        <Input.Description>
          Acts as {user.name} and stops working if you are disabled. It cannot approve or reject.
        </Input.Description>
      ) : (
        <Select
          label="Role"
          description="Permissions of this key"
          data={roles}
          allowDeselect={false}
          {...form.getInputProps("role")}
        />
      )}
      <LifeField {...form.getInputProps("life")} />
    </FormDialog>
  );
}
