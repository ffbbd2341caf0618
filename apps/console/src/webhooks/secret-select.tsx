import { Select } from "@mantine/core";
import { useSecrets } from "../settings/index.ts";

interface SecretSelectProps {
  value: string | null;
  onChange: (id: string | null) => void;
}

/** A secret of the store, whose value goes out as the header Authorization. */
export function SecretSelect({ value, onChange }: SecretSelectProps) {
  const secrets = useSecrets("").data?.items ?? [];
  return (
    <Select
      label="Authorization header"
      description="The value of a secret, sent with every request. Store it under Settings → Secrets first."
      placeholder="None"
      clearable
      searchable
      clearButtonProps={{ "aria-label": "Clear secret" }}
      nothingFoundMessage="No secrets found"
      data={secrets.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
