import { Radio, Stack } from "@mantine/core";
import { type ChangeType, changeTypes } from "@opsplane/contract";
import { typeWords } from "../records/change-badges.tsx";

const explained: Record<ChangeType, string> = {
  standard: "Pre-approved, low-risk routine work. Can be scheduled right away.",
  normal: "Must be approved before it can be scheduled.",
  emergency: "Can start immediately. Reviewed afterwards.",
};

export function TypeField({ value, onChange }: { value: ChangeType; onChange: (type: ChangeType) => void }) {
  return (
    <Radio.Group
      label="Type"
      value={value}
      onChange={(chosen) => onChange(changeTypes.find((type) => type === chosen) ?? value)}
    >
      <Stack gap={6} mt={4}>
        {changeTypes.map((type) => (
          <Radio key={type} size="xs" value={type} label={typeWords[type]} description={explained[type]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
