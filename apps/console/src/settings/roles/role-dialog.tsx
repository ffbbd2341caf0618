import { Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Permission, Role } from "@opsplane/contract";
import { DialogFoot } from "../../ui/dialog-foot.tsx";
import { PermissionMatrix } from "./permission-matrix.tsx";
import { useSaveRole } from "./queries.ts";

interface RoleDialogProps {
  /** Absent for a new role. */
  role: Role | undefined;
  editable: boolean;
  onClose: () => void;
}

export function RoleDialog({ role, editable, onClose }: RoleDialogProps) {
  const save = useSaveRole(role?.name);
  const chosen: Permission[] = role?.permissions ?? ["incidents:read", "directory:read"];
  const form = useForm({
    initialValues: { name: role?.name ?? "", description: role?.description ?? "", permissions: chosen },
    validate: {
      name: (name) =>
        /^[a-z][a-z0-9_-]{1,39}$/.test(name) ? null : "2–40 characters: lowercase letters, digits, - and _.",
    },
  });
  const title = role ? `Role ${role.name}` : "New role";
  return (
    <Modal opened onClose={onClose} title={title} size="lg" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values, { onSuccess: onClose }))} noValidate>
        <Stack gap="md">
          {role ? null : (
            <TextInput
              label="Name"
              placeholder="on-call-lead"
              data-autofocus
              spellCheck={false}
              {...form.getInputProps("name")}
            />
          )}
          {editable ? (
            <TextInput
              label="Description"
              maxLength={1000}
              data-autofocus={role ? true : undefined}
              {...form.getInputProps("description")}
            />
          ) : (
            <span className="dim">{role?.description}</span>
          )}
          <PermissionMatrix
            chosen={form.values.permissions}
            editable={editable}
            onChange={(permissions) => form.setFieldValue("permissions", permissions)}
          />
          {editable ? (
            <DialogFoot submit="Save role" pending={save.isPending} error={save.error} onCancel={onClose} />
          ) : null}
        </Stack>
      </form>
    </Modal>
  );
}
