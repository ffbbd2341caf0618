import { SimpleGrid, Stack, TagsInput, TextInput } from "@mantine/core";
import type { AlertMapping } from "@opsplane/contract";

interface MappingFieldsProps {
  mapping: AlertMapping;
  onChange: (mapping: AlertMapping) => void;
}

const paths = {
  list: ["List of alerts", "The whole body"],
  name: ["Name", ""],
  summary: ["Summary", ""],
  description: ["Description", ""],
  severity: ["Severity", ""],
  status: ["Status", ""],
  dedup_key: ["Deduplication key", "Name and labels"],
  labels: ["Labels", ""],
  url: ["Link", ""],
  starts_at: ["Start time", ""],
} as const;

const fields = [
  "list",
  "name",
  "summary",
  "description",
  "severity",
  "status",
  "dedup_key",
  "labels",
  "url",
  "starts_at",
] as const;

/** Where the parts of an alert are in the body. */
export function MappingFields({ mapping, onChange }: MappingFieldsProps) {
  return (
    <Stack gap="md">
      <p className="dim" style={{ margin: 0 }}>
        Paths in the body, such as <span className="mono">alert.tags[0].name</span>. Leave a field empty if there is
        none.
      </p>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {fields.map((field) => (
          <TextInput
            key={field}
            label={paths[field][0]}
            placeholder={paths[field][1]}
            maxLength={200}
            spellCheck={false}
            classNames={{ input: "mono" }}
            value={mapping[field]}
            onChange={(event) => onChange({ ...mapping, [field]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      <TagsInput
        label="Statuses of resolved alerts"
        value={mapping.resolved_values}
        onChange={(resolved_values) => onChange({ ...mapping, resolved_values })}
        maxTags={20}
      />
      <TagsInput
        label="Statuses of acknowledged alerts"
        value={mapping.acknowledged_values}
        onChange={(acknowledged_values) => onChange({ ...mapping, acknowledged_values })}
        maxTags={20}
      />
    </Stack>
  );
}
