import { Radio, Stack } from "@mantine/core";
import type { ChangeType } from "@opsplane/contract";
import { typeWords } from "../records/change-badges.tsx";

const explained: Record<ChangeType, string> = {
  standard: "Pre-approved, low-risk routine work. Can be scheduled right away.",
  normal: "Must be approved before it can be scheduled.",
  emergency: "Can start immediately. Reviewed afterwards.",
};

interface TypeFieldProps<Type extends ChangeType> {
  types: readonly Type[];
  value: Type;
  onChange: (type: Type) => void;
}

export function TypeField<Type extends ChangeType>({ types, value, onChange }: TypeFieldProps<Type>) {
  return (
    <Radio.Group
      label="Type"
      value={value}
      onChange={(chosen) => onChange(types.find((type) => type === chosen) ?? value)}
    >
      <Stack gap={6} mt={4}>
        {types.map((type) => (
          <Radio key={type} size="xs" value={type} label={typeWords[type]} description={explained[type]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
