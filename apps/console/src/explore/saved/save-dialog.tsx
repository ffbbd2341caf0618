import { Checkbox, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { QueryPage } from "@opsplane/contract";
import { useCan } from "../../session/context.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useSaveQuery } from "./queries.ts";
import { savedSearch } from "./saved-search.ts";

interface SaveDialogProps {
  page: QueryPage;
  search: Readonly<Record<string, string | undefined>>;
  onClose: () => void;
}

export function SaveDialog({ page, search, onClose }: SaveDialogProps) {
  const can = useCan();
  const save = useSaveQuery(page);
  const form = useForm({
    initialValues: { name: "", shared: false, withTime: false },
    validate: { name: (name) => (name.trim() ? null : "Enter a name.") },
  });
  const submit = form.onSubmit(({ name, shared, withTime }) =>
    save.mutate({ name: name.trim(), search: savedSearch(search, withTime), shared }, { onSuccess: onClose }),
  );
  return (
    <FormDialog
      title="Save query"
      submit="Save query"
      isDirty={form.isDirty()}
      pending={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus maxLength={100} {...form.getInputProps("name")} />
      <Checkbox label="Keep the time range" {...form.getInputProps("withTime", { type: "checkbox" })} />
      {can("observability:write") ? (
        <Checkbox label="Share with everyone" {...form.getInputProps("shared", { type: "checkbox" })} />
      ) : null}
    </FormDialog>
  );
}
