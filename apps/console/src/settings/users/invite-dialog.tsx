import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { User } from "@opsplane/contract";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useInvite } from "./queries.ts";

interface InviteDialogProps {
  roles: readonly string[];
  onClose: () => void;
  onInvited: (user: User, temporaryPassword: string | null) => void;
}

export function InviteDialog({ roles, onClose, onInvited }: InviteDialogProps) {
  const invite = useInvite();
  const form = useForm({
    initialValues: { name: "", email: "", role: roles.includes("operator") ? "operator" : (roles[0] ?? "") },
    validate: {
      name: (name) => (name.trim() ? null : "Enter their name."),
      email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter an email address."),
      role: (role) => (role ? null : "Choose a role."),
    },
  });
  const submit = form.onSubmit(({ name, email, role }) =>
    invite.mutate(
      { name: name.trim(), email: email.trim(), role },
      {
        onSuccess: (user) => {
          onClose();
          onInvited(user, user.temporary_password);
        },
      },
    ),
  );
  return (
    <FormDialog
      title="Invite user"
      submit="Invite"
      isDirty={form.isDirty()}
      pending={invite.isPending}
      error={invite.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Name" autoComplete="off" data-autofocus maxLength={200} {...form.getInputProps("name")} />
      <TextInput label="Email" type="email" autoComplete="off" maxLength={254} {...form.getInputProps("email")} />
      <Select label="Role" data={[...roles]} allowDeselect={false} {...form.getInputProps("role")} />
    </FormDialog>
  );
}
