import { Select } from "@mantine/core";
import { iconOf, icons } from "./icons.ts";

export function IconField({ value, onChange }: { value: string; onChange: (icon: string) => void }) {
  const Chosen = iconOf(value);
  const names = Object.keys(icons);
  return (
    <Select
      label="Icon"
      allowDeselect={false}
      data={names.includes(value) ? names : [...names, value]}
      value={value}
      onChange={(name) => onChange(name ?? "box")}
      leftSection={<Chosen size={15} stroke={1.7} />}
      renderOption={({ option }) => {
        const Shape = iconOf(option.value);
        return (
          <span style={{ display: "flex", alignItems: "center", gap: 8 }}>
            <Shape size={15} stroke={1.7} aria-hidden="true" /> {option.label}
          </span>
        );
      }}
    />
  );
}
