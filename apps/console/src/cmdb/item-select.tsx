import { Select, type SelectProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ConfigItem } from "@opsplane/contract";
import { useState } from "react";
import { useClassLabel } from "./classes.tsx";
import { ItemOption } from "./item-name.tsx";
import { useItemSearch } from "./queries.ts";

interface ItemSelectProps
  extends Pick<SelectProps, "label" | "placeholder" | "error" | "aria-label" | "clearable" | "clearButtonProps"> {
  value: ConfigItem | null;
  onChange: (item: ConfigItem | null) => void;
  /** Cannot be chosen, because an item is not related to itself. */
  without?: string;
}

/** Chooses one configuration item by a part of its name. */
export function ItemSelect({ value, onChange, without, ...select }: ItemSelectProps) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed === value?.name ? "" : typed, 150);
  const { data } = useItemSearch(q, true);
  const classLabel = useClassLabel();
  const items = (data?.items ?? []).filter(({ id }) => id !== without);
  if (value && !items.some(({ id }) => id === value.id)) items.unshift(value);
  const byId = new Map(items.map((item) => [item.id, item]));
  return (
    <Select
      {...select}
      size="sm"
      value={value?.id ?? null}
      onChange={(id) => onChange(byId.get(id ?? "") ?? null)}
      data={items.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No CIs found"
      maxDropdownHeight={280}
      renderOption={({ option }) => {
        const item = byId.get(option.value);
        return (
          <ItemOption
            name={option.label}
            kind={item?.class ?? ""}
            about={[classLabel(item?.class ?? ""), item?.environment].filter(Boolean).join(", ")}
          />
        );
      }}
    />
  );
}
