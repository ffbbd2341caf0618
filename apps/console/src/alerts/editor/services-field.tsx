import { TagsInput } from "@mantine/core";
import { useServiceNames } from "./queries.ts";

/** Services by name, with those of the last day as suggestions. */
export function ServicesField({ value, onChange }: { value: string[]; onChange: (services: string[]) => void }) {
  const { data = [] } = useServiceNames();
  return (
    <TagsInput
      label="Services"
      placeholder={value.length > 0 ? "" : "Any"}
      maxTags={50}
      maxLength={200}
      data={data}
      value={value}
      onChange={onChange}
    />
  );
}
