import { Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ApiError, User } from "@opsplane/contract";
import { FormDialog } from "./form-dialog.tsx";

interface Invitation {
  name: string;
  email: string;
  role: string;
}

type InvitedUser = User & { temporary_password: string | null };

export interface InviteDialogProps {
  roles: readonly string[];
  /** Chosen at first. */
  role: string | undefined;
  /** The mutation, as `useMutation` makes it. */
  invite: {
    isPending: boolean;
    error: ApiError | null;
    mutate: (invitation: Invitation, on: { onSuccess: (user: InvitedUser) => void }) => void;
  };
  onClose: () => void;
  onInvited: (user: User, temporaryPassword: string | null) => void;
}

export function InviteDialog({ roles, role: first = "", invite, onClose, onInvited }: InviteDialogProps) {
  const form = useForm<Invitation>({
    initialValues: { name: "", email: "", role: first },
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
