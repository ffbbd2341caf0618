import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";

interface AttributeFilterProps {
  /** A name and a value: `engine=postgresql`. */
  value: string | undefined;
  onChange: (value: undefined) => void;
}

/** An attribute is chosen on the page of a CI; the list only shows and removes the filter. */
export function AttributeFilter({ value, onChange }: AttributeFilterProps) {
  return value ? (
    <Button
      variant="default"
      fw={400}
      px={10}
      style={{ flex: "none" }}
      rightSection={<IconX size={13} aria-hidden="true" />}
      aria-label={`Remove filter: ${value}`}
      onClick={() => onChange(undefined)}
    >
      Attribute:&nbsp;<b style={{ fontWeight: 600 }}>{value}</b>
    </Button>
  ) : null;
}
