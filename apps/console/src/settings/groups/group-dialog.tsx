import { MultiSelect, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import type { Group } from "@opsplane/contract";
import { useState } from "react";
import { usePeople } from "../../directory/queries.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useSaveGroup } from "./queries.ts";

export function GroupDialog({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  const save = useSaveGroup(group?.id);
  const form = useForm({
    initialValues: {
      name: group?.name ?? "",
      description: group?.description ?? "",
      member_ids: group?.member_ids ?? [],
    },
    validate: { name: (name) => (name.trim() ? null : "Enter a name.") },
  });
  const submit = form.onSubmit((values) =>
    save.mutate({ ...values, name: values.name.trim() }, { onSuccess: onClose }),
  );
  return (
    <FormDialog
      title={group ? `Edit ${group.name}` : "New group"}
      submit="Save"
      isDirty={form.isDirty()}
      pending={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus maxLength={100} {...form.getInputProps("name")} />
      <Textarea label="Description" autosize minRows={2} maxLength={1000} {...form.getInputProps("description")} />
      <Members value={form.values.member_ids} onChange={(ids) => form.setFieldValue("member_ids", ids)} />
    </FormDialog>
  );
}

/** Disabled users are not in the directory, but their ids still count as members. */
function Members({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, 150);
  const everyone = usePeople("").data?.items ?? [];
  const found = usePeople(q).data?.items ?? [];
  const names = new Map([...everyone, ...found].map(({ id, name }) => [id, name]));
  const ids = new Set([...found.map(({ id }) => id), ...value]);
  return (
    <MultiSelect
      label="Members"
      placeholder="Type a name"
      size="sm"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={onChange}
      data={[...ids].map((id) => ({ value: id, label: names.get(id) ?? `Inactive user (${id.slice(0, 8)})` }))}
      maxValues={1000}
      nothingFoundMessage="No users found"
      hidePickedOptions
    />
  );
}
