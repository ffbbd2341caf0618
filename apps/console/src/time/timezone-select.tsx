import { Select } from "@mantine/core";
import type { ReactNode } from "react";

interface TimezoneSelectProps {
  description?: ReactNode;
  error?: ReactNode;
  value: string;
  onChange: (timezone: string) => void;
}

const timezones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

export function TimezoneSelect({ value, onChange, ...select }: TimezoneSelectProps) {
  return (
    <Select
      {...select}
      label="Timezone"
      searchable
      allowDeselect={false}
      data={timezones.includes(value) ? timezones : [value, ...timezones]}
      limit={100}
      nothingFoundMessage="No timezone found"
      value={value}
      onChange={(zone) => onChange(zone ?? value)}
    />
  );
}
