import { Modal, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ConfigItem, type RelationType, relationTypes, relationWords } from "@opsplane/contract";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { ItemSelect } from "./item-select.tsx";
import { useRelate } from "./mutations.ts";

interface Draft {
  way: string;
  other: ConfigItem | null;
  description: string;
}

interface Way {
  value: string;
  label: string;
  type: RelationType;
  forward: boolean;
}

/** Every relationship, from both ends: "runs on", "hosts"… */
const ways: Way[] = relationTypes.flatMap((type) => [
  { value: `${type} forward`, label: relationWords[type].forward, type, forward: true },
  { value: `${type} backward`, label: relationWords[type].backward, type, forward: false },
]);

export function AddRelation({ item, onClose }: { item: ConfigItem; onClose: () => void }) {
  const relate = useRelate();
  const form = useForm<Draft>({
    initialValues: { way: ways[0]?.value ?? "", other: null, description: "" },
    validate: { other: (other) => (other ? null : "Choose a CI.") },
  });
  const submit = form.onSubmit(({ way: chosen, other, description }) => {
    const way = ways.find(({ value }) => value === chosen);
    if (!way || !other) return;
    const [source, target] = way.forward ? [item, other] : [other, item];
    relate.mutate(
      { source_id: source.id, target_id: target.id, type: way.type, description: description.trim() },
      { onSuccess: onClose },
    );
  });
  return (
    <Modal opened onClose={onClose} title="Add relationship" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Select
            label={item.name}
            allowDeselect={false}
            data={ways.map(({ value, label }) => ({ value, label }))}
            {...form.getInputProps("way")}
          />
          <ItemSelect
            label="Item"
            placeholder="Search by name"
            without={item.id}
            {...form.getInputProps("other")}
            value={form.values.other}
          />
          <TextInput
            label="Description"
            placeholder="Port 5432, read only…"
            maxLength={500}
            {...form.getInputProps("description")}
          />
          <DialogFoot submit="Add" pending={relate.isPending} error={relate.error} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
