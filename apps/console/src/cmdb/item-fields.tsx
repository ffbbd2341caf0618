import { Autocomplete, Input, SegmentedControl, SimpleGrid, TagsInput, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { criticalities } from "@opsplane/contract";
import { OwnerSelect } from "../directory/owner-select.tsx";
import { criticalityWords } from "./badges.tsx";
import { type ItemDraft, suggestedEnvironments } from "./item-draft.ts";

interface ItemFieldsProps<D extends ItemDraft> {
  form: UseFormReturnType<D>;
  classes: readonly string[];
}

/** The fields that the forms for new and edited items share. */
export function ItemFields<D extends ItemDraft>({ form, classes }: ItemFieldsProps<D>) {
  return (
    <>
      <TextInput
        label="Name"
        placeholder="db-1.eu-west"
        withAsterisk
        maxLength={200}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Autocomplete
          size="sm"
          label="Class"
          placeholder="Choose or type a class"
          withAsterisk
          maxLength={60}
          data={[...classes]}
          limit={40}
          maxDropdownHeight={240}
          {...form.getInputProps("class")}
        />
        <Autocomplete
          size="sm"
          label="Environment"
          placeholder="production"
          maxLength={60}
          data={suggestedEnvironments}
          {...form.getInputProps("environment")}
        />
      </SimpleGrid>
      <Input.Wrapper label="Criticality" description="Business impact if it fails">
        <SegmentedControl
          fullWidth
          mt={4}
          data={criticalities.map((value) => ({ value, label: criticalityWords[value] }))}
          {...form.getInputProps("criticality")}
          aria-label="Criticality"
        />
      </Input.Wrapper>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <OwnerSelect
          label="Owner"
          placeholder="Person or group"
          size="sm"
          {...form.getInputProps("owner")}
          value={form.values.owner}
        />
        <TagsInput
          label="Tags"
          placeholder={form.values.tags.length > 0 ? "" : "Press Enter to add"}
          maxTags={50}
          {...form.getInputProps("tags")}
        />
      </SimpleGrid>
    </>
  );
}
