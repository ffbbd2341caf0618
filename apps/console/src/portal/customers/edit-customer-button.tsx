import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Customer } from "@opsplane/contract/control-plane";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { onVersion, useChange } from "../api.tsx";
import { useCan } from "../can.ts";

/** Edits name and contact, for the staff and for the admins of a customer. */
export function EditCustomerButton({ customer }: { customer: Customer }) {
  const can = useCan();
  const [opened, { open, close }] = useDisclosure(false);
  if (!can("tenants:write")) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Edit
      </Button>
      {opened ? <EditDialog customer={customer} onClose={close} /> : null}
    </>
  );
}

interface Contact {
  name: string;
  contact_name: string;
  contact_email: string;
}

function EditDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { id, version } = customer;
  const save = useChange((api, body: Contact) => api.tenants.update({ params: { id }, body }, onVersion(version)), {
    done: () => "Saved",
  });
  const form = useForm<Contact>({
    initialValues: {
      name: customer.name,
      contact_name: customer.contact_name ?? "",
      contact_email: customer.contact_email ?? "",
    },
    validate: {
      name: (name) => (name.trim() ? null : "Enter the name of the organization."),
      contact_name: (name) => (name.trim() ? null : "Enter the name of the contact."),
      contact_email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Enter an email address."),
    },
  });
  return (
    <FormDialog
      title="Name and contact"
      submit="Save"
      isDirty={form.isDirty()}
      pending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={form.onSubmit((draft) => save.mutate(draft, { onSuccess: onClose }))}
    >
      <TextInput label="Organization" data-autofocus maxLength={200} {...form.getInputProps("name")} />
      <TextInput label="Contact" maxLength={200} {...form.getInputProps("contact_name")} />
      <TextInput label="Email of the contact" type="email" maxLength={254} {...form.getInputProps("contact_email")} />
    </FormDialog>
  );
}
